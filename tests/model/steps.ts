// Steps as data: each is executed on the model and on the application, and both must return the same result.
import * as adjusting from './adjusting'
import * as adjustments from './adjustments'
import * as claiming from './claiming'
import type { Claim } from './claimed-sales'
import * as claims from './claims'
import * as books from './books'
import type { Books, Kind, Manner, Provider, Rate, Turn } from './books'
import * as departures from './departures'
import * as inbox from './inbox'
import * as leaving from './leaving'
import * as operator from './operator'
import * as paying from './paying'
import * as payments from './payments'
import * as provider from './provider'
import * as sending from './sending'
import { KEPT_OUT, reconcileSpoilt, type ReportedSale, type Spoil } from './sheets'
import * as signalling from './signalling'
import * as signals from './signals'
import * as withdrawals from './withdrawals'
import * as world from './world'
import type { World } from './world'

interface Reported {
  click: number
  sale: number
  kind: Kind
  amount: bigint | null
  /** 'share': part of the amount or null, depending on the variant. */
  commission: bigint | null | 'share'
  variant: number
}

interface Adjusted {
  who: number
  kind: adjustments.Kind
  amount: bigint | 'debt' | 'more than the wallet'
  key: number
  by: number
}

/** Indices wrap around: index 2 of two items is the first. */
export type Step =
  | { do: 'click'; who: number; network: number }
  | { do: 'reprice'; network: number; rate: Rate }
  | ({ do: 'report' } & Reported)
  /** Stored but not applied, because the process was killed or the database stopped. */
  | ({ do: 'store' } & Reported)
  /** The worker applies a stored report; index 0 is the latest open one. */
  | { do: 'apply'; place: number }
  /** Index 0 is the latest report in quarantine. */
  | { do: 'resolve'; place: number; how: inbox.Resolution }
  /** A network's report of all its sales, after a spreadsheet. Index 0 is the network with the first sale. */
  | { do: 'sheet'; network: number; spoil: Spoil }
  | { do: 'claim'; who: number; click: number }
  | { do: 'withdraw'; who: number; amount: bigint | 'all' | 'half' | 'too much'; key: number }
  /** `wild`: any step, even an impossible one. Index 0 is the latest withdrawal. */
  | { do: 'advance'; withdrawal: number; step: number; wild: boolean; fact: string; by: number }
  | { do: 'refuse'; withdrawal: number; reason: string }
  | { do: 'hold'; who: number; on: boolean }
  | { do: 'export'; despiteDebt: boolean }
  /** Prefers a member with a debt or a hold. */
  | { do: 'leave'; who: number; forfeit: boolean }
  /** A former member signs up again with the same number. */
  | { do: 'return'; who: number }
  | { do: 'lift'; who: number }
  | ({ do: 'adjust' } & Adjusted)
  /** Index 0 is the latest waiting adjustment. */
  | { do: 'decide'; adjustment: number; to: 'applied' | 'refused'; by: number }
  /** The second operator of the member's adjustments depends on the first from now on, or no longer. */
  | { do: 'tie'; who: number; on: boolean }
  /** The destination that `whose` had first. */
  | { do: 'save'; who: number; whose: number }
  /** Index 0 is the latest signal. */
  | { do: 'judge'; signal: number; to: 'cleared' | 'upheld' }
  | { do: 'open claim'; click: number; kind: Claim['kind'] }
  /** Index 0 is the latest claim. */
  | { do: 'decide claim'; claim: number; to: 'sent' | 'answered' | 'declined' }
  | { do: 'appeal'; claim: number }
  | { do: 'credit'; claim: number; amount: bigint }
  /** Of an order of trackier that has a claim or could have one; `of` differs from `click` where the network errs. */
  | { do: 'report order'; click: number; of: number; kind: Kind; amount: bigint; variant: number }
  /** A network pays commission, or the operator writes it off. Index 0 is the latest sale. */
  | { do: 'settle'; sale: number; amount: 'all' | 'half' | 'too much'; reference: number }
  | { do: 'give up'; sale: number }
  /** The worker sends a request to the provider, which treats an order to pay in this manner. */
  | { do: 'ask'; withdrawal: number; manner: Manner }
  | { do: 'turn'; withdrawal: number; to: Turn }
  /** The provider sends a webhook of one of the transfer's states; index 0 is the latest. */
  | { do: 'hear'; withdrawal: number; event: number }

