// The model: the rules implemented again as plain data and pure steps, to compare with the real ledger. It imports
// nothing of the application. Instead of accounts it keeps one number per person, what the platform owes them: positive
// is the wallet, negative a debt. Amounts are paise.
import type { Adjustment } from './adjustments'
import { endCredit, identify, type Claim } from './claimed-sales'
import type { Departure } from './departures'
import type { Settled } from './payments'
import type { Signal } from './signals'

export type Kind = 'pending' | 'approved' | 'rejected' | 'reversed'

/** Percentages are basis points of the sale. A flat rate in a foreign currency earns nothing. */
export type Rate =
  { percent: bigint; cap: bigint | null } | { flat: bigint; rupees: boolean; cap: bigint | null } | null

export interface Click {
  /** Null: a guest's. */
  owner: string | null
  network: string
  rate: Rate
  /** The referrer's part of the cashback, in basis points. */
  share: bigint
}

/** The share of a new click. */
export const SHARE = 2_000n

export interface Report {
  network: string
  sale: string
  click: string
  kind: Kind
  amount: bigint | null
  /** Null: the network does not report it. */
  commission?: bigint | null
  /** The click whose order it names; none: it names no order. */
  order?: string
  /** What a claim credits, not a network. */
  isCredit?: boolean
  /** The operator said that it is none of the sales that were reported. */
  isAnother?: boolean
}

/** What the operator credits when accepting a report: the rate's amount, that amount up to the cap, or a given amount. */
export type Accept = 'in-full' | 'up-to-cap' | bigint

export interface Conversion {
  /** Index of the report whose values it has, in order of receipt. */
  shows: number
  click: string
  owner: string | null
  state: Kind
  amount: bigint | null
  cashback: bigint
  referrer: string | null
  /** What the referrer has of it. */
  reward: bigint
  commission: bigint | null
  accepted: boolean
  /** The last pending amount other than zero. */
  lastPending: bigint
  order: string | null
  /** Of the claim that credited it. `awaits`: no report was set against it yet. */
  credit: { order: string | null; awaits: boolean } | null
}

export interface Person {
  referrer: string | null
  /** Cashback and referral rewards less withdrawals; negative: a debt. */
  owed: bigint
  /** Sum of cashback credited to the wallet, including what was taken back later. */
  credited: bigint
  /** 'own': set by an operator; 'inherited': from a deleted account with the same number. */
  held: 'own' | 'inherited' | null
  /** Wallet movements and the balance after each, oldest first. */
  movements: { by: bigint; holds: bigint }[]
  /** Parts of corrections that the wallet could not cover; negative. */
  corrected: bigint[]
  left: boolean
  /** What is left of the balance given up on leaving. */
  gaveUp: bigint
}

export const newPerson = (referrer: string | null): Person => ({
  referrer,
  owed: 0n,
  credited: 0n,
  held: null,
  movements: [],
  corrected: [],
  left: false,
  gaveUp: 0n,
})

export type WithdrawalState =
  'requested' | 'processing' | 'unknown' | 'paid' | 'refunded' | 'cancelled' | 'returned'

interface Withdrawal {
  owner: string
  amount: bigint
  state: WithdrawalState
  fact: string
  utr: string | null
  /** Named after the member who had it first. */
  destination: string
  /** Null: not approved, or paid by hand. */
  order: Order | null
}

export type Provider = 'razorpayx' | 'cashfree'

/** The provider's treatment of the next order. `broken`: created, but the response is an error. `down`: not created. */
export type Manner = 'pending' | 'paid' | 'failed' | 'refused' | 'broken' | 'down'

/** State changes at the provider. `quietly`: without the bank's reference, which follows. */
export type Turn = 'paid' | 'paid quietly' | 'failed' | 'reversed'

export interface Transfer {
  state: 'pending' | Turn
}

export interface Order {
  provider: Provider
  /** sending: a request is in progress; asking: it may have been sent; sent: the provider confirmed it. */
  stage: 'ready' | 'sending' | 'asking' | 'sent' | 'done'
  asked: string | null
  told: number
  /** States at the provider, oldest first; empty: it has no such transfer. */
  transfer: Transfer[]
  /** Indices in `transfer` of the received webhooks. */
  heard: number[]
  /** The last processed state was a reversal. */
  wasReversed: boolean
}

/** Result of a request: a state, a refusal with its reason, or nothing. `lost`: it may have been executed. */
export type Brought = Transfer['state'] | { refused: string } | 'nothing' | 'lost'

export interface Question {
  withdrawal: string
  from: Order['stage']
  brought: Brought
}

/** `verdict` null: not applied yet. */
export interface Received {
  report: Report
  verdict: string | null
  resolved: boolean
}

