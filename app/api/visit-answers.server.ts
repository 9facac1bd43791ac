import { dayInIndia } from '~/platform/formats/dates'
import { expectOrder, expectSale, type NextExpectation, wordReport } from '~/domain/tracking/show-visit'
import type { MemberVisit, VisitDetail, VisitSale } from '~/domain/tracking/member-visits.server'
import { findLastPromisedDay } from '~/domain/tracking/promise'
import { toRupees } from './answers.server'

const toTime = (at: Date | null) => at?.toISOString() ?? null

const toExpected = (found: NextExpectation | null) => ({
  expected_by: found && dayInIndia(found.by).date,
  expected_half_by: found?.half ? dayInIndia(found.half).date : null,
})

const toSale = (visit: MemberVisit, sale: VisitSale) => {
  const { state, orderNumber, amount, cashback, dates, declineReason } = sale
  return {
    state,
    order_number: orderNumber,
    amount: amount === null ? null : toRupees(amount),
    cashback: toRupees(cashback),
    tracked_at: toTime(dates.tracked),
    confirmed_at: toTime(dates.confirmed),
    withdrawable_at: toTime(dates.withdrawable),
    declined_at: toTime(dates.declined),
    decline_reason: declineReason,
    ...toExpected(expectSale(visit, sale)),
  }
}

const toFacts = (visit: MemberVisit) => ({
  number: visit.number,
  visited_at: visit.at.toISOString(),
  store: visit.store,
  coupon_code: visit.storeCode,
  offer: visit.offer,
  slug: visit.slug,
  payout: visit.payout_hundredths === null ? null : toRupees(visit.payout_hundredths),
  payout_model: visit.payout_model,
  currency: visit.currency,
  cap: visit.cap_paise === null ? null : toRupees(visit.cap_paise),
  promised_until: dayInIndia(findLastPromisedDay(visit)).date,
  ...toExpected(visit.sales.length ? null : expectOrder(visit)),
})

export const toVisit = (visit: MemberVisit) => ({
  ...toFacts(visit),
  sales: visit.sales.map((sale) => toSale(visit, sale)),
})

export const toVisitDetail = (visit: VisitDetail) => ({
  ...toFacts(visit),
  terms: visit.termsHtml,
  sales: visit.sales.map((sale) => ({
    ...toSale(visit, sale),
    reports: sale.reports.map((report) => ({
      at: report.at.toISOString(),
      text: wordReport(report, visit.store),
    })),
  })),
})