/** Referrers in a ring. */
const MEMBERS = { Asha: 'Chitra', Bala: 'Asha', Chitra: 'Bala' }
/** Without referral income, which a signal would hold back. */
const STRANGERS = { Asha: null, Bala: null, Chitra: null }
const NAMES = Object.keys(MEMBERS)

export interface Run {
  books: Books
  world: World
  /** Current rates of the offers, in the order of NETWORKS. */
  rates: Rate[]
}

/** `by`: the payout provider; null: the operator. */
export async function begin(
  rates: Rate[],
  by: Provider | null,
  mostLoss: bigint,
  { areStrangers = false, hasNumbers = false } = {},
): Promise<Run> {
  const members = areStrangers ? STRANGERS : MEMBERS
  return {
    books: { ...books.openBooks(members, by), mostLoss },
    world: await world.makeWorld(members, rates, { hasNumbers }),
    rates: [...rates],
  }
}

const at = <T>(all: T[], index: number): T | undefined => all[index % all.length]
const who = (index: number) => (index % 4 === 3 ? null : NAMES[index % 4]!)

/** Prefers members with a reason to leave, or those who have left. */
function leaverAt(index: number, isLeaver: (name: string) => boolean): string {
  const some = NAMES.filter(isLeaver)
  return at(some.length ? some : NAMES, index)!
}
const debtorAt = (index: number, of: Books) =>
  leaverAt(index, (name) => of.people.has(name) && withdrawals.findBlocker(of, name) !== null)
const awayAt = (index: number, of: Books) => leaverAt(index, (name) => departures.isAway(of, name))
const departedAt = (index: number, of: Books) =>
  leaverAt(index, (name) => of.departures.some(({ member, lifted }) => member === name && !lifted))

const isAway = (step: Step, of: Books) =>
  (step.do === 'claim' || step.do === 'withdraw' || step.do === 'hold') &&
  departures.isAway(of, nameAt(step.who))

const nameAt = (index: number) => at(NAMES, index)!
const clickAt = (of: Books, index: number) => at([...of.clicks.keys(), 'nobody'], index)!

/** The click may be unknown; one sale may be reported with two clicks. */
function toReport(step: Reported, of: Books): books.Report {
  const name = clickAt(of, step.click)
  const network = of.clicks.get(name)?.network ?? 'trackier'
  // One in eight is a sale that is also reported with other clicks of the network.
  const sale = step.sale === 7 ? 'shared' : `${name}-${Math.floor(step.sale / 5)}`
  const { kind, amount, variant } = step
  // The commission is a tenth or an eleventh of the amount, or missing.
  const share = variant === 2 || amount === null ? null : amount / (10n + BigInt(variant))
  const commission = step.commission === 'share' ? share : step.commission
  return { network, sale, click: name, kind, amount, commission }
}

/** Claims are of clicks of trackier. Index 0 is the latest. */
const trackierAt = (of: Books, index: number) =>
  at(
    [...of.clicks]
      .filter(([, { network }]) => network === 'trackier')
      .map(([name]) => name)
      .reverse(),
    index,
  ) ?? 'nobody'

/** Of a credit, in half of them: the amount says it, so that a step needs no further field. */
const isAnother = (amount: bigint) => (amount / 100_00n) % 2n === 1n

const claimAt = (of: Books, index: number) => at([...of.claims.keys()].reverse(), index) ?? 'nobody'

/** A number names one sale of each click. */
function toOrderReport(step: Extract<Step, { do: 'report order' }>, of: Books): books.Report {
  const [click, order] = [trackierAt(of, step.click), trackierAt(of, step.of)]
  return {
    network: 'trackier',
    sale: `${click}-order-${order}`,
    click,
    kind: step.kind,
    amount: step.amount,
    order,
  }
}

function placeAt(index: number, of: Books): number | undefined {
  const open = inbox.listOpen(of)
  return at(open.length ? open.toReversed() : [...of.inbox.keys()].reverse(), index)
}

function quarantinedAt(index: number, of: Books): number | undefined {
  const waiting = inbox.listQuarantined(of)
  return at(waiting.length ? waiting.toReversed() : [...of.inbox.keys()].reverse(), index)
}

const withdrawalAt = (index: number, of: Books) => at([...of.withdrawals.keys()].reverse(), index) ?? 'none'

function reportedState(step: Extract<Step, { do: 'hear' }>, of: Books) {
  const id = withdrawalAt(step.withdrawal, of)
  const places = [...(of.withdrawals.get(id)?.order?.transfer.keys() ?? [])]
  const place = at(places.reverse(), step.event)
  return place === undefined ? null : { id, place }
}

