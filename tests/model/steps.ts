/** What may happen, as data: each step is done to the model and to the real thing, and both give the same answer. */
import * as books from './books'
import type { Books, Kind, Manner, Provider, Rate, Turn } from './books'
import * as provider from './provider'
import * as world from './world'
import type { World } from './world'

/** Indices count round: the third of two is the first. */
export type Step =
  | { do: 'click'; who: number; network: number }
  | { do: 'reprice'; network: number; rate: Rate }
  | { do: 'report'; click: number; sale: number; kind: Kind; amount: bigint | null; variant: number }
  | { do: 'claim'; who: number; click: number }
  | { do: 'withdraw'; who: number; amount: bigint | 'all' | 'half' | 'too much'; key: number }
  /** `wild`: any step, not one that the withdrawal could take. The latest withdrawal is the first. */
  | { do: 'advance'; withdrawal: number; step: number; wild: boolean; fact: string; by: number }
  /** The worker turns to the provider, which takes an order to pay in this manner. */
  | { do: 'ask'; withdrawal: number; manner: Manner }
  | { do: 'turn'; withdrawal: number; to: Turn }
  /** The provider reports one of the states that it has had a transfer in. The latest is the first. */
  | { do: 'hear'; withdrawal: number; event: number }

/** Three people in a ring: each was brought by the one before. */
export const MEMBERS = { Asha: 'Chitra', Bala: 'Asha', Chitra: 'Bala' }
const NAMES = Object.keys(MEMBERS)

/** Both sides of one run. */
export interface Run {
  books: Books
  world: World
  /** What each campaign promises now, in the order of NETWORKS. */
  rates: Rate[]
}

/** `by`: who pays what is approved; null: the operator. */
export async function begin(rates: Rate[], by: Provider | null): Promise<Run> {
  return {
    books: books.openBooks(MEMBERS, by),
    world: await world.makeWorld(MEMBERS, rates),
    rates: [...rates],
  }
}

const at = <T>(all: T[], index: number): T | undefined => all[index % all.length]
const who = (index: number) => (index % 4 === 3 ? null : NAMES[index % 4]!)

const nameAt = (index: number) => at(NAMES, index)!
const clickAt = (of: Books, index: number) => at([...of.clicks.keys(), 'nobody'], index)!

/** A report names a click that there is, or one that nobody knows; two clicks may be named for one sale. */
function reportOf(step: Extract<Step, { do: 'report' }>, of: Books): books.Report {
  const name = clickAt(of, step.click)
  const network = of.clicks.get(name)?.network ?? 'trackier'
  // One in eight is a sale that other clicks of the network are reported with as well.
  const sale = step.sale === 7 ? 'shared' : `${name}-${Math.floor(step.sale / 5)}`
  // Of the same amount one network pays a tenth, then an eleventh, or says nothing.
  const payout =
    step.variant === 2 || step.amount === null ? null : step.amount / (10n + BigInt(step.variant))
  return { network, sale, click: name, kind: step.kind, amount: step.amount, payout }
}

const withdrawalAt = (index: number, of: Books) => at([...of.withdrawals.keys()].reverse(), index) ?? 'none'

/** Which withdrawal, and which of the states that its transfer has had; null: it had none. */
function reportedState(step: Extract<Step, { do: 'hear' }>, of: Books) {
  const id = withdrawalAt(step.withdrawal, of)
  const places = [...(of.withdrawals.get(id)?.order?.transfer.keys() ?? [])]
  const place = at(places.reverse(), step.event)
  return place === undefined ? null : { id, place }
}

/** Which step of which withdrawal, and who asks for it. */
function advanceOf(step: Extract<Step, { do: 'advance' }>, of: Books) {
  const id = withdrawalAt(step.withdrawal, of)
  const { owner, state } = of.withdrawals.get(id) ?? { owner: NAMES[0]!, state: 'requested' as const }
  const lawful = books.ALL_STEPS.filter((one) => books.canStart(one, state))
  // Mostly its owner calls it off, sometimes somebody else tries.
  const by = step.by === 0 ? at(NAMES, NAMES.indexOf(owner) + 1)! : owner
  const to = at(step.wild || !lawful.length ? books.ALL_STEPS : lawful, step.step)!
  return { id, owner, by, to }
}

function amountOf({ who, amount }: Extract<Step, { do: 'withdraw' }>, of: Books): bigint {
  if (typeof amount === 'bigint') return amount
  const { available } = books.walletOf(of, nameAt(who))
  return amount === 'all' ? available : amount === 'half' ? available / 2n : available + 1n
}

const withdrawKey = (step: Extract<Step, { do: 'withdraw' }>) => `key ${step.key}`

/** There was nothing to ask, or somebody was at it just then. */
export const NOT_ASKED = 'not asked'

