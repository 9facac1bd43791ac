/** The higher rank wins; between equal ranks, the later receipt (docs/rules.md#30). */
import type { Wallet } from '~/domain/wallet/ledger.server'
import type { ReportedState, DeclineReason } from '~/platform/config/network'
import type { conversions } from '~/platform/db/schema/conversions'
import { zero, type Paise } from '~/platform/formats/money'

export type State = 'none' | ReportedState

export interface PresentSale {
  state: State
  cashback: Paise
  amount: Paise | null
}

export interface SaleReport {
  report: ReportedState
  cashback: Paise
  amount: Paise | null
}

export type ExceededLimit = 'over-sale-limit' | 'over-day-limit' | 'over-loss-limit'

export type QuarantineReason =
  | 'unknown-click'
  | 'unknown-status'
  | 'other-currency'
  | 'unusable-amount'
  | 'unusable-id'
  | 'unusable-commission'
  | 'commission-above-sale'
  | 'commission-above-offer'
  /** A new sale of a click whose promise has ended. */
  | 'old-click'
  /** Without a conversion id: another item of the order, or a correction. */
  | 'item-or-correction'
  /** Like 'item-or-correction', for a sale stored before ids were distinguished. */
  | 'old-identity'
  /** The report names no order and may be about the sale for which a claim of the visit was credited. */
  | 'after-claim'
  | 'below-claim'
  /** Historical rows only: a sale above the cap is now credited up to the cap. */
  | 'over-cap'
  | ExceededLimit
  | 'after-rejection'
  | 'other-click'
  | 'unknown-network'
  | 'failed'

export type Decision =
  | { outcome: 'applied'; state: ReportedState; pending: Paise; granted: Paise }
  | { outcome: 'repeat' | 'stale' | 'superseded' }
  | { outcome: 'quarantined'; reason: QuarantineReason }

export interface ReportVerdict {
  outcome: Decision['outcome']
  reason?: QuarantineReason
  saleId?: number
  /** The id of the later report that this older rejection overrides. */
  overturned?: number
}

const transitionTo = (
  state: ReportedState,
  amounts: { pending?: Paise; granted?: Paise } = {},
): Decision => ({
  outcome: 'applied',
  state,
  pending: zero,
  granted: zero,
  ...amounts,
})

const isSame = (now: PresentSale, event: SaleReport) =>
  now.state === event.report && now.cashback === event.cashback && now.amount === event.amount

export function decideTransition(now: PresentSale, event: SaleReport): Decision {
  const ends = isEnd(event.report)
  if (isEnd(now.state))
    return ends ? { outcome: 'repeat' } : { outcome: 'quarantined', reason: 'after-rejection' }
  if (ends) return transitionTo(now.state === 'approved' ? 'reversed' : 'rejected')
  if (now.state === 'approved' && event.report === 'pending') return { outcome: 'stale' }
  if (isSame(now, event)) return { outcome: 'repeat' }
  return event.report === 'pending'
    ? transitionTo('pending', { pending: event.cashback })
    : transitionTo('approved', { granted: event.cashback })
}

/** For a report received before the current one but applied after it. */
export function decideLate(now: PresentSale, event: SaleReport): Decision {
  const decision = decideTransition(now, event)
  if (decision.outcome === 'quarantined') return { outcome: 'superseded' }
  if (decision.outcome === 'applied' && getRank(event.report) <= getRank(now.state))
    return { outcome: 'superseded' }
  return decision
}

export const isEnd = (state: State) => state === 'rejected' || state === 'reversed'

export const getRank = (state: State): number =>
  isEnd(state) ? 2 : state === 'approved' ? 1 : state === 'pending' ? 0 : -1

export type Conversion = typeof conversions.$inferSelect

export interface SaleChange extends Extract<Decision, { outcome: 'applied' }> {
  sale: bigint | null
  networkPayout: bigint | null
  store: string
  holdingDays: number | null
  referralRate: bigint
  reportId: number | null
  ids: SaleIds | null
  accepted: boolean
  declineReason: DeclineReason | null
  wallets?: Wallet[] | undefined
}

export type SaleIds = Pick<Conversion, 'conversion_id' | 'order_number'>
