import { createHash } from 'node:crypto'
import { paise, type Paise } from '~/formats/money'
import type { BankDetails, UpiDetails } from '../details/payout-details'
import type { Withdrawal } from '../withdrawals/withdrawal'

export type ProviderName = 'razorpayx' | 'cashfree'

export const LEAST_PAYOUT: Paise = paise(100n)

export interface Order {
  /** The idempotency key: `payout_orders.reference`. */
  reference: string
  amount: Paise
  /** Not the member's name, which may change. */
  payee: string
  to: ({ method: 'bank' } & BankDetails) | ({ method: 'upi' } & UpiDetails)
}

export type Told = {
  number: string
  word: string
  code: string | null
  amount: Paise
} & (
  | { says: 'pending' }
  /** An undocumented state: nothing follows from it. */
  | { says: 'unclear' }
  /** The UTR may follow later; `isCredited`: the payee's bank has credited it. */
  | { says: 'paid'; utr: string | null; isCredited: boolean }
  | { says: 'failed'; reason: string }
  | { says: 'reversed'; reason: string }
)

export interface PayoutEvent {
  kind: string
  reference: string | null
  /** Null: the event has no state of an order. */
  told: Told | null
}

export class OrderRefused extends Error {
  override name = 'OrderRefused'
  constructor(
    readonly reason: string,
    readonly isRepeat: boolean,
  ) {
    super('refused')
  }
}

export interface PayoutProvider {
  name: ProviderName
  /** Whether an order can be sent again after a lost response; see send-due.server.ts for stage 'sending'. */
  repeatsSafely: boolean
  /** Throws OrderRefused, or ProviderFailure if the result is unknown or nothing was done. */
  send(order: Order): Promise<Told>
  /** Of several payouts the one with the number. Null: the provider has no such order. Throws ProviderFailure. */
  find(order: Pick<Order, 'reference'>, number: string | null): Promise<Told | null>
  /** The key that identifies repeats of the event; null: the signature is invalid. */
  authenticate(headers: Headers, body: string): string | null
  readEvent(body: string): PayoutEvent
}

/**
 * 'pay-' and 128 bits, the 36 characters that RazorpayX allows. The row's random key makes it unique although a database
 * restored from a backup gives ids again; the same row restored has the same reference, so it is not paid again.
 */
export function newReference({ id, user_id, request_key, created_at }: Withdrawal): string {
  const facts = ['payout', id, user_id, request_key, created_at.toISOString()].join('\0')
  return `pay-${createHash('sha256').update(facts).digest('hex').slice(0, 32)}`
}

/** Also of orders from before the references of today. Another program may use the same account of the provider. */
export const isOurReference = (reference: string) => /^(?:pay-[0-9a-f]{32}|withdrawal-\d+)$/.test(reference)

/** Our own low balance is nothing that the payee could fix; the operator sees the code. */
const OUR_BALANCE = /^(insufficient|low)_balance$/i

export const providerFailure = (text: string | null | undefined, code: string | null): string =>
  OUR_BALANCE.test(code ?? '') ? 'It could not be sent just now, please ask again' : providerReason(text)

export function providerReason(text: string | null | undefined): string {
  const line = (text ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim()
  // Long numbers may be account numbers.
  const plain = line.replace(/\d{6,}/g, '…').replace(/\.$/, '')
  return plain.slice(0, 160) || 'The bank did not accept the payment'
}
