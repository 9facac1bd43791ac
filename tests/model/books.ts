/**
 * The rules said a second time, as plain data and pure steps: what the proofs compare the real ledger with. It imports
 * nothing of the application. Where the ledger moves amounts between accounts, this keeps one number a person, what he is
 * owed in all: above zero it is the wallet, below zero the debt. Amounts are paise.
 */
import type { Adjustment } from './adjustments'
import type { Departure } from './departures'
import type { Settled } from './payments'

export type Kind = 'pending' | 'approved' | 'rejected' | 'reversed'

/** What a click promised. Basis points of the sale, or a flat sum; a flat sum in foreign money earns nothing. */
export type Rate =
  { percent: bigint; cap: bigint | null } | { flat: bigint; rupees: boolean; cap: bigint | null } | null

export interface Click {
  /** Null: a guest's. */
  owner: string | null
  network: string
  rate: Rate
}

export interface Report {
  network: string
  /** The network's id of the sale. */
  sale: string
  click: string
  kind: Kind
  amount: bigint | null
  /** What the network pays us for it; null: it does not say. */
  commission?: bigint | null
}

/** What the operator credits who accepts a report: by the rate alone, up to the cap, or so much. */
export type Accept = 'in-full' | 'up-to-cap' | bigint

interface Conversion {
  /** The place of the report that it shows, in the order of receipt. */
  shows: number
  click: string
  owner: string | null
  state: Kind
  amount: bigint | null
  /** What its owner holds of it: pending or granted, by the state. */
  cashback: bigint
  /** Whoever referred its owner when it was first reported. */
  referrer: string | null
  commission: bigint | null
  /** The operator let it pass. */
  accepted: boolean
  /** The last that was pending and not nothing. */
  lastPending: bigint
}

interface Person {
  referrer: string | null
  /** Granted and referred, less what was withdrawn. */
  owed: bigint
  /** Cashback that came into the wallet; what was taken back counts all the same. */
  credited: bigint
  /** Withdrawals are on hold: by the operator's word, or because an earlier account with the number was. */
  held: 'own' | 'inherited' | null
  /** Every movement of the wallet with what the wallet held after it, oldest first. */
  movements: { by: bigint; holds: bigint }[]
  /** What corrections took that the wallet did not have; below zero. */
  corrected: bigint[]
}

export type WithdrawalState =
  'requested' | 'processing' | 'unknown' | 'paid' | 'refunded' | 'cancelled' | 'returned'

interface Withdrawal {
  owner: string
  amount: bigint
  state: WithdrawalState
  /** The reference or reason of its last step. */
  fact: string
  /** The reference that the operator gave its payment; null: none. */
  utr: string | null
  /** Null: it was not approved, or it is paid by hand. */
  order: Order | null
}

export type Provider = 'razorpayx' | 'cashfree'

/** How the provider treats the next order to pay. `broken`: made, and the answer is an error. `down`: not made. */
export type Manner = 'pending' | 'paid' | 'failed' | 'refused' | 'broken' | 'down'

/** What a transfer becomes at the provider by itself. `quietly`: without the bank's reference, which follows. */
export type Turn = 'paid' | 'paid quietly' | 'failed' | 'reversed'

export interface Transfer {
  state: 'pending' | Turn
}

export interface Order {
  provider: Provider
  /** Sending: somebody is at it. Asking: it may have been sent, nobody knows. Sent: the provider said that it has it. */
  stage: 'ready' | 'sending' | 'asking' | 'sent' | 'done'
  /** Which question is under way. */
  asked: string | null
  /** How often the provider was told to pay. */
  told: number
  /** What the provider has, from its first state to the last; empty: nothing. */
  transfer: Transfer[]
  /** Which of its reports came, by their place in `transfer`. */
  heard: number[]
  /** The last that was taken in was that the money came back. */
  wasReversed: boolean
}

/** What a question brought: a state, a refusal with its reason, or nothing. `lost`: it may have acted. */
export type Brought = Transfer['state'] | { refused: string } | 'nothing' | 'lost'

/** A question that is under way. */
export interface Question {
  withdrawal: string
  /** The stage before it. */
  from: Order['stage']
  brought: Brought
}

/** A report that was received, and what became of it; null: it is not applied yet. */
export interface Received {
  report: Report
  verdict: string | null
  /** The operator has decided about it. */
  resolved: boolean
}

export interface Books {
  people: Map<string, Person>
  /** In the order of receipt. */
  inbox: Received[]
  /** Where the report stands there of each step that is under way. */
  places: Map<string, number>
  /** Reports from this place on do not see each other while they are open; null: each sees all. */
  blindFrom: number | null
  clicks: Map<string, Click>
  /** By network and the network's id. */
  conversions: Map<string, Conversion>
  /** By owner and the key of the form. */
  withdrawals: Map<string, Withdrawal>
  /** Who pays what is approved; null: the operator, by hand. */
  provider: Provider | null
  departures: Departure[]
  /** By the key of each. */
  adjustments: Map<string, Adjustment>
  /** What networks paid and what was written off, by reference. */
  settled: Map<string, Settled>
  /** How much more than the commission a sale may cost us. */
  mostLoss: bigint
  /** What the provider is being asked. */
  questions: Map<string, Question>
}

