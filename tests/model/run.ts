/**
 * The model test: for each seed a list of steps is made up and done to both sides. Every answer has to be the model's;
 * steps that happen at the same instant have to answer, and end, as in one of their orders. At the end wallets, histories
 * and statements are compared and the audit is run. A failure is shrunk, and names its seed.
 */
import fc from 'fast-check'
import { findDefects } from '~/wallet/audit.server'
import { copyBooks, type Books, type Rate } from './books'
import { differences } from './compare'
import { atOnce, click, money, rate, reprice } from './made-up'
import { begin, foretell, happen, say, type Run, type Step } from './steps'
import { burnBooks, NETWORKS } from './world'

/** The same step in the hands of fast-check. */
class OneStep implements fc.AsyncCommand<object, Run> {
  constructor(readonly step: Step) {}
  check = () => true
  toString = () => say(this.step)

  async run(_: object, run: Run): Promise<void> {
    const said = await happen(this.step, run, run.books)
    const foretold = foretell(this.step, run.books, run.books)
    if (said !== foretold) throw new Error(`${say(this.step)}: it said ${said}, the model ${foretold}`)
  }
}

class AtOnce implements fc.AsyncCommand<object, Run> {
  constructor(readonly steps: Step[]) {}
  check = () => true
  toString = () => `at once: ${this.steps.map(say).join(' | ')}`

  async run(_: object, run: Run): Promise<void> {
    const before = copyBooks(run.books)
    const said = await Promise.all(this.steps.map((step) => happen(step, run, before)))
    const possible = orders(this.steps.length).flatMap((order) => {
      const books = copyBooks(before)
      const foretold: string[] = []
      for (const i of order) foretold[i] = foretell(this.steps[i]!, books, before)
      return foretold.join('\n') === said.join('\n') ? [books] : []
    })
    if (!possible.length) throw new Error(`${String(this)}: no order of them answers ${said.join(' | ')}`)
    run.books = await theOneThatHolds(possible, run)
  }
}

async function theOneThatHolds(possible: Books[], run: Run): Promise<Books> {
  let different: string[] = []
  for (const books of possible) {
    different = await differences(books, run.world.people)
    if (!different.length) return books
  }
  throw new Error(`after steps at once: ${different.join('\n')}`)
}

/** Every order of so many things. */
export function orders(count: number): number[][] {
  if (count === 0) return [[]]
  return orders(count - 1).flatMap((rest) =>
    Array.from({ length: count }, (_, place) => rest.toSpliced(place, 0, count - 1)),
  )
}

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)

const alone = (steps: fc.Arbitrary<Step>) => steps.map((step) => new OneStep(step))

/** By their share in a list. */
const commands = [
  alone(click),
  alone(reprice),
  ...times(12, alone(money)),
  ...times(
    2,
    atOnce.map((steps) => new AtOnce(steps)),
  ),
]

/** The longest list of steps. */
const MOST_STEPS = 50

/** What one list of steps comes to; throws with what differs. */
async function oneRun(rates: Rate[], steps: Iterable<fc.AsyncCommand<object, Run>>): Promise<void> {
  const run = await begin(rates)
  for (const who of [0, 1, 2]) await new OneStep({ do: 'click', who, network: who }).run({}, run)
  await fc.asyncModelRun(() => ({ model: {}, real: run }), steps)
  const different = await differences(run.books, run.world.people)
  if (different.length) throw new Error(different.join('\n'))
  const defects = await findDefects()
  if (defects.length)
    throw new Error(`the audit: ${JSON.stringify(defects[0])} and ${defects.length - 1} more`)
}

/** One seed; throws with the shortest list of steps that still fails. */
export async function runSeed(seed: number, { shrink = true } = {}): Promise<void> {
  const rates = fc.array(rate, { minLength: NETWORKS.length, maxLength: NETWORKS.length })
  const lists = fc.commands(commands, { maxCommands: MOST_STEPS, size: 'max' })
  const outcome = await fc.check(fc.asyncProperty(rates, lists, oneRun), {
    seed,
    numRuns: 1,
    endOnFailure: !shrink,
    interruptAfterTimeLimit: 60_000,
  })
  if (!outcome.failed) return
  const { errorInstance: error } = outcome
  throw new Error(
    [
      `seed ${seed} fails; again: npm run prove -- --only model --seed ${seed}`,
      error instanceof Error ? error.message : String(error),
      await fc.asyncDefaultReportMessage(outcome),
    ].join('\n'),
  )
}

export interface ModelOptions {
  seeds: number
  /** The first. */
  from?: number
  /** How many at once. */
  abreast?: number
  /** Whether a failure is brought to its shortest form, which takes a while. */
  shrink?: boolean
  progress?: (done: number) => void
}

/** Runs so many seeds, a few at a time; the books are burnt now and then, so that the audit stays quick. */
export async function proveModel({
  seeds,
  from = 1,
  abreast = 4,
  shrink,
  progress,
}: ModelOptions): Promise<void> {
  const BATCH = 40
  for (let first = from; first < from + seeds; first += BATCH) {
    await burnBooks()
    const last = Math.min(first + BATCH, from + seeds)
    let next = first
    const worker = async () => {
      while (next < last) {
        try {
          await runSeed(next++, { shrink })
        } catch (error) {
          // The others end with the seed that they are at: nothing of this run goes on behind the next.
          next = last
          throw error
        }
        progress?.(next - from)
      }
    }
    const ended = await Promise.allSettled(Array.from({ length: abreast }, worker))
    for (const one of ended) if (one.status === 'rejected') throw one.reason
  }
}