export interface Books {
  people: Map<string, Person>
  /** In order of receipt. */
  inbox: Received[]
  /** Index in the inbox by the key of a step in progress. */
  places: Map<string, number>
  /** Open reports from this index on do not see each other; null: all are visible. */
  blindFrom: number | null
  clicks: Map<string, Click>
  /** Keys: network and the network's id. */
  conversions: Map<string, Conversion>
  /** Keys: owner and the form's request key. */
  withdrawals: Map<string, Withdrawal>
  /** Null: the operator pays by hand. */
  provider: Provider | null
  departures: Departure[]
  /** By their click. */
  claims: Map<string, Claim>
  adjustments: Map<string, Adjustment>
  /** Members whose second operator got access through the first alone. */
  tied: Set<string>
  /** Destinations in the order in which they were saved. */
  saves: { member: string; destination: string }[]
  signals: Signal[]
  settled: Map<string, Settled>
  /** Maximum loss per sale beyond the commission. */
  mostLoss: bigint
  questions: Map<string, Question>
}

export const NO_LOSS = 1_000_000_00n

export const openBooks = (
  members: Record<string, string | null>,
  provider: Provider | null = null,
): Books => ({
  people: new Map(Object.entries(members).map(([name, referrer]) => [name, newPerson(referrer)])),
  inbox: [],
  places: new Map(),
  blindFrom: null,
  clicks: new Map(),
  conversions: new Map(),
  withdrawals: new Map(),
  provider,
  departures: [],
  claims: new Map(),
  adjustments: new Map(),
  tied: new Set(),
  saves: Object.keys(members).map((member) => ({ member, destination: member })),
  signals: [],
  settled: new Map(),
  mostLoss: NO_LOSS,
  questions: new Map(),
})

export const copyBooks = (books: Books): Books => structuredClone(books)

/** Rows are the current state, columns the reported one. */
const TABLE: Record<'none' | Kind, Record<Kind, Kind | 'repeat' | 'stale' | 'quarantine'>> = {
  none: { pending: 'pending', approved: 'approved', rejected: 'rejected', reversed: 'rejected' },
  pending: { pending: 'pending', approved: 'approved', rejected: 'rejected', reversed: 'rejected' },
  approved: { pending: 'stale', approved: 'approved', rejected: 'reversed', reversed: 'reversed' },
  rejected: { pending: 'quarantine', approved: 'quarantine', rejected: 'repeat', reversed: 'repeat' },
  reversed: { pending: 'quarantine', approved: 'quarantine', rejected: 'repeat', reversed: 'repeat' },
}

/** The report of higher rank wins, regardless of the order. */
export const RANK: Record<Kind, number> = { pending: 0, approved: 1, rejected: 2, reversed: 2 }

/** Applies the report at this index of the inbox; returns the verdict. */
export function judge(books: Books, place: number, accept: Accept | null): string {
  const { report } = books.inbox[place]!
  const { network, click: clickId, kind, amount, commission } = report
  const click = books.clicks.get(clickId)
  if (!click || click.network !== network) return 'quarantined: unknown-click'
  const gives = kind === 'pending' || kind === 'approved'
  const { key, unclear } = identify(books, report)
  if (unclear) return `quarantined: ${unclear}`
  if (gives && click.rate && 'percent' in click.rate && amount === null) return 'quarantined: unusable-amount'
  const now = books.conversions.get(key)
  if (gives && isUnclear(report, now)) return 'quarantined: item-or-correction'
  const isMine = now?.click === clickId
  if (gives && accept === null && (!now || isMine) && paysTooMuch(click.rate, { amount, commission }))
    return 'quarantined: commission-above-sale'
  const isLate = isMine && place < now.shows
  const owner = now ? now.owner : click.owner
  const wasAccepted = now?.accepted && now.state === kind && now.amount === amount
  const promised =
    wasAccepted && accept === null ? now.cashback : computeCashback(click.rate, amount ?? 0n, accept)
  const worth = hasLeft(books, owner) ? least(promised, getGranted(now)) : promised
  const cashback = gives && owner !== null ? worth : 0n

  const isLess = isMine && now.credit?.awaits && kind === 'approved' && cashback < now.cashback
  if (accept === null && isLess) return 'quarantined: below-claim'
  const isOverruled = accept !== null && !isLate && gives && now && RANK[now.state] === 2
  const next = TABLE[isOverruled || !now ? 'none' : now.state][kind]
  const isSame = now?.state === next && now.cashback === cashback && now.amount === amount
  const isOver = next === 'quarantine' || (next in RANK && !isSame && RANK[kind] <= RANK[now?.state ?? kind])
  if (isLate && (isOver || (now.accepted && next in RANK && !isSame))) return 'superseded'
  if (now && !isMine) return 'quarantined: other-click'

  if (next === 'quarantine') return 'quarantined: after-rejection'
  if (next === 'stale') return next
  if (now && (next === 'repeat' || isSame)) {
    if (isLate) return 'repeat'
    Object.assign(now, { shows: place, commission: commission ?? now.commission })
    endCredit(books, report, key)
    return 'repeat'
  }
  const isFree = accept !== null || next !== 'approved'
  const pays = commission ?? now?.commission ?? null
  const referrer = now ? now.referrer : findReferrer(books, owner)
  const limit =
    !isFree &&
    findLimit(books, { owner, referrer }, { worth, before: getGranted(now), pays, share: click.share })
  if (limit) return `quarantined: ${limit}`
  if (isLate && !gives) books.inbox[now.shows]!.verdict = 'quarantined: after-rejection'

  const granted = next === 'approved' ? cashback : 0n
  const change = { from: getGranted(now), to: granted, share: click.share, rewarded: now?.reward ?? 0n }
  const reward = owner === null ? 0n : grant(books, { owner, referrer }, change)
  books.conversions.set(key, {
    shows: place,
    click: clickId,
    owner,
    state: next as Kind,
    amount: gives ? amount : (now?.amount ?? null),
    cashback,
    referrer,
    reward,
    commission: pays,
    accepted: accept !== null,
    lastPending: next === 'pending' && cashback > 0n ? cashback : (now?.lastPending ?? 0n),
    order: now?.order ?? report.order ?? null,
    credit: now?.credit ?? null,
  })
  endCredit(books, report, key)
  return 'applied'
}

