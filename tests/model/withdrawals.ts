// The model of withdrawals and holds. It imports nothing of the application.
import { isBlocked } from './signals'
import { giveUp, move, sumWallet, type Books, type Order, type Provider, type WithdrawalState } from './books'

const newOrder = (provider: Provider): Order => ({
  provider,
  stage: 'ready',
  asked: null,
  told: 0,
  transfer: [],
  heard: [],
  wasReversed: false,
})

/** The order may be with the provider, so the operator may not settle it by hand. */
const isOut = (order: Order | null): order is Order =>
  order !== null && order.stage !== 'ready' && order.stage !== 'done'

/** Idempotent by key; the same key with another amount is refused. */
export function withdraw(books: Books, name: string, amount: bigint, key: string): string {
  if (amount === 0n) return 'invalid-amount'
  const earlier = books.withdrawals.get(`${name} ${key}`)
  if (earlier) return earlier.amount === amount ? 'done' : 'key-reused'
  const { available } = sumWallet(books, name)
  if (available === 0n) return 'empty-wallet'
  if (amount > available) return `over-balance: ${available}`
  if (books.people.get(name)!.held !== null) return 'on-hold'
  move(books, name, -amount)
  books.withdrawals.set(`${name} ${key}`, {
    owner: name,
    amount,
    state: 'requested',
    fact: '',
    utr: null,
    destination: books.saves.findLast(({ member }) => member === name)?.destination ?? name,
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

/** A reference given to several withdrawals; any other belongs to one withdrawal. */
export const SHARED_UTR = 'B'

/** Repeating a step with the same fact is idempotent. */
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
  if (step === 'processing') {
    const blocker = findBlocker(books, withdrawal.owner)
    if (blocker) return blocker
  }
  if (step === 'processing' && books.provider) withdrawal.order = newOrder(books.provider)
  withdrawal.state = step
  withdrawal.fact = fact
  if (step === 'cancelled' || step === 'refunded' || step === 'returned')
    move(books, withdrawal.owner, withdrawal.amount)
  const owner = books.people.get(withdrawal.owner)!
  if (step === 'returned' && owner.left) giveUp(books, withdrawal.owner)
  return 'done'
}

/** Null: nothing prevents approval or export. */
export function findBlocker(books: Books, name: string, despiteDebt = false): string | null {
  const { owed, held } = books.people.get(name)!
  if (owed < 0n && !despiteDebt) return `owes: ${-owed}`
  if (held !== null) return 'on-hold'
  return isBlocked(books, name) ? 'signal-open' : null
}

export function hold(books: Books, name: string, on: boolean): string {
  const person = books.people.get(name)!
  const wasHeld = person.held !== null
  person.held = on ? 'own' : null
  return on || wasHeld ? 'done' : 'nothing held'
}

/** Refused while a provider has the order. */
export function settle(books: Books, id: string, step: 'paid' | 'refunded', fact: string): string {
  const order = books.withdrawals.get(id)?.order ?? null
  if (isOut(order)) return `with-provider: ${order.provider}`
  const answer = advance(books, id, step, fact)
  if (answer === 'done' && order) Object.assign(order, { stage: 'done', asked: null })
  return answer
}
