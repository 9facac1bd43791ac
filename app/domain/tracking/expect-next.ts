import { expectStep, type Expectation } from '~/domain/catalog/waits'
import { DAY_MS, formatDate } from '~/platform/formats/dates'
import { fill } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import type { MemberVisit } from './read-visits.server'
import type { VisitSale } from './sales-of-visits.server'
import { NO_ORDER_DAYS } from './visit-states'

const texts = moneyMessages.expected

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

export function formatExpectation(found: NextExpectation | null): string | null {
  if (!found) return null
  // A visit without an order is not late: most have none.
  if (found.isLate) return found.next === 'tracked' ? null : texts.late
  const text = found.next === 'tracked' ? texts.trackedShort : texts.confirmedShort
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
    text: fill(texts[isLate ? (`${next}Late` as const) : next], { date }),
    range: half ? fill(texts.range, { half: formatDate(half), date }) : fill(texts.estimate, { date }),
    isLate,
  }
}
