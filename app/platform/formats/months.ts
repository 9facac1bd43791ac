/** Months ('2026-10') and days ('2026-10-31') in India, which compare as text. */
import { dayInIndia } from '~/platform/formats/dates'

export const isMonth = (text: string): boolean => /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/.test(text)

export const readMonthOfDay = (day: string): string => day.slice(0, 7)

export const monthNow = (now = new Date()): string => readMonthOfDay(dayInIndia(now).date)

export const firstDayOfMonth = (month: string): string => `${month}-01`

function addMonths(month: string, months: number): string {
  const at = new Date(`${firstDayOfMonth(month)}T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months)
  return readMonthOfDay(at.toISOString())
}

export const nextMonth = (month: string): string => addMonths(month, 1)

export const previousMonth = (month: string): string => addMonths(month, -1)

export const startOfMonth = (month: string): Date => new Date(`${firstDayOfMonth(month)}T00:00:00+05:30`)

export const lastDayOfMonth = (month: string): string =>
  dayInIndia(new Date(endOfMonth(month).getTime() - 1)).date

export const endOfMonth = (month: string): Date =>
  new Date(`${firstDayOfMonth(nextMonth(month))}T00:00:00+05:30`)

export interface Quarter {
  year: string
  name: string
  firstMonth: string
}

export const yearOfMonth = (month: string): string => findQuarter(month).year

/** '2026-27' is April 2026 to March 2027; null: no such year. */
export function monthsOfYear(year: string): { first: string; last: string } | null {
  const first = `${year.slice(0, 4)}-04`
  if (!/^\d{4}-\d\d$/.test(year) || !isMonth(first) || findQuarter(first).year !== year) return null
  return { first, last: addMonths(first, 11) }
}

export function listMonths(since: Date, now: Date): string[] {
  const first = monthNow(since)
  const months = [monthNow(now)]
  while (months.at(-1)! > first) months.push(addMonths(months.at(-1)!, -1))
  return months
}

const QUARTERS = ['Q4', 'Q4', 'Q4', 'Q1', 'Q1', 'Q1', 'Q2', 'Q2', 'Q2', 'Q3', 'Q3', 'Q3']

export function findQuarter(month: string): Quarter {
  const at = new Date(`${firstDayOfMonth(month)}T00:00:00Z`).getUTCMonth()
  const [begins, ends] = [addMonths(month, -3), addMonths(month, 9)].map((other) => other.slice(0, 4))
  return {
    year: `${begins}-${ends!.slice(2)}`,
    name: QUARTERS[at]!,
    firstMonth: addMonths(month, -(at % 3)),
  }
}