/** Others may come between receiving a report and applying it, and between the two parts of a question to the provider. */
export const partsOf = (step: Step): number => (step.do === 'ask' || step.do === 'report' ? 2 : 1)

/**
 * What the model answers to a part of a step, the last one's being the step's, and becomes. `key` tells the step from
 * others at the same time. `seen` is what the step's indices count in: the books before a group of steps. */
export function foretell(step: Step, now: Books, seen: Books, part = 0, key = ''): string {
  switch (step.do) {
    case 'click':
    case 'reprice':
      // happen() has told the model what the shopper was promised.
      return 'done'
    case 'report':
      if (part === 1) return books.apply(now, now.places.get(key)!)
      now.places.set(key, books.receive(now, reportOf(step, seen)))
      return ''
    case 'claim':
      return books.claim(now, nameAt(step.who), clickAt(seen, step.click)) ? 'claimed' : 'not free'
    case 'withdraw':
      return books.withdraw(now, nameAt(step.who), amountOf(step, seen), withdrawKey(step))
    case 'advance': {
      const { id, owner, by, to } = advanceOf(step, seen)
      if (to === 'cancelled' && by !== owner) return 'not-found'
      if (to === 'paid' || to === 'refunded') return books.settle(now, id, to, step.fact)
      return books.advance(now, id, to, to === 'returned' ? step.fact : '')
    }
    case 'ask':
      if (part === 0) provider.beginAsking(now, withdrawalAt(step.withdrawal, seen), step.manner, key)
      else return provider.endAsking(now, key) ? 'asked' : NOT_ASKED
      return ''
    case 'turn':
      return provider.turn(now, withdrawalAt(step.withdrawal, seen), step.to) ? 'done' : 'cannot'
    case 'hear': {
      const reported = reportedState(step, seen)
      if (!reported) return 'nothing'
      provider.hear(now, reported.id, reported.place)
      return 'heard'
    }
  }
}

/**
 * What became of a report later: whoever waited until somebody else had applied it, and a later one with it, is answered
 * this. Null for other steps.
 */
export const revised = (step: Step, now: Books, key: string): string | null =>
  step.do === 'report' ? now.inbox[now.places.get(key)!]!.verdict : null

/** Does it to the real thing; gives its answer. */
export async function happen(step: Step, run: Run, seen: Books): Promise<string> {
  switch (step.do) {
    case 'click':
      return addClick(step, run)
    case 'reprice':
      return changeRate(step, run)
    case 'report':
      return world.send(run.world, reportOf(step, seen), step.variant)
    case 'claim':
      return (await world.takeOver(run.world, nameAt(step.who), clickAt(seen, step.click)))
        ? 'claimed'
        : 'not free'
    case 'withdraw':
      return world.ask(run.world, nameAt(step.who), amountOf(step, seen), withdrawKey(step))
    case 'advance': {
      const { id, by, to } = advanceOf(step, seen)
      return world.take(run.world, id, to, step.fact, by)
    }
    case 'ask':
      return (await askProvider(step, run, seen)) ? 'asked' : NOT_ASKED
    case 'turn':
      return turnTransfer(step, run, seen)
    case 'hear': {
      const reported = reportedState(step, seen)
      if (!reported) return 'nothing'
      await world.deliver(run.world, seen.provider!, reported.id, reported.place)
      return 'heard'
    }
  }
}

async function askProvider(step: Extract<Step, { do: 'ask' }>, { world: of }: Run, seen: Books) {
  const id = withdrawalAt(step.withdrawal, seen)
  return seen.provider !== null && world.askProvider(of, seen.provider, id, step.manner)
}

/** The provider does it only where it can, which is for the model to know. */
async function turnTransfer(step: Extract<Step, { do: 'turn' }>, run: Run, seen: Books): Promise<string> {
  const id = withdrawalAt(step.withdrawal, seen)
  if (!provider.turn(books.copyBooks(seen), id, step.to)) return 'cannot'
  await world.turnAt(run.world, seen.provider!, id, step.to)
  return 'done'
}

async function addClick(step: Extract<Step, { do: 'click' }>, run: Run): Promise<string> {
  const index = step.network % world.NETWORKS.length
  const network = world.NETWORKS[index]!
  const name = `click${run.books.clicks.size}`
  await world.clickThrough(run.world, who(step.who), network, name)
  run.books.clicks.set(name, { owner: who(step.who), network, rate: run.rates[index]! })
  return 'done'
}

async function changeRate(step: Extract<Step, { do: 'reprice' }>, run: Run): Promise<string> {
  const index = step.network % world.NETWORKS.length
  await world.reprice(run.world, world.NETWORKS[index]!, step.rate)
  run.rates[index] = step.rate
  return 'done'
}

/** The step in words. */
export function say({ do: what, ...facts }: Step): string {
  const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  return `${what} ${JSON.stringify(facts, plain)}`
}
