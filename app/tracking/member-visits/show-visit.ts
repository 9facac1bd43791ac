import { formatDate, formatTime } from '~/formats/dates'
import { classifyCredit, formatPayout, formatRupees } from '~/formats/money'
import { fill } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { visitPath } from '~/paths'
import { isEnd } from '../conversion-states'
import { computeCashback } from '../rate'
import { expectOrder, expectSale, formatExpectation } from './expect-next'
import type { MemberVisit } from './read-visits.server'
import type { SaleReport, VisitSale } from './sales-of-visits.server'
import { listSteps, type VisitState } from './states'

export interface ShownSale {
  id: number
  state: VisitState
  date: string
  withdrawableFrom: string | null
  expected: string | null
  orderNumber: string | null
  amount: string | null
  /** Null, unlike `lost`, for a declined sale. */
  cashback: string | null
  /** What a declined sale would have brought by the locked rate; null: its amount is unknown. */
  lost: string | null
  declineReason: string | null
}

export interface ShownVisit {
  number: string
  href: string
  store: string
  logo: string | null
  offer: string
  locale: string
  time: string
  date: string
  rate: string | null
  cap: string | null
  expected: string | null
  sales: ShownSale[]
}

export function showVisit(visit: MemberVisit): ShownVisit {
  const isCredited = classifyCredit(visit) === 'cashback'
  return {
    number: visit.number,
    href: visitPath(visit.number),
    store: visit.store,
    logo: visit.logo,
    offer: visit.offer,
    locale: visit.locale,
    time: formatTime(visit.at),
    date: formatDate(visit.at),
    rate: isCredited ? formatPayout(visit) : null,
    cap: isCredited && visit.cap_paise !== null ? formatRupees(visit.cap_paise) : null,
    expected: visit.sales.length ? null : formatExpectation(expectOrder(visit)),
    sales: visit.sales.map((sale) => showSale(visit, sale)),
  }
}

function showSale(visit: MemberVisit, sale: VisitSale): ShownSale {
  const { id, state, dates, orderNumber, amount, cashback, declineReason } = sale
  const promised = computeCashback(visit, amount)
  return {
    id,
    state,
    date: formatDate(dates[state] ?? dates.tracked!),
    withdrawableFrom:
      state === 'confirmed' && dates.withdrawable !== null ? formatDate(dates.withdrawable) : null,
    expected: formatExpectation(expectSale(visit, sale)),
    orderNumber,
    amount: amount === null ? null : formatRupees(amount),
    cashback: state === 'declined' ? null : formatRupees(cashback),
    lost: state === 'declined' && promised > 0n ? formatRupees(promised) : null,
    declineReason: declineReason && moneyMessages.declineReasons[declineReason],
  }
}

export interface ShownStep {
  state: VisitState
  date: string | null
  isDone: boolean
}

export const showSteps = (visit: MemberVisit, sale: VisitSale | null): ShownStep[] =>
  listSteps(visit.at, sale).map(({ at, ...step }) => ({ ...step, date: at && formatDate(at) }))

export interface ShownReport {
  time: string
  text: string
}

/** The amount of an end would only repeat the order's. */
export function wordReport({ report, sale }: SaleReport, store: string): string {
  const amount = sale === null || isEnd(report) ? '' : ` of ${formatRupees(sale)}`
  return fill(moneyMessages.reports[report], { store, amount })
}

export const showReport = (report: SaleReport, store: string): ShownReport => ({
  time: formatTime(report.at),
  // The sign stays beside its figure at the end of a line.
  text: wordReport(report, store).replace('Rs. ', 'Rs.\u00a0'),
})
