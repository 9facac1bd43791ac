/**
 * Times as people in India read them: Asia/Kolkata, in words (docs/rules.md#25). Written by hand, not by Intl, because
 * browsers and servers differ in spaces and case there, and hydration sees each difference. India has one offset, all
 * year.
 */
export const DAY_MS = 24 * 60 * 60 * 1000
const IST_MS = 5.5 * 60 * 60 * 1000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The instant moved so that its UTC fields read as India's clock. */
const inIndia = (at: Date) => new Date(at.getTime() + IST_MS)

/** '21 Nov 2026' */
export function formatDate(at: Date): string {
  const t = inIndia(at)
  return `${t.getUTCDate()} ${MONTHS[t.getUTCMonth()]} ${t.getUTCFullYear()}`
}

/** The last day of something that ends at this instant: midnight ends the day before it. */
export const formatLastDay = (end: Date) => formatDate(new Date(end.getTime() - 1))

/** '21 Nov 2026, 3:45 pm' */
export function formatTime(at: Date): string {
  const t = inIndia(at)
  const hours = t.getUTCHours()
  const minutes = String(t.getUTCMinutes()).padStart(2, '0')
  return `${formatDate(at)}, ${hours % 12 || 12}:${minutes} ${hours < 12 ? 'am' : 'pm'}`
}

/** '2026-11-21 15:45:09': India's clock, as a spreadsheet reads and sorts it. */
export const timeForSheets = (at: Date) => inIndia(at).toISOString().slice(0, 19).replace('T', ' ')

/** India's calendar day as 'YYYY-MM-DD' and its weekday, 0 = Sunday. */
export function dayInIndia(at: Date): { date: string; weekday: number } {
  const t = inIndia(at)
  return { date: t.toISOString().slice(0, 10), weekday: t.getUTCDay() }
}

/** The midnight in India at which the day of `at` began. */
export const startOfDayInIndia = (at: Date): Date => new Date(midnightInIndia(at).getTime() - DAY_MS)

/** The next midnight in India after `at`. */
export function midnightInIndia(at: Date): Date {
  const t = inIndia(at)
  return new Date(Date.UTC(t.getUTCFullYear(), t.getUTCMonth(), t.getUTCDate() + 1) - IST_MS)
}