/** No sale loses as much. */
export const NO_LOSS = 1_000_000_00n

/** Members by name, each with the name of whoever referred him. */
export const openBooks = (
  members: Record<string, string | null>,
  provider: Provider | null = null,
): Books => ({
  people: new Map(
    Object.entries(members).map(([name, referrer]) => [
      name,
      { referrer, owed: 0n, credited: 0n, held: null, movements: [], corrected: [] },
    ]),
  ),
  inbox: [],
  places: new Map(),
  blindFrom: null,
  clicks: new Map(),
  conversions: new Map(),
  withdrawals: new Map(),
  provider,
  departures: [],
  adjustments: new Map(),
  settled: new Map(),
  mostLoss: NO_LOSS,
  questions: new Map(),
})

export const copyBooks = (books: Books): Books => structuredClone(books)

/** A row a state: what each report makes of a conversion. */
const TABLE: Record<'none' | Kind, Record<Kind, Kind | 'repeat' | 'stale' | 'quarantine'>> = {
  none: { pending: 'pending', approved: 'approved', rejected: 'rejected', reversed: 'rejected' },
  pending: { pending: 'pending', approved: 'approved', rejected: 'rejected', reversed: 'rejected' },
  approved: { pending: 'stale', approved: 'approved', rejected: 'reversed', reversed: 'reversed' },
  rejected: { pending: 'quarantine', approved: 'quarantine', rejected: 'repeat', reversed: 'repeat' },
  reversed: { pending: 'quarantine', approved: 'quarantine', rejected: 'repeat', reversed: 'repeat' },
}

/** The higher one stands, whatever came first. */
export const RANK: Record<Kind, number> = { pending: 0, approved: 1, rejected: 2, reversed: 2 }

/** What a report that stands at this place in the order of receipt comes to; gives the verdict on it. */
export function judge(books: Books, place: number, accept: Accept | null): string {
  const { network, sale, click: clickId, kind, amount, commission } = books.inbox[place]!.report
  const click = books.clicks.get(clickId)
  if (!click || click.network !== network) return 'quarantined: unknown-click'
  const gives = kind === 'pending' || kind === 'approved'
  if (gives && click.rate && 'percent' in click.rate && amount === null) return 'quarantined: unusable-amount'
  const key = `${network} ${sale}`
  const now = books.conversions.get(key)
  const isMine = now?.click === clickId
  const isLate = isMine && place < now.shows
  const owner = now ? now.owner : click.owner
  const wasAccepted = now?.accepted && now.state === kind && now.amount === amount
  const worth = wasAccepted && accept === null ? now.cashback : worthOf(click.rate, amount ?? 0n, accept)
  const cashback = gives && owner !== null ? worth : 0n

  const isOverruled = accept !== null && !isLate && gives && now && RANK[now.state] === 2
  const next = TABLE[isOverruled || !now ? 'none' : now.state][kind]
  const isSame = now?.state === next && now.cashback === cashback && now.amount === amount
  const isOver = next === 'quarantine' || (next in RANK && !isSame && RANK[kind] <= RANK[now?.state ?? kind])
  if (isLate && (isOver || (now.accepted && next in RANK && !isSame))) return 'superseded'
  if (now && !isMine) return 'quarantined: other-click'

  if (next === 'quarantine') return 'quarantined: after-rejection'
  if (next === 'stale') return next
  if (now && (next === 'repeat' || isSame)) {
    if (!isLate) Object.assign(now, { shows: place, commission: commission ?? now.commission })
    return 'repeat'
  }
  const isFree = accept !== null || next !== 'approved'
  const pays = commission ?? now?.commission ?? null
  const referrer = now ? now.referrer : referrerOf(books, owner)
  const limit = !isFree && limitOf(books, { owner, referrer }, { worth, before: grantedOf(now), pays })
  if (limit) return `quarantined: ${limit}`
  if (isLate && !gives) books.inbox[now.shows]!.verdict = 'quarantined: after-rejection'

  if (owner !== null) grant(books, { owner, referrer }, grantedOf(now), next === 'approved' ? cashback : 0n)
  books.conversions.set(key, {
    shows: place,
    click: clickId,
    owner,
    state: next as Kind,
    amount: gives ? amount : (now?.amount ?? null),
    cashback,
    referrer,
    commission: pays,
    accepted: accept !== null,
    lastPending: next === 'pending' && cashback > 0n ? cashback : (now?.lastPending ?? 0n),
  })
  return 'applied'
}

/**
 * What one sale may credit, and one member in all, as no life of the model is longer than a day.
 */
export const LIMITS = { sale: 300_000_00n, day: 300_500_00n }

