// The model of a payout provider: its transfers, and what the application knows of them. It imports nothing of the
// application. A request to the provider has two parts, because other steps may happen in between.
import {
  type Books,
  type Brought,
  type Manner,
  type Order,
  type Question,
  type Transfer,
  type Turn,
} from './books'
import { advance } from './withdrawals'

/** Placeholder for the reference that the provider reports. */
export const ITS_REFERENCE = 'as the provider says'

const REASONS = {
  failed: 'The account is closed',
  reversed: 'The account is closed',
  refused: 'Invalid VPA. Please enter a valid VPA',
  small: 'It is less than Rs. 1.00',
}

/** Queries a withdrawal, or requests its payment; does nothing while another request is in progress. */
export function beginAsking(books: Books, id: string, manner: Manner, key: string): void {
  const withdrawal = books.withdrawals.get(id)
  const order = withdrawal?.order
  if (!order || order.stage === 'done' || order.asked !== null) return
  if (withdrawal.state !== 'processing' && withdrawal.state !== 'unknown') return
  const from = order.stage
  if (from === 'ready') order.stage = 'sending'
  order.asked = key
  const brought = from === 'ready' ? tellToPay(order, withdrawal.amount, manner) : lookFor(order)
  books.questions.set(key, {
    withdrawal: id,
    from,
    // RazorpayX is idempotent, so an unknown order is sent again.
    brought:
      brought === 'nothing' && from === 'asking' && order.provider === 'razorpayx'
        ? tellToPay(order, withdrawal.amount, manner)
        : brought,
  })
}

const lookFor = (order: Order): Brought => order.transfer.at(-1)?.state ?? 'nothing'

function tellToPay(order: Order, amount: bigint, manner: Manner): Brought {
  if (amount < 100n) return { refused: REASONS.small }
  order.told++
  if (manner === 'refused') return { refused: REASONS.refused }
  if (manner === 'down') return 'lost'
  order.transfer.push({ state: manner === 'broken' ? 'pending' : manner })
  return manner === 'broken' ? 'lost' : manner
}

/** Processes the result of the request; false: it was never made. */
export function endAsking(books: Books, key: string): boolean {
  const question = books.questions.get(key)
  if (!question) return false
  books.questions.delete(key)
  takeIn(books, key, question)
  return true
}

function takeIn(books: Books, key: string, question: Question): void {
  const { withdrawal: id, from, brought } = question
  if (brought !== 'lost' && brought !== 'nothing') return applyStatus(books, id, brought)
  const { order, state } = books.withdrawals.get(id)!
  // A webhook has arrived in between.
  if (order!.asked !== key) return
  order!.asked = null
  order!.stage = from === 'ready' ? 'asking' : from
  if (from === 'ready' && state === 'processing') advance(books, id, 'unknown', '')
}

/** Changes the transfer at the provider without a webhook; false: impossible in this state. */
export function turn(books: Books, id: string, to: Turn): boolean {
  const transfer = books.withdrawals.get(id)?.order?.transfer
  const now = transfer?.at(-1)?.state
  const mayBecome: Record<string, Turn[]> = {
    pending: ['paid', 'paid quietly', 'failed', 'reversed'],
    'paid quietly': ['paid', 'reversed'],
    paid: ['reversed'],
  }
  if (!now || !mayBecome[now]?.includes(to)) return false
  transfer!.push({ state: to })
  return true
}

/** Receives a webhook, possibly repeated or out of order. */
export function hear(books: Books, id: string, place: number): void {
  const { order } = books.withdrawals.get(id)!
  if (order!.heard.includes(place)) return
  order!.heard.push(place)
  applyStatus(books, id, order!.transfer[place]!.state)
}

/** Applies a state reported by the provider. */
function applyStatus(books: Books, id: string, said: Transfer['state'] | { refused: string }): void {
  const { order, state } = books.withdrawals.get(id)!
  const over = () => Object.assign(order!, { stage: 'done', asked: null, wasReversed: said === 'reversed' })
  if (state === 'processing' || state === 'unknown') {
    if (said === 'pending' || said === 'paid quietly') Object.assign(order!, { stage: 'sent', asked: null })
    else {
      over()
      if (said === 'paid') advance(books, id, 'paid', ITS_REFERENCE)
      else advance(books, id, 'refunded', typeof said === 'object' ? said.refused : REASONS[said])
    }
  } else if (state === 'paid' && said === 'reversed') {
    over()
    advance(books, id, 'returned', REASONS.reversed)
  } else if (state === 'paid' && (said === 'failed' || typeof said === 'object'))
    throw new Error('the model: failed after it was paid')
  else if (state === 'refunded' && (said === 'paid' || said === 'paid quietly') && !order!.wasReversed)
    throw new Error('the model: paid after it was given back')
}