function toAdvance(step: Extract<Step, { do: 'advance' }>, of: Books) {
  const id = withdrawalAt(step.withdrawal, of)
  const { owner, state } = of.withdrawals.get(id) ?? { owner: NAMES[0]!, state: 'requested' as const }
  const lawful = withdrawals.ALL_STEPS.filter((one) => withdrawals.canStart(one, state))
  // Usually the owner cancels, sometimes another member tries to.
  const by = step.by === 0 ? at(NAMES, NAMES.indexOf(owner) + 1)! : owner
  const to = at(step.wild || !lawful.length ? withdrawals.ALL_STEPS : lawful, step.step)!
  return { id, owner, by, to }
}

function chooseAmount({ who, amount }: Extract<Step, { do: 'withdraw' }>, of: Books): bigint {
  if (typeof amount === 'bigint') return amount
  const { available } = books.sumWallet(of, nameAt(who))
  return amount === 'all' ? available : amount === 'half' ? available / 2n : available + 1n
}

/** A network lists the sales that it has reported. */
function listReported({ network: index }: Extract<Step, { do: 'sheet' }>, of: Books) {
  const all = [...of.conversions].map(([key, { click, amount }]) => {
    const { network } = of.clicks.get(click)!
    return { network, click, amount, sale: key.slice(network.length + 1) }
  })
  const network = at([...new Set(all.map((one) => one.network))], index) ?? 'none'
  const sales: ReportedSale[] = all.filter((one) => one.network === network)
  return { network, sales }
}

function toAdjustment({ who, kind, amount, by }: Adjusted, of: Books) {
  const owner = at([...of.people.keys()], who)!
  const { available, debt } = books.sumWallet(of, owner)
  const sum = typeof amount === 'bigint' ? amount : amount === 'debt' ? debt : available + 200_00n
  return sum === 0n ? null : { owner, kind, amount: sum, askedBy: at([...adjustments.OPERATORS], by)! }
}

const adjustKey = (step: Adjusted) => `key ${step.key}`

function toDecision({ adjustment, by }: Extract<Step, { do: 'decide' }>, of: Books) {
  const all = [...of.adjustments].toReversed()
  const waiting = all.filter(([, { state }]) => state === 'waiting')
  const [key] = at(waiting.length ? waiting : all, adjustment) ?? ['none']
  return { key, by: at([...adjustments.OPERATORS], by)! }
}

const signalAt = (index: number, of: Books) => at([...of.signals.keys()].reverse(), index) ?? 0

function saleAt(index: number, of: Books): string | null {
  const all = [...of.conversions.keys()].reverse()
  const open = all.filter((sale) => payments.computeOpen(of, sale) !== 0n)
  return at(open.length ? open : all, index) ?? null
}

function toPayment({ sale, amount }: Extract<Step, { do: 'settle' }>, of: Books) {
  const name = saleAt(sale, of)
  if (name === null) return null
  const open = payments.computeOpen(of, name)
  return { name, amount: amount === 'all' ? open : amount === 'half' ? open / 2n : open + 1n }
}

const makeReference = (step: Extract<Step, { do: 'settle' }>) => `payment ${step.reference}`

const withdrawKey = (step: Extract<Step, { do: 'withdraw' }>) => `key ${step.key}`

/** There was nothing to send, or a request was in progress. */
export const NOT_ASKED = 'not asked'

/** Other steps may happen between receiving and applying a report, and during a request to the provider. */
export const countParts = (step: Step): number => (step.do === 'ask' || step.do === 'report' ? 2 : 1)

/**
 * Executes a part of a step on the model; the result of the last part is the step's. `key` identifies the step among
 * concurrent ones. `seen`: the books before the group of steps, which the step's indices refer to.
 */