/** What a sale is worth to its shopper, what of that is granted already, and what the network says that it pays us. */
interface Grant {
  worth: bigint
  before: bigint
  pays: bigint | null
}

interface Owners {
  owner: string | null
  referrer: string | null
}

const referrerOf = (books: Books, owner: string | null) =>
  owner === null ? null : books.people.get(owner)!.referrer

function limitOf(books: Books, { owner, referrer }: Owners, { worth, before, pays }: Grant): string | null {
  if (worth <= before) return null
  if (worth > LIMITS.sale) return 'over-sale-limit'
  const referred = referrer === null ? 0n : worth / 5n
  if (pays !== null && worth + referred - pays > books.mostLoss) return 'over-loss-limit'
  const credited = owner === null ? 0n : books.people.get(owner)!.credited + worth - before
  return credited > LIMITS.day ? 'over-day-limit' : null
}

const grantedOf = (c: Conversion | undefined) => (c?.state === 'approved' ? c.cashback : 0n)

/** What the house has of all sales: the commission that networks owe it and it has earned, and what it gave of that. */
export function houseOf(books: Books): { commission: bigint; cashback: bigint; referral: bigint } {
  const house = { commission: 0n, cashback: 0n, referral: 0n }
  for (const { state, commission, cashback, referrer } of books.conversions.values()) {
    if (state !== 'approved') continue
    house.commission += commission ?? 0n
    house.cashback += cashback
    if (referrer !== null) house.referral += cashback / 5n
  }
  return house
}

function worthOf(rate: Rate, amount: bigint, accept: Accept | null = null): bigint {
  if (typeof accept === 'bigint') return accept
  if (rate === null) return 0n
  const whole = 'percent' in rate ? (amount * rate.percent) / 10_000n : rate.rupees ? rate.flat : 0n
  return rate.cap === null || whole < rate.cap || accept === 'in-full' ? whole : rate.cap
}

/** Brings one conversion's grant from one sum to another, for its owner and for whoever referred him: a fifth of it. */
function grant(
  books: Books,
  { owner, referrer }: Owners & { owner: string },
  from: bigint,
  to: bigint,
): void {
  move(books, owner, to - from)
  if (to > from) books.people.get(owner)!.credited += to - from
  callOff(books, owner)
  if (referrer === null) return
  move(books, referrer, to / 5n - from / 5n)
  callOff(books, referrer)
}

/** The fact of a withdrawal that was called off because its owner owed us. */
export const CALLED_OFF = 'called off'

/** While a person owes us, what was asked for last and is not approved comes back; `fact`: why. */
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

/** Changes what a person is owed, and writes down what his wallet sees of it. */
export function move(books: Books, name: string, by: bigint): void {
  if (by === 0n) return
  const person = books.people.get(name)!
  const [before, after] = [person.owed, person.owed + by]
  const [held, holds] = [above(before), above(after)]
  const note = (change: bigint, rest: bigint) => person.movements.push({ by: change, holds: rest })
  if (by > 0n) {
    note(by, held + by)
    // What was owed to us goes at once.
    if (before < 0n) note(holds - held - by, holds)
  } else if (held > 0n) note(holds - held, holds)
  person.owed = after
}

const above = (value: bigint) => (value > 0n ? value : 0n)

/** A member takes over a guest's click with what was reported of it, as if it came now; false: it is not free. */
export function claim(books: Books, name: string, clickId: string): boolean {
  const click = books.clicks.get(clickId)
  if (!click || click.owner !== null) return false
  click.owner = name
  for (const conversion of books.conversions.values())
    if (conversion.click === clickId) {
      const earns = conversion.state === 'pending' || conversion.state === 'approved'
      const referrer = referrerOf(books, name)
      Object.assign(conversion, { owner: name, referrer })
      conversion.cashback = earns ? worthOf(click.rate, conversion.amount ?? 0n) : 0n
      const { cashback: worth, commission: pays } = conversion
      const isFree = conversion.accepted || conversion.state !== 'approved'
      const limit = !isFree && limitOf(books, { owner: name, referrer }, { worth, before: 0n, pays })
      if (limit) {
        conversion.state = 'pending'
        books.inbox[conversion.shows]!.verdict = `quarantined: ${limit}`
      }
      if (conversion.state === 'pending') conversion.lastPending = conversion.cashback
      grant(books, { owner: name, referrer }, 0n, grantedOf(conversion))
    }
  return true
}

/** What a person's wallet holds. */
export function walletOf(books: Books, name: string) {
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
  }
}

/** What a person's history shows beside the movements of the wallet: what may still come, what did not, what became a debt. */
export function notInWallet(books: Books, name: string): bigint[] {
  const conversions = [...books.conversions.values()]
    .filter((c) => c.owner === name)
    .map((c) => (c.state === 'pending' ? c.cashback : c.state === 'rejected' ? c.lastPending : 0n))
    .filter((amount) => amount > 0n)
  return [...conversions, ...books.people.get(name)!.corrected]
}
