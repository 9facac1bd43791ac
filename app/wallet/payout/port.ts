import { z } from 'zod/v4'
import { paise, type Paise } from '~/formats/money'
import type { BankDetails, UpiDetails } from '../details/payout-details'

export type ProviderName = 'razorpayx' | 'cashfree'

export const LEAST_PAYOUT: Paise = paise(100n)

export interface Order {
  /** The idempotency key, 'withdrawal-7'. */
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
  /** Null: the provider has no such order. Throws ProviderFailure. */
  find(order: Pick<Order, 'reference'>): Promise<Told | null>
  /** The key that identifies repeats of the event; null: the signature is invalid. */
  authenticate(headers: Headers, body: string): string | null
  readEvent(body: string): PayoutEvent
}

const REFERENCE = /^withdrawal-([1-9]\d{0,14})$/

export const referenceOf = (withdrawalId: number) => `withdrawal-${withdrawalId}`

export function readReference(reference: string | null): number | null {
  const match = REFERENCE.exec(reference ?? '')
  return match ? z.coerce.number().parse(match[1]) : null
}

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
