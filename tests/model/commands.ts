// fast-check commands: each step is executed on the model and on the application, alone, concurrently, or cut short. The
// result of concurrent steps must equal that of one of their interleavings.
import type fc from 'fast-check'
import { copyBooks, type Books } from './books'
import { differences } from './compare'
import { cutShort, whenThere, type Cut } from './cuts'
import type { Group } from './made-up'
import { Meeting } from './meeting'
import { predict, execute, lookUp, NOT_ASKED, countParts, say, type Run, type Step } from './steps'

export const count = { operations: 0, cuts: 0 }

function work(step: Step, run: Run, seen: Books): Promise<string> {
  count.operations++
  return execute(step, run, seen)
}

export class OneStep implements fc.AsyncCommand<object, Run> {
  constructor(readonly step: Step) {}
  check = () => true
  toString = () => say(this.step)

  async run(_: object, run: Run): Promise<void> {
    const said = await work(this.step, run, run.books)
    let foretold = ''
    for (let part = 0; part < countParts(this.step); part++)
      foretold = predict(this.step, run.books, run.books, part)
    if (said !== foretold) throw new Error(`${say(this.step)}: it said ${said}, the model ${foretold}`)
  }
}

/** A step that was cut short has happened completely, up to one of its parts, or not at all; then it is repeated. */
export class CutShort implements fc.AsyncCommand<object, Run> {
  constructor(
    readonly step: Step,
    readonly cut: Cut,
  ) {}
  check = () => true
  toString = () => `cut after ${this.cut.after} (${this.cut.broken}): ${say(this.step)}`

  async run(model: object, run: Run): Promise<void> {
    const { step, cut } = this
    const possible = [copyBooks(run.books)]
    let foretold = ''
    for (let part = 0; part < countParts(step); part++) {
      const books = copyBooks(possible.at(-1)!)
      foretold = predict(step, books, run.books, part)
      possible.push(books)
    }
    const said = await cutShort(cut, () => work(step, run, run.books))
    if (said !== null && said !== foretold)
      throw new Error(`${String(this)}: it said ${said}, the model ${foretold}`)
    if (said !== null) run.books = possible.at(-1)!
    else {
      count.cuts++
      await whenThere(() => lookUp(step, run))
      run.books = await whenThere(() => theOneThatHolds(possible, run))
      await new OneStep(step).run(model, run)
    }
  }
}

export class AtOnce implements fc.AsyncCommand<object, Run> {
  readonly steps: Step[]
  constructor(readonly group: Group) {
    this.steps = group.steps
  }
  check = () => true
  toString = () =>
    `${this.group.whileAsked ? 'while it is asked' : 'at once'}: ${this.steps.map(say).join(' | ')}`

  async run(_: object, run: Run): Promise<void> {
    const before = copyBooks(run.books)
    const said = await together(this.group, (step) => work(step, run, before))
    // The worker skips a locked order and tries again later.
    const parts = this.steps.map((step, i) => (said[i] === NOT_ASKED ? 0 : countParts(step)))
    // Of two concurrent reports the later one may be applied before the earlier one is visible.
    const stored = this.steps.filter((step) => step.do === 'report' || step.do === 'store')
    const sights = stored.length > 1 ? [null, before.inbox.length] : [null]
    const orders = [...interleavings(parts)].flatMap((order) => sights.map((sight) => ({ order, sight })))
    const possible = orders.flatMap(({ order, sight }) => {
      const books = { ...copyBooks(before), blindFrom: sight }
      const foretold = said.map((answer): string => (answer === NOT_ASKED ? answer : ''))
      const next = this.steps.map(() => 0)
      for (const i of order) foretold[i] = predict(this.steps[i]!, books, before, next[i]!++, String(i))
      books.blindFrom = null
      return said.every((answer, i) => answer === foretold[i]) ? [books] : []
    })
    if (!possible.length) throw new Error(`${String(this)}: no order of them answers ${said.join(' | ')}`)
    run.books = await theOneThatHolds(possible, run)
  }
}

/** With `whileAsked` the others start once the provider has the first request. */
async function together({ steps, whileAsked }: Group, work: (step: Step) => Promise<string>) {
  const meeting = new Meeting(steps.length, whileAsked)
  const first = whileAsked ? steps.findIndex((step) => step.do === 'ask') : -1
  const arrival = meeting.arrival()
  const asking = first < 0 ? null : meeting.join(() => work(steps[first]!))
  if (asking) await Promise.race([arrival, asking])
  return Promise.all(
    steps.map((step, i) => (i === first && asking ? asking : meeting.join(() => work(step)))),
  )
}

async function theOneThatHolds(possible: Books[], run: Run): Promise<Books> {
  let different: string[] = []
  const tried = new Set<string>()
  for (const books of possible) {
    const ends = JSON.stringify(books, plain)
    if (tried.has(ends)) continue
    tried.add(ends)
    different = await differences(books, run.world)
    if (!different.length) return books
  }
  throw new Error(`after steps at once: ${different.join('\n')}`)
}

const plain = (_: string, value: unknown) =>
  typeof value === 'bigint' ? `${value}` : value instanceof Map ? [...value] : value

/** All interleavings of sequences with these numbers of parts. */
function* interleavings(left: number[]): Generator<number[]> {
  if (left.every((parts) => parts === 0)) return yield []
  for (const [i, parts] of left.entries())
    if (parts > 0) for (const rest of interleavings(left.with(i, parts - 1))) yield [i, ...rest]
}