/** Networks whose reports name a visit, and no conversion without a goal. */
const WITHOUT_CONVERSION = new Set(['tune'])

/** More than the sale that only its visit identifies: another item, or a correction? */
const isUnclear = ({ network, amount }: Report, now: Conversion | undefined) =>
  WITHOUT_CONVERSION.has(network) &&
  now !== undefined &&
  RANK[now.state] < 2 &&
  (amount ?? 0n) > (now.amount ?? 0n)

const paysTooMuch = (rate: Rate, { amount, commission }: Pick<Report, 'amount' | 'commission'>) =>
  rate !== null && 'percent' in rate && (amount ?? 0n) > 0n && (commission ?? 0n) > amount!

/** Limits per sale and per member and day; no run lasts a day. */
export const LIMITS = { sale: 300_000_00n, day: 300_500_00n }

/** Value of a sale for its member, the part already granted, and the reported commission. */
interface Grant {
  worth: bigint
  before: bigint
  pays: bigint | null
  share: bigint
}

interface Owners {
  owner: string | null
  referrer: string | null
}

const findReferrer = (books: Books, owner: string | null) =>
  owner === null ? null : books.people.get(owner)!.referrer

function findLimit(
  books: Books,
  { owner, referrer }: Owners,
  { worth, before, pays, share }: Grant,
): string | null {
  if (worth <= before) return null
  if (worth > LIMITS.sale) return 'over-sale-limit'
  const referred = referrer === null ? 0n : computeShare(worth, share)
  if (pays !== null && worth + referred - pays > books.mostLoss) return 'over-loss-limit'
  const credited = owner === null ? 0n : books.people.get(owner)!.credited + worth - before
  return credited > LIMITS.day ? 'over-day-limit' : null
}

const least = (one: bigint, other: bigint) => (one < other ? one : other)

const hasLeft = (books: Books, name: string | null) => name !== null && books.people.get(name)!.left

const computeShare = (cashback: bigint, share: bigint) => (cashback * share) / 10_000n

const getGranted = (c: Conversion | undefined) => (c?.state === 'approved' ? c.cashback : 0n)

export function sumHouse(books: Books): { commission: bigint; cashback: bigint; referral: bigint } {
  const house = { commission: 0n, cashback: 0n, referral: 0n }
  for (const { state, commission, cashback, reward } of books.conversions.values()) {
    if (state !== 'approved') continue
    house.commission += commission ?? 0n
    house.cashback += cashback
    house.referral += reward
  }
  return house
}

function computeCashback(rate: Rate, amount: bigint, accept: Accept | null = null): bigint {
  if (typeof accept === 'bigint') return accept
  if (rate === null) return 0n
  const whole = 'percent' in rate ? (amount * rate.percent) / 10_000n : rate.rupees ? rate.flat : 0n
  return rate.cap === null || whole < rate.cap || accept === 'in-full' ? whole : rate.cap
}

/** Changes the grant of a sale for its owner, and the referrer's part of it. */
function grant(
  books: Books,
  { owner, referrer }: Owners & { owner: string },
  { from, to, share, rewarded }: { from: bigint; to: bigint; share: bigint; rewarded: bigint },
): bigint {
  settle(books, owner, to - from)
  if (to > from) books.people.get(owner)!.credited += to - from
  callOff(books, owner)
  if (referrer === null) return 0n
  const part = computeShare(to, share)
  const reward = hasLeft(books, referrer) ? least(part, rewarded) : part
  settle(books, referrer, reward - rewarded)
  callOff(books, referrer)
  return reward
}

