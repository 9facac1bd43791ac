/** Who pays withdrawals out: what each provider of payouts gives. */
import { z } from 'zod/v4'
import { paise, type Paise } from '~/money'
import type { BankDetails, UpiDetails } from '../payout-details'

export type ProviderName = 'razorpayx' | 'cashfree'

/** The minimum payout of every provider. */
export const LEAST_PAYOUT: Paise = paise(100n)

/** One withdrawal as a provider hears of it. The same withdrawal always gives the same order, to the letter. */
export interface Order {
  /** 'withdrawal-7': the provider's idempotency key and reference. */
  reference: string
  amount: Paise
  /** What the provider calls the person: never the name, which may change. */
  payee: string
  to: ({ method: 'bank' } & BankDetails) | ({ method: 'upi' } & UpiDetails)
}

/** What a provider says of an order. */
export type Told = {
  /** Its own number for it. */
  number: string
  /** Its own word for how it stands, and the finer one that it may add. */
  word: string
  code: string | null
  amount: Paise
} & (
  | { says: 'pending' }
  /** Its word is none that it documents: nothing follows from it. */
  | { says: 'unclear' }
  /** The bank's reference may follow later; `isCredited`: the payee's bank has taken it in. */
  | { says: 'paid'; utr: string | null; isCredited: boolean }
  /** It never left. */
  | { says: 'failed'; reason: string }
  /** It came back. */
  | { says: 'reversed'; reason: string }
)

/** What a webhook says. */
export interface PayoutEvent {
  kind: string
  /** The order's reference; null: it is about no order. */
  reference: string | null
  /** Null: it says nothing of how an order stands. */
  told: Told | null
}

/** The provider looked at an order and did not take it. */
export class OrderRefused extends Error {
  override name = 'OrderRefused'
  constructor(
    /** In words for its owner. */
    readonly reason: string,
    /** It has this reference already. */
    readonly isRepeat: boolean,
  ) {
    super('refused')
  }
}

export interface PayoutProvider {
  name: ProviderName
  /**
   * Whether an order whose answer was lost may be sent again, because the key makes it the first one. Else it is only
   * asked for.
   */
  repeatsSafely: boolean
  /** Throws OrderRefused, or ProviderFailure when nobody knows, or nothing was done. */
  send(order: Order): Promise<Told>
  /** Null: it knows of no such order. Throws ProviderFailure. */
  find(order: Pick<Order, 'reference'>): Promise<Told | null>
  /** What tells this event from others, the same for its repeats; null: the signature is not the provider's. */
  authenticate(headers: Headers, body: string): string | null
  /** Of a body that was authentic. */
  readEvent(body: string): PayoutEvent
}

const REFERENCE = /^withdrawal-([1-9]\d{0,14})$/

export const referenceOf = (withdrawalId: number) => `withdrawal-${withdrawalId}`

/** The withdrawal of a reference; null for a reference that is none of ours. */
export function readReference(reference: string | null): number | null {
  const match = REFERENCE.exec(reference ?? '')
  return match ? z.coerce.number().parse(match[1]) : null
}

/** That we have no money there is nothing that the payee could mend; the operator sees the code. */
const OUR_BALANCE = /^(insufficient|low)_balance$/i

/** Why it was not paid, in words for its owner. */
export const failureOf = (text: string | null | undefined, code: string | null): string =>
  OUR_BALANCE.test(code ?? '') ? 'It could not be sent just now, please ask again' : reasonOf(text)

/** A provider's words as the end of a sentence of ours: one line, no full stop, not long. */
export function reasonOf(text: string | null | undefined): string {
  const line = (text ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim()
  // Long numbers may be somebody's account.
  const plain = line.replace(/\d{6,}/g, '…').replace(/\.$/, '')
  return plain.slice(0, 160) || 'The bank did not accept the payment'
}
