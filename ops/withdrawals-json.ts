import { formatPlain } from '~/formats/money'
import type { PayoutOrder } from '~/wallet/payout/orders.server'
import type { Withdrawal } from '~/wallet/withdrawals/withdrawal'

export const orderToJson = (order: PayoutOrder) => ({
  provider: order.provider,
  reference: order.reference,
  stage: order.stage,
  provider_reference: order.provider_reference,
  provider_status: order.provider_status,
  attempts: order.attempts,
  next_attempt_at: order.next_attempt_at,
  error: order.error,
})

/** Amounts are decimal texts in rupees, times are in UTC. */
export const toJson = (w: Withdrawal) => ({
  id: w.id,
  status: w.status,
  amount: formatPlain(w.amount_paise),
  user_id: w.user_id,
  method: w.method,
  destination_hint: w.destination_hint,
  utr: w.utr,
  reason: w.reason,
  despite_debt: w.debt_override,
  despite_signal: w.signal_override,
  created_at: w.created_at,
  updated_at: w.updated_at,
})

export const FIELDS = [
  'id',
  'status',
  'amount',
  'user_id',
  'method',
  'destination_hint',
  'utr',
  'reason',
  'despite_debt',
  'despite_signal',
  'created_at',
  'updated_at',
] as const
