/** Withdrawals said a second time: asking, holds, and every step after that. It imports nothing of the application. */
import { move, walletOf, type Books, type Order, type Provider, type WithdrawalState } from './books'

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

/** A person asks for money; the same key is the same request, and with another amount none. Gives the answer. */
export function withdraw(books: Books, name: string, amount: bigint, key: string): string {
  if (amount === 0n) return 'invalid-amount'
  const earlier = books.withdrawals.get(`${name} ${key}`)
  if (earlier) return earlier.amount === amount ? 'done' : 'key-reused'
  const { available } = walletOf(books, name)
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
  if (step === 'processing') {
    const obstacle = obstacleOf(books, withdrawal.owner)
    if (obstacle) return obstacle
  }
  if (step === 'processing' && books.provider) withdrawal.order = newOrder(books.provider)
  withdrawal.state = step
  withdrawal.fact = fact
  if (step === 'cancelled' || step === 'refunded' || step === 'returned')
    move(books, withdrawal.owner, withdrawal.amount)
  return 'done'
}

/** Why nothing is approved for a person, or sent to the bank; null: nothing stands against it. */
export function obstacleOf(books: Books, name: string, despiteDebt = false): string | null {
  const { owed, held } = books.people.get(name)!
  if (owed < 0n && !despiteDebt) return `owes: ${-owed}`
  return held === null ? null : 'on-hold'
}

/** The operator puts a person's withdrawals on hold, or lifts that; gives the answer. */
export function hold(books: Books, name: string, on: boolean): string {
  const person = books.people.get(name)!
  const wasHeld = person.held !== null
  person.held = on ? 'own' : null
  return on || wasHeld ? 'done' : 'nothing held'
}

/** The operator says what became of a withdrawal; what a provider has is the provider's to say. Gives the answer. */
export function settle(books: Books, id: string, step: 'paid' | 'refunded', fact: string): string {
  const order = books.withdrawals.get(id)?.order ?? null
  if (isOut(order)) return `with-provider: ${order.provider}`
  const answer = advance(books, id, step, fact)
  if (answer === 'done' && order) Object.assign(order, { stage: 'done', asked: null })
  return answer
}
