import { createHash } from 'node:crypto'
import type { ProviderName } from '~/platform/config/payout-providers'
import { paise, type Paise } from '~/platform/formats/money'
import type { BankDetails, UpiDetails } from './destinations'
import type { Withdrawal } from './withdrawals'

export const LEAST_PAYOUT: Paise = paise(100n)
export const MOST_BY_IMPS: Paise = paise(5_00_000_00n)

const MOST_NAME = 100

/** A name of Latin letters, which every bank carries. */
export const toPayeeName = (name: string): string =>
  name
    .replace(/[^A-Za-z ]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, MOST_NAME) || 'DealDwaar Member'

export interface ProviderOrder {
  /** The idempotency key: `payout_orders.reference`. */
  reference: string
  amount: Paise
  payee: string
  to: ({ method: 'bank' } & BankDetails) | ({ method: 'upi' } & UpiDetails)
}

export type StatusReport = {
  number: string
  rawStatus: string
  code: string | null
  amount: Paise
} & (
  | { status: 'pending' }
  /** An undocumented status, which changes nothing. */
  | { status: 'unclear' }
  /** A null `utr` may follow later. `isCredited`: the bank of the payee has credited it. */
  | { status: 'paid'; utr: string | null; isCredited: boolean }
  | { status: 'failed'; reason: string }
  | { status: 'reversed'; reason: string }
)

export interface PayoutEvent {
  kind: string
  reference: string | null
  report: StatusReport | null
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
  /** Whether an order may be sent again after a lost response; for stage 'sending' see payout-worker.server.ts. */
  repeatsSafely: boolean
  /** Throws OrderRefused, or ProviderFailure if the result is unknown or nothing was done. */
  send(order: ProviderOrder): Promise<StatusReport>
  /** Finds the payout with `number` if the reference has several. Null: no such order. Throws ProviderFailure. */
  find(order: Pick<ProviderOrder, 'reference'>, number: string | null): Promise<StatusReport | null>
  /** Returns a key that identifies repeats of the event; null: the signature is invalid. */
  authenticate(headers: Headers, body: string): string | null
  readEvent(body: string): PayoutEvent
}

/** 36 characters, RazorpayX's limit. The row's random key keeps it unique when a restored database repeats ids. */
export function newReference({ id, user_id, request_key, created_at }: Withdrawal): string {
  const facts = ['payout', id, user_id, request_key, created_at.toISOString()].join('\0')
  return `pay-${createHash('sha256').update(facts).digest('hex').slice(0, 32)}`
}

/** Includes references of earlier releases. Others may be of another program with the same account. */
export const isOurReference = (reference: string) => /^(?:pay-[0-9a-f]{32}|withdrawal-\d+)$/.test(reference)

/** Our balance is too low, which the payee cannot fix. */
const OUR_BALANCE = /^(insufficient|low)_balance$/i

export const formatFailure = (text: string | null | undefined, code: string | null): string =>
  OUR_BALANCE.test(code ?? '') ? 'It could not be sent just now, please ask again' : formatReason(text)

export function formatReason(text: string | null | undefined): string {
  const line = (text ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim()
  // Long numbers may be account numbers.
  const plain = line.replace(/\d{6,}/g, '…').replace(/\.$/, '')
  return plain.slice(0, 160) || 'The bank did not accept the payment'
}
