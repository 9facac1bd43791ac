import { paise, zero, type Paise } from '~/platform/formats/money'
import {
  type Conversion,
  decideTransition,
  decideLate,
  isEnd,
  type Decision,
  type SaleReport,
  type QuarantineReason,
} from '../conversions'
import { refuseCommission } from './commission'
import type { Candidate, IdentityAnswer } from './identify-sale'
import { isAfterPromise, computeCashback, needsSale, computeUncapped } from '../promise'
import type { Hand, ManualCredit } from '~/domain/wallet/budget.server'
import { GUEST_ID } from '../guest'
import { type ReportedClick } from './reported-clicks.server'
import type { ReportedSale } from '../reports'

export interface ReportOptions {
  /** Position in the order of receipt (postback_inbox.id). Null: after all others. */
  reportId?: number | null
  accept?: Accept | null
  /** When the network's report came; null: a claim's credit, whose click may be of any age. */
  receivedAt?: Date | null
  answer?: IdentityAnswer | undefined
  /** An operator credits it; the caller has the lock of lockBudget(). */
  manual?: (Hand & Pick<ManualCredit, 'source'>) | undefined
}

type Amounts = Pick<ReportOptions, 'reportId' | 'accept'>
type Circumstances = Pick<ReportOptions, 'reportId' | 'accept' | 'receivedAt'>

export type Accept = 'in-full' | 'up-to-cap' | Paise

const quarantine = (reason: QuarantineReason): Decision => ({ outcome: 'quarantined', reason })

export function evaluate(
  click: ReportedClick,
  sale: ReportedSale,
  now: Candidate | null,
  { reportId = null, accept = null, receivedAt = null }: Circumstances,
): Decision {
  if (!isEnd(sale.report) && needsSale(click) && sale.amount === null) return quarantine('unusable-amount')
  if (now !== null && now.click_id !== sale.clickId) return quarantine('other-click')
  const refusal = isEnd(sale.report) || accept !== null ? null : refuseCommission(click, sale)
  if (refusal) return quarantine(refusal)
  const isNewSale = now === null && !isEnd(sale.report) && accept === null
  if (isNewSale && receivedAt !== null && isAfterPromise(click, receivedAt, sale.orderedAt ?? null))
    return quarantine('old-click')
  const cashback = accept === null ? computePromised(click, sale, now) : computeAccepted(click, sale, accept)
  const event: SaleReport = {
    report: sale.report,
    cashback: computePayable(click, now, cashback),
    amount: sale.amount,
  }
  if (accept === null && isLessThanClaim(now, event)) return quarantine('below-claim')
  return decideChange(now, event, { reportId, accept })
}

/** A report reduces a claim's credit only by ending the sale, for example by a rejection. */
const isLessThanClaim = (now: Candidate | null, { report, cashback }: SaleReport): boolean =>
  typeof now?.claimedOrder === 'string' && report === 'approved' && cashback < sumCashback(now)

function computePayable({ userId, hasLeft }: ReportedClick, now: Conversion | null, cashback: Paise): Paise {
  if ((now?.user_id ?? userId) === GUEST_ID) return zero
  const granted = paise(now?.granted_paise ?? 0n)
  return hasLeft && cashback > granted ? granted : cashback
}

function computeAccepted(click: ReportedClick, { amount }: ReportedSale, accept: Accept): Paise {
  if (accept === 'in-full') return computeUncapped(click, amount)
  return accept === 'up-to-cap' ? computeCashback(click, amount) : accept
}

function computePromised(click: ReportedClick, sale: ReportedSale, now: Conversion | null): Paise {
  const isAccepted = now?.accepted && now.status === sale.report && now.sale_paise === sale.amount
  return isAccepted ? sumCashback(now) : computeCashback(click, sale.amount)
}

function decideChange(now: Conversion | null, event: SaleReport, { reportId, accept }: Required<Amounts>) {
  if (!now) return decideTransition({ state: 'none', cashback: zero, amount: null }, event)
  const shown = {
    state: now.status,
    cashback: sumCashback(now),
    amount: now.sale_paise === null ? null : paise(now.sale_paise),
  }
  if (isOlder(reportId, now)) {
    const late = decideLate(shown, event)
    return now.accepted && late.outcome === 'applied' ? ({ outcome: 'superseded' } as const) : late
  }
  const isReopened = accept !== null && isEnd(now.status) && !isEnd(event.report)
  return decideTransition(isReopened ? { ...shown, state: 'none' } : shown, event)
}

export const isOlder = (reportId: number | null, now: Conversion | null): boolean =>
  reportId !== null && now?.report_id != null && reportId < now.report_id

export const sumCashback = (c: Pick<Conversion, 'pending_paise' | 'granted_paise'>): Paise =>
  paise(c.pending_paise + c.granted_paise)