/** What somebody who has left lacks is first taken of what they gave up. */
function settle(books: Books, name: string, by: bigint): void {
  const person = books.people.get(name)!
  const lacks = -by - above(person.owed)
  const back = least(above(lacks), person.gaveUp)
  person.gaveUp -= back
  move(books, name, back)
  move(books, name, by)
}

/** The fact of a withdrawal that was cancelled because its owner has a debt. */
export const CALLED_OFF = 'called off'

/** While a person has a debt, requested withdrawals are cancelled, the latest first. */
export function callOff(books: Books, name: string, fact = CALLED_OFF): void {
  const person = books.people.get(name)!
  const requested = [...books.withdrawals.values()].filter(
    ({ owner, state }) => owner === name && state === 'requested',
  )
  for (let last = requested.pop(); last && person.owed < 0n; last = requested.pop()) {
    last.state = 'cancelled'
    last.fact = fact
    move(books, name, last.amount)
  }
}

/** Changes the balance and records the movement of the wallet. */
export function move(books: Books, name: string, by: bigint): void {
  if (by === 0n) return
  const person = books.people.get(name)!
  const [before, after] = [person.owed, person.owed + by]
  const [held, holds] = [above(before), above(after)]
  const note = (change: bigint, rest: bigint) => person.movements.push({ by: change, holds: rest })
  if (by > 0n) {
    note(by, held + by)
    // A debt is deducted immediately.
    if (before < 0n) note(holds - held - by, holds)
  } else if (held > 0n) note(holds - held, holds)
  person.owed = after
}

const above = (value: bigint) => (value > 0n ? value : 0n)

/** The platform gets the balance. */
export function giveUp(books: Books, name: string): void {
  const person = books.people.get(name)!
  const balance = above(person.owed)
  person.gaveUp += balance
  move(books, name, -balance)
}

/** Assigns a guest's click and its reports to a member, as if they came now. False: the click is not free. */
export function claim(books: Books, name: string, clickId: string): boolean {
  const click = books.clicks.get(clickId)
  if (!click || click.owner !== null) return false
  click.owner = name
  const { share } = click
  for (const conversion of books.conversions.values())
    if (conversion.click === clickId) {
      const earns = conversion.state === 'pending' || conversion.state === 'approved'
      const referrer = findReferrer(books, name)
      Object.assign(conversion, { owner: name, referrer })
      conversion.cashback = earns ? computeCashback(click.rate, conversion.amount ?? 0n) : 0n
      const { cashback: worth, commission: pays } = conversion
      const isFree = conversion.accepted || conversion.state !== 'approved'
      const limit = !isFree && findLimit(books, { owner: name, referrer }, { worth, before: 0n, pays, share })
      if (limit) {
        conversion.state = 'pending'
        books.inbox[conversion.shows]!.verdict = `quarantined: ${limit}`
      }
      if (conversion.state === 'pending') conversion.lastPending = conversion.cashback
      const change = { from: 0n, to: getGranted(conversion), share, rewarded: 0n }
      conversion.reward = grant(books, { owner: name, referrer }, change)
    }
  return true
}

export function sumWallet(books: Books, name: string) {
  const mine = <T extends { owner: string | null }>(all: Map<string, T>) =>
    [...all.values()].filter(({ owner }) => owner === name)
  const sum = (amounts: bigint[]) => amounts.reduce((a, b) => a + b, 0n)
  const { owed } = books.people.get(name)!
  const pending = mine(books.conversions).filter(({ state }) => state === 'pending')
  const underWay = mine(books.withdrawals).filter(
    ({ state }) => state === 'requested' || state === 'processing' || state === 'unknown',
  )
  return {
    available: above(owed),
    pending: sum(pending.map((c) => c.cashback)),
    onItsWay: sum(underWay.map((w) => w.amount)),
    debt: above(-owed),
    paid: sum(
      mine(books.withdrawals)
        .filter(({ state }) => state === 'paid')
        .map((w) => w.amount),
    ),
  }
}

/** Entries of the history that do not move the wallet: pending, rejected, and what became a debt. */
export function notInWallet(books: Books, name: string): bigint[] {
  const conversions = [...books.conversions.values()]
    .filter((c) => c.owner === name)
    .map((c) => (c.state === 'pending' ? c.cashback : c.state === 'rejected' ? c.lastPending : 0n))
    .filter((amount) => amount > 0n)
  return [...conversions, ...books.people.get(name)!.corrected]
}
