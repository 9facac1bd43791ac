/**
 * The rules said a second time, as plain data and pure steps: what the proofs compare the real ledger with. It imports
 * nothing of the application. Where the ledger moves amounts between accounts, this keeps one number a person, what he is
 * owed in all: above zero it is the wallet, below zero the debt. Amounts are paise.
 */
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
  /** The commission that the network says it pays us; without it the report names none. */
  payout?: bigint | null
}

interface Conversion {
  /** The place of the report that it shows, in the order of receipt. */
  shows: number
  click: string
  owner: string | null
  state: Kind
  amount: bigint | null
  /** The commission as it was named last. */
  payout: bigint | null
  /** What its owner holds of it: pending or granted, by the state. */
  cashback: bigint
  /** The last that was pending and not nothing. */
  lastPending: bigint
}

interface Person {
  referrer: string | null
  /** Granted and referred, less what was withdrawn. */
  owed: bigint
  /** Cashback that came into the wallet; what was taken back counts all the same. */
  credited: bigint
  /** Every movement of the wallet with what the wallet held after it, oldest first. */
  movements: { by: bigint; holds: bigint }[]
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
interface Received {
  report: Report
  verdict: string | null
}

export interface Books {
  people: Map<string, Person>
  /** In the order of receipt. */
  inbox: Received[]
  /** Where the report stands there of each step that is under way. */
  places: Map<string, number>
  clicks: Map<string, Click>
  /** By network and the network's id. */
  conversions: Map<string, Conversion>
  /** By owner and the key of the form. */
  withdrawals: Map<string, Withdrawal>
  /** Who pays what is approved; null: the operator, by hand. */
  provider: Provider | null
  /** What the provider is being asked. */
  questions: Map<string, Question>
}

export const newOrder = (provider: Provider): Order => ({
  provider,
  stage: 'ready',
  asked: null,
  told: 0,
  transfer: [],
  heard: [],
  wasReversed: false,
})

/** Where the operator may settle a withdrawal by hand: it was never sent, or it is over. */
export const isOut = (order: Order | null): order is Order =>
  order !== null && order.stage !== 'ready' && order.stage !== 'done'

/** Members by name, each with the name of whoever referred him. */
export const openBooks = (
  members: Record<string, string | null>,
  provider: Provider | null = null,
): Books => ({
  people: new Map(
    Object.entries(members).map(([name, referrer]) => [
      name,
      { referrer, owed: 0n, credited: 0n, movements: [] },
    ]),
  ),
  inbox: [],
  places: new Map(),
  clicks: new Map(),
  conversions: new Map(),
  withdrawals: new Map(),
  provider,
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
const RANK: Record<Kind, number> = { pending: 0, approved: 1, rejected: 2, reversed: 2 }

/** Takes a report in; gives its place in the order of receipt. */
export const receive = (books: Books, one: Report): number =>
  books.inbox.push({ report: one, verdict: null }) - 1

/** What a network's report does that is applied as it comes; gives the verdict on it. */
export const report = (books: Books, one: Report): string => apply(books, receive(books, one))

/** What a report does that was received; gives the verdict on it. Older ones that are open count as not there yet. */
export function apply(books: Books, place: number): string {
  const received = books.inbox[place]!
  const verdict = judge(books, received.report, place)
  received.verdict = verdict
  if (verdict === 'applied' || verdict === 'repeat') supersede(books, place)
  return verdict
}

/** What waits in quarantine is over when the sale shows a later report that is worth no less. */
function supersede(books: Books, place: number): void {
  const by = books.inbox[place]!.report
  for (const older of books.inbox.slice(0, place)) {
    const { network, sale, click, kind } = older.report
    const isSame = network === by.network && sale === by.sale && click === by.click
    if (isSame && RANK[kind] <= RANK[by.kind] && older.verdict?.startsWith('quarantined'))
      older.verdict = 'superseded'
  }
}

function judge(books: Books, one: Report, place: number): string {
  const { network, sale, click: clickId, kind, amount } = one
  const click = books.clicks.get(clickId)
  if (!click || click.network !== network) return 'quarantined: unknown-click'
  const gives = kind === 'pending' || kind === 'approved'
  if (gives && click.rate && 'percent' in click.rate && amount === null) return 'quarantined: unusable-amount'
  const key = `${network} ${sale}`
  const now = books.conversions.get(key)
  const isMine = now?.click === clickId
  const isLate = isMine && place < now.shows
  const owner = now ? now.owner : click.owner
  const worth = worthOf(click.rate, amount ?? 0n)
  const cashback = gives && owner !== null ? worth : 0n

  const next = TABLE[now?.state ?? 'none'][kind]
  const isSame = now?.state === next && now.cashback === cashback && now.amount === amount
  const isOver = next === 'quarantine' || (next in RANK && !isSame && RANK[kind] <= RANK[now?.state ?? kind])
  if (isLate && isOver) return 'superseded'
  if (now && !isMine) return 'quarantined: other-click'

  if (next === 'quarantine') return 'quarantined: after-rejection'
  if (next === 'stale') return next
  if (now && (next === 'repeat' || isSame)) {
    if (!isLate) now.payout = one.payout ?? now.payout
    now.shows = Math.max(now.shows, place)
    return 'repeat'
  }
  const limit = next === 'approved' && limitOf(books, owner, worth, grantedOf(now))
  if (limit) return `quarantined: ${limit}`
  if (isLate && !gives) books.inbox[now.shows]!.verdict = 'quarantined: after-rejection'

  if (owner !== null) grant(books, owner, grantedOf(now), next === 'approved' ? cashback : 0n)
  books.conversions.set(key, {
    shows: place,
    click: clickId,
    owner,
    state: next as Kind,
    amount: gives ? amount : (now?.amount ?? null),
    payout: one.payout ?? now?.payout ?? null,
    cashback,
    lastPending: next === 'pending' && cashback > 0n ? cashback : (now?.lastPending ?? 0n),
  })
  return 'applied'
}

/**
 * What one sale may credit, and what one member in all, as no life of the model is longer than a day. No sale loses as much as
 * `loss`.
 */
export const LIMITS = { sale: 300_000_00n, day: 300_500_00n, loss: 1_000_000_00n }

function limitOf(books: Books, owner: string | null, worth: bigint, before: bigint): string | null {
  if (worth <= before) return null
  if (worth > LIMITS.sale) return 'over-sale-limit'
  const credited = owner === null ? 0n : books.people.get(owner)!.credited + worth - before
  return credited > LIMITS.day ? 'over-day-limit' : null
}

const grantedOf = (c: Conversion | undefined) => (c?.state === 'approved' ? c.cashback : 0n)

/** What the house has of all sales: the commission that networks owe it and it has earned, and what it gave of that. */
export function houseOf(books: Books): { commission: bigint; cashback: bigint; referral: bigint } {
  const house = { commission: 0n, cashback: 0n, referral: 0n }
  for (const { state, owner, payout, cashback } of books.conversions.values()) {
    if (state !== 'approved') continue
    house.commission += payout ?? 0n
    house.cashback += cashback
    if (owner !== null && books.people.get(owner)!.referrer !== null) house.referral += cashback / 5n
  }
  return house
}

function worthOf(rate: Rate, amount: bigint): bigint {
  if (rate === null) return 0n
  const whole = 'percent' in rate ? (amount * rate.percent) / 10_000n : rate.rupees ? rate.flat : 0n
  return rate.cap === null || whole < rate.cap ? whole : rate.cap
}

/** Brings one conversion's grant from one sum to another, for its owner and for whoever referred him: a fifth of it. */
function grant(books: Books, owner: string, from: bigint, to: bigint): void {
  move(books, owner, to - from)
  if (to > from) books.people.get(owner)!.credited += to - from
  callOff(books, owner)
  const { referrer } = books.people.get(owner)!
  if (referrer === null) return
  move(books, referrer, to / 5n - from / 5n)
  callOff(books, referrer)
}

/** The fact of a withdrawal that was called off because its owner owed us. */
export const CALLED_OFF = 'called off'

/** While a person owes us, what was asked for last and is not approved comes back. */
function callOff(books: Books, name: string): void {
  const person = books.people.get(name)!
  const requested = [...books.withdrawals.values()].filter(
    ({ owner, state }) => owner === name && state === 'requested',
  )
  for (let last = requested.pop(); last && person.owed < 0n; last = requested.pop()) {
    last.state = 'cancelled'
    last.fact = CALLED_OFF
    move(books, name, last.amount)
  }
}

/** Changes what a person is owed, and writes down what his wallet sees of it. */
function move(books: Books, name: string, by: bigint): void {
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
      conversion.owner = name
      conversion.cashback = earns ? worthOf(click.rate, conversion.amount ?? 0n) : 0n
      const limit = conversion.state === 'approved' && limitOf(books, name, conversion.cashback, 0n)
      if (limit) {
        conversion.state = 'pending'
        books.inbox[conversion.shows]!.verdict = `quarantined: ${limit}`
      }
      if (conversion.state === 'pending') conversion.lastPending = conversion.cashback
      grant(books, name, 0n, grantedOf(conversion))
    }
  return true
}

/** A person asks for money; the same key is the same request, and with another amount none. Gives the answer. */
export function withdraw(books: Books, name: string, amount: bigint, key: string): string {
  if (amount === 0n) return 'invalid-amount'
  const earlier = books.withdrawals.get(`${name} ${key}`)
  if (earlier) return earlier.amount === amount ? 'done' : 'key-reused'
  const { available } = walletOf(books, name)
  if (available === 0n) return 'empty-wallet'
  if (amount > available) return `over-balance: ${available}`
  move(books, name, -amount)
  books.withdrawals.set(`${name} ${key}`, {
    owner: name,
    amount,
    state: 'requested',
    fact: '',
    utr: null,
    order: null,
  })
  return 'done'
}

/** The states in which each step may start (docs/rules.md#31). */
const STEPS = {
  processing: ['requested'],
  cancelled: ['requested'],
  unknown: ['processing'],
  paid: ['processing', 'unknown'],
  refunded: ['processing', 'unknown'],
  returned: ['paid'],
} satisfies Record<string, WithdrawalState[]>

export type Step = keyof typeof STEPS
export const ALL_STEPS = Object.keys(STEPS) as Step[]

export const canStart = (step: Step, state: WithdrawalState): boolean =>
  (STEPS[step] as WithdrawalState[]).includes(state)

/** The operator's one reference that comes with several withdrawals; any other is the withdrawal's own. */
export const SHARED_UTR = 'B'

/** Takes a withdrawal on; the same step with the same fact again is a repeat. Gives the answer. */
export function advance(books: Books, id: string, step: Step, fact: string): string {
  const withdrawal = books.withdrawals.get(id)
  if (!withdrawal) return 'not-found'
  if (withdrawal.state === step && withdrawal.fact === fact) return 'done'
  if (!canStart(step, withdrawal.state)) return `wrong-status: ${withdrawal.state}`
  if (step === 'paid') {
    const others = [...books.withdrawals.values()].filter((other) => other !== withdrawal)
    if (fact === SHARED_UTR && others.some(({ utr }) => utr === fact)) return 'utr-used'
    withdrawal.utr = fact
  }
  if (step === 'processing' && books.provider) withdrawal.order = newOrder(books.provider)
  withdrawal.state = step
  withdrawal.fact = fact
  if (step === 'cancelled' || step === 'refunded' || step === 'returned')
    move(books, withdrawal.owner, withdrawal.amount)
  return 'done'
}

/** The operator says what became of a withdrawal; what a provider has is the provider's to say. Gives the answer. */
export function settle(books: Books, id: string, step: 'paid' | 'refunded', fact: string): string {
  const order = books.withdrawals.get(id)?.order ?? null
  if (isOut(order)) return `with-provider: ${order.provider}`
  const answer = advance(books, id, step, fact)
  if (answer === 'done' && order) Object.assign(order, { stage: 'done', asked: null })
  return answer
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

/** What a person's history shows beside the movements of the wallet: what may still come, and what did not. */
export function notInWallet(books: Books, name: string): bigint[] {
  return [...books.conversions.values()]
    .filter((c) => c.owner === name)
    .map((c) => (c.state === 'pending' ? c.cashback : c.state === 'rejected' ? c.lastPending : 0n))
    .filter((amount) => amount > 0n)
}