export function predict(step: Step, now: Books, seen: Books, part = 0, key = ''): string {
  if (isAway(step, seen)) return 'away'
  switch (step.do) {
    case 'click':
    case 'reprice':
      // happen() has given the model the promised rate.
      return 'done'
    case 'report':
      if (part === 1) return inbox.apply(now, now.places.get(key)!)
      now.places.set(key, inbox.receive(now, toReport(step, seen)))
      return ''
    case 'store':
      inbox.receive(now, toReport(step, seen))
      return 'stored'
    case 'apply': {
      const place = placeAt(step.place, seen)
      return place === undefined ? 'nothing' : inbox.apply(now, place)
    }
    case 'resolve': {
      const place = quarantinedAt(step.place, seen)
      return place === undefined ? 'nothing' : inbox.resolve(now, place, step.how)
    }
    case 'sheet':
      return listReported(step, seen).sales.length ? KEPT_OUT : 'nothing'
    case 'claim':
      return books.claim(now, nameAt(step.who), clickAt(seen, step.click)) ? 'claimed' : 'not free'
    case 'withdraw':
      return withdrawals.withdraw(now, nameAt(step.who), chooseAmount(step, seen), withdrawKey(step))
    case 'advance': {
      const { id, owner, by, to } = toAdvance(step, seen)
      if (to === 'cancelled' && by !== owner) return 'not-found'
      if (to === 'paid' || to === 'refunded') return withdrawals.settle(now, id, to, step.fact)
      return withdrawals.advance(now, id, to, to === 'returned' ? step.fact : '')
    }
    case 'refuse':
      return withdrawals.advance(now, withdrawalAt(step.withdrawal, seen), 'cancelled', step.reason)
    case 'hold':
      return withdrawals.hold(now, nameAt(step.who), step.on)
    case 'export':
      return 'as it should be'
    case 'leave':
      return departures.leave(now, debtorAt(step.who, seen), step.forfeit)
    case 'return':
      return departures.comeBack(now, awayAt(step.who, seen))
    case 'lift':
      return departures.lift(now, departedAt(step.who, seen))
    case 'adjust': {
      const of = toAdjustment(step, seen)
      return of === null ? 'nothing' : adjustments.adjust(now, adjustKey(step), of)
    }
    case 'decide': {
      const { key: of, by } = toDecision(step, seen)
      return adjustments.decide(now, of, step.to, by)
    }
    case 'tie': {
      if (step.on) now.tied.add(nameAt(step.who))
      else now.tied.delete(nameAt(step.who))
      return 'done'
    }
    case 'save':
      return signals.save(now, nameAt(step.who), nameAt(step.whose))
    case 'judge':
      return signals.judge(now, signalAt(step.signal, seen), step.to)
    case 'open claim':
      return claims.open(now, trackierAt(seen, step.click), step.kind)
    case 'decide claim':
      return claims.decide(now, claimAt(seen, step.claim), step.to)
    case 'appeal':
      return claims.appeal(now, claimAt(seen, step.claim))
    case 'credit':
      return claims.credit(now, claimAt(seen, step.claim), step.amount, isAnother(step.amount))
    case 'report order':
      return inbox.report(now, toOrderReport(step, seen))
    case 'settle': {
      const of = toPayment(step, seen)
      return of === null ? 'nothing' : payments.pay(now, makeReference(step), of.name, of.amount)
    }
    case 'give up': {
      const name = saleAt(step.sale, seen)
      return name === null ? 'nothing' : payments.writeOff(now, name)
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

export async function execute(step: Step, run: Run, seen: Books): Promise<string> {
  if (isAway(step, seen)) return 'away'
  switch (step.do) {
    case 'click':
      return addClick(step, run)
    case 'reprice':
      return changeRate(step, run)
    case 'report':
      return sending.send(run.world, toReport(step, seen), step.variant)
    case 'store':
      await sending.store(run.world, toReport(step, seen), step.variant)
      return 'stored'
    case 'apply': {
      const place = placeAt(step.place, seen)
      return place === undefined ? 'nothing' : sending.applyAt(run.world, place)
    }
    case 'resolve': {
      const place = quarantinedAt(step.place, seen)
      return place === undefined ? 'nothing' : operator.resolveAt(run.world, place, step.how)
    }
    case 'sheet': {
      const { network, sales } = listReported(step, seen)
      return sales.length ? reconcileSpoilt(run.world, network, sales, step.spoil) : 'nothing'
    }
    case 'claim':
      return (await world.takeOver(run.world, nameAt(step.who), clickAt(seen, step.click)))
        ? 'claimed'
        : 'not free'
    case 'withdraw':
      return world.ask(run.world, nameAt(step.who), chooseAmount(step, seen), withdrawKey(step))
    case 'advance': {
      const { id, by, to } = toAdvance(step, seen)
      return operator.take(run.world, id, to, step.fact, by)
    }
    case 'refuse':
      return operator.refuse(run.world, withdrawalAt(step.withdrawal, seen), step.reason)
    case 'hold':
      return operator.hold(run.world, nameAt(step.who), step.on)
    case 'export':
      return checkExport(await operator.exportBatch(run.world, step.despiteDebt), seen, step.despiteDebt)
    case 'leave':
      return leaving.leave(run.world, debtorAt(step.who, seen), step.forfeit)
    case 'return':
      return leaving.comeBack(run.world, awayAt(step.who, seen))
    case 'lift':
      return leaving.lift(run.world, departedAt(step.who, seen))
    case 'adjust': {
      const of = toAdjustment(step, seen)
      return of === null ? 'nothing' : adjusting.adjust(run.world, adjustKey(step), of)
    }
    case 'decide': {
      const { key, by } = toDecision(step, seen)
      return adjusting.decide(run.world, key, step.to, by)
    }
    case 'tie':
      return signalling.changeOperator(run.world, nameAt(step.who), step.on)
    case 'save':
      return signalling.save(run.world, nameAt(step.who), nameAt(step.whose))
    case 'judge':
      return signalling.judge(run.world, signalAt(step.signal, seen), step.to)
    case 'open claim': {
      const click = trackierAt(seen, step.click)
      const isOutside = claims.open(books.copyBooks(seen), click, step.kind) === 'nothing'
      return isOutside ? 'nothing' : claiming.open(run.world, seen, click, step.kind)
    }
    case 'decide claim':
      return claiming.decide(run.world, claimAt(seen, step.claim), step.to)
    case 'appeal':
      return claiming.appeal(run.world, claimAt(seen, step.claim))
    case 'credit': {
      const click = claimAt(seen, step.claim)
      return claiming.credit(
        run.world,
        click,
        step.amount,
        claims.findWrongSale(seen, click),
        isAnother(step.amount),
      )
    }
    case 'report order':
      return sending.send(run.world, toOrderReport(step, seen), step.variant)
    case 'settle': {
      const of = toPayment(step, seen)
      return of === null ? 'nothing' : paying.pay(run.world, makeReference(step), of.name, of.amount)
    }
    case 'give up': {
      const name = saleAt(step.sale, seen)
      return name === null ? 'nothing' : paying.writeOff(run.world, name)
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

/**
 * Worlds share a database, so only this world's unbatched withdrawals are checked: each is sent, or excluded for the
 * reason of the model, and no approved one may remain.
 */
function checkExport(found: Map<string, string>, of: Books, despiteDebt: boolean): string {
  const wrong = [...of.withdrawals].flatMap(([id, { state, owner, order }]) => {
    if (state !== 'processing' || order) return found.get(id) === 'sent' ? [`${id}: sent`] : []
    const should = withdrawals.findBlocker(of, owner, despiteDebt) ?? 'sent'
    const is = found.get(id) ?? 'left'
    return is === should || is === 'sent before' ? [] : [`${id}: ${is}, the model says ${should}`]
  })
  return wrong.length ? wrong.join(', ') : 'as it should be'
}

async function askProvider(step: Extract<Step, { do: 'ask' }>, { world: of }: Run, seen: Books) {
  const id = withdrawalAt(step.withdrawal, seen)
  return seen.provider !== null && world.askProvider(of, seen.provider, id, step.manner)
}

/** The model decides whether the provider can do it. */
async function turnTransfer(step: Extract<Step, { do: 'turn' }>, run: Run, seen: Books): Promise<string> {
  const id = withdrawalAt(step.withdrawal, seen)
  if (!provider.turn(books.copyBooks(seen), id, step.to)) return 'cannot'
  await world.turnAt(run.world, seen.provider!, id, step.to)
  return 'done'
}

async function addClick(step: Extract<Step, { do: 'click' }>, run: Run): Promise<string> {
  const index = step.network % sending.NETWORKS.length
  const network = sending.NETWORKS[index]!
  const name = `click${run.books.clicks.size}`
  const clicker = who(step.who)
  const owner = clicker !== null && run.books.people.has(clicker) ? clicker : null
  await world.clickThrough(run.world, owner, network, name)
  run.books.clicks.set(name, { owner, network, rate: run.rates[index]!, share: books.SHARE })
  return 'done'
}

async function changeRate(step: Extract<Step, { do: 'reprice' }>, run: Run): Promise<string> {
  const index = step.network % sending.NETWORKS.length
  await world.reprice(run.world, sending.NETWORKS[index]!, step.rate)
  run.rates[index] = step.rate
  return 'done'
}

/** After a cut: finds out whether the withdrawal was created. */
export async function lookUp(step: Step, run: Run): Promise<void> {
  if (step.do === 'withdraw') await world.findAsked(run.world, nameAt(step.who), withdrawKey(step))
}

export function say({ do: what, ...facts }: Step): string {
  const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  return `${what} ${JSON.stringify(facts, plain)}`
}
