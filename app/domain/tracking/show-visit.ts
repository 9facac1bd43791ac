import { expectStep, type Expectation } from '~/domain/catalog/waits'
import { fill } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { visitPath } from '~/paths'
import { formatDate, formatTime, DAY_MS } from '~/platform/formats/dates'
import { classifyCredit, formatPayout, formatRupees } from '~/platform/formats/money'
import { isEnd } from './conversions'
import { findLastPromisedDay, computeCashback } from './promise'
import type { MemberVisit, VisitReport, VisitSale } from './member-visits.server'
import { listVisitSteps, NO_ORDER_DAYS } from './visit-states'

const texts = moneyMessages.visits

export type ShownVisit = ReturnType<typeof showVisit>
export type ShownSale = ShownVisit['sales'][number]

export function showVisit(visit: MemberVisit) {
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
    lastDay: isCredited ? formatDate(findLastPromisedDay(visit)) : null,
    cap: isCredited && visit.cap_paise !== null ? formatRupees(visit.cap_paise) : null,
    expected: visit.sales.length ? null : formatExpectation(expectOrder(visit)),
    sales: visit.sales.map((sale) => showSale(visit, sale)),
  }
}

function showSale(visit: MemberVisit, sale: VisitSale) {
  const { id, state, dates, orderNumber, amount, cashback, declineReason } = sale
  const promised = computeCashback(visit, amount)
  const isDeclined = state === 'declined'
  const expectation = expectSale(visit, sale)
  return {
    id,
    state,
    date: formatDate(dates[state] ?? dates.tracked!),
    withdrawableFrom:
      state === 'confirmed' && dates.withdrawable !== null ? formatDate(dates.withdrawable) : null,
    payout: showPayout(sale),
    left: showLeft(sale),
    expected: formatExpectation(expectation),
    isLate: expectation?.isLate ?? false,
    orderNumber,
    amount: amount === null ? null : formatRupees(amount),
    /** Null, unlike `lost`, for a declined sale. */
    cashback: isDeclined ? null : formatRupees(cashback),
    /** What a declined sale would have brought by the locked rate; null: its amount is unknown. */
    lost: isDeclined && promised > 0n ? formatRupees(promised) : null,
    declineReason: declineReason && moneyMessages.declineReasons[declineReason],
  }
}

/** Null: all of it is in the wallet, or none is to be. */
function showLeft({ payout }: VisitSale): string | null {
  if (!payout || payout.isWhole || payout.left === 0n) return null
  return fill(texts.partLeft, { amount: formatRupees(payout.left) })
}

/** Null: some of it is in the wallet, or it is not yet. */
function showPayout({ payout }: VisitSale): { chip: string; date: string | null } | null {
  if (!payout || payout.left > 0n) return null
  const { withdrawal } = payout
  if (!withdrawal) return { chip: texts.usedUp, date: null }
  const date = formatDate(withdrawal.at)
  return withdrawal.isPaid
    ? { chip: fill(texts.paidOut, { date }), date: null }
    : { chip: texts.onItsWay, date: fill(texts.requested, { date }) }
}

export type ShownStep = ReturnType<typeof showSteps>[number]

export const showSteps = (visit: MemberVisit, sale: VisitSale | null) =>
  listVisitSteps(visit.at, sale).map(({ at, ...step }) => ({ ...step, date: at && formatDate(at) }))

/** The amount of an end would only repeat the order's. */
export function wordReport({ report, sale }: VisitReport, store: string): string {
  const amount = sale === null || isEnd(report) ? '' : ` of ${formatRupees(sale)}`
  return fill(moneyMessages.reports[report], { store, amount })
}

export type ShownReport = ReturnType<typeof showReport>

export const showReport = (report: VisitReport, store: string) => ({
  time: formatTime(report.at),
  // The sign stays beside its figure at the end of a line.
  text: wordReport(report, store).replace('Rs. ', 'Rs.\u00a0'),
})

const expectedTexts = moneyMessages.expected

export interface NextExpectation extends Expectation {
  next: 'tracked' | 'confirmed'
}

type Visit = Pick<MemberVisit, 'at' | 'waits'>

/** Null once a visit without an order is folded away, because that is no failure. */
export function expectOrder({ at, waits }: Visit, now = new Date()): NextExpectation | null {
  const found = expectStep(at, waits.track, now)
  if (!found || (found.isLate && now.getTime() - at.getTime() > NO_ORDER_DAYS * DAY_MS)) return null
  return { ...found, next: 'tracked' }
}

export function expectSale({ waits }: Visit, sale: VisitSale, now = new Date()): NextExpectation | null {
  const found =
    sale.state === 'tracked' && sale.dates.tracked && expectStep(sale.dates.tracked, waits.confirm, now)
  return found ? { ...found, next: 'confirmed' } : null
}

function formatExpectation(found: NextExpectation | null): string | null {
  if (!found) return null
  // A visit without an order is not late: most have none.
  if (found.isLate) return found.next === 'tracked' ? null : expectedTexts.late
  const text = found.next === 'tracked' ? expectedTexts.trackedShort : expectedTexts.confirmedShort
  return fill(text, { date: formatDate(found.by) })
}

export interface ShownExpectation {
  text: string
  range: string
  isLate: boolean
}

export function showExpectation(found: NextExpectation | null): ShownExpectation | null {
  if (!found) return null
  const { next, by, half, isLate } = found
  const date = formatDate(by)
  return {
    text: fill(expectedTexts[isLate ? (`${next}Late` as const) : next], { date }),
    range: half
      ? fill(expectedTexts.range, { half: formatDate(half), date })
      : fill(expectedTexts.estimate, { date }),
    isLate,
  }
}
