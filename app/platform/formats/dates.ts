/** Dates are formatted without Intl, whose differences between systems break hydration (docs/rules.md#25). */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
const IST_MS = 5.5 * HOUR_MS
const LONG_MONTHS =
  'January February March April May June July August September October November December'.split(' ')
export const MONTHS = LONG_MONTHS.map((name) => name.slice(0, 3))

/** Shifted so that the UTC fields read as India's clock. */
const inIndia = (at: Date) => new Date(at.getTime() + IST_MS)

export function formatDate(at: Date): string {
  const t = inIndia(at)
  return `${t.getUTCDate()} ${MONTHS[t.getUTCMonth()]} ${t.getUTCFullYear()}`
}

export function formatMonth(at: Date): string {
  const t = inIndia(at)
  return `${LONG_MONTHS[t.getUTCMonth()]} ${t.getUTCFullYear()}`
}

/** An end at midnight belongs to the day before. */
export const formatLastDay = (end: Date) => formatDate(new Date(end.getTime() - 1))

export function formatTime(at: Date): string {
  const t = inIndia(at)
  const hours = t.getUTCHours()
  const minutes = String(t.getUTCMinutes()).padStart(2, '0')
  return `${formatDate(at)}, ${hours % 12 || 12}:${minutes} ${hours < 12 ? 'am' : 'pm'}`
}

export const timeForSheets = (at: Date) => inIndia(at).toISOString().slice(0, 19).replace('T', ' ')

/** Weekday 0 is Sunday. */
export function dayInIndia(at: Date): { date: string; weekday: number } {
  const t = inIndia(at)
  return { date: t.toISOString().slice(0, 10), weekday: t.getUTCDay() }
}

/** Accepts 1900 to 2199. Date alone would turn 30 February into a day of March. */
export function isDay(text: string): boolean {
  if (!/^(?:19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

export const startOfDayInIndia = (at: Date): Date => new Date(midnightInIndia(at).getTime() - DAY_MS)

export const hourInIndia = (at: Date): number => inIndia(at).getUTCHours()

export function midnightInIndia(at: Date): Date {
  const t = inIndia(at)
  return new Date(Date.UTC(t.getUTCFullYear(), t.getUTCMonth(), t.getUTCDate() + 1) - IST_MS)
}

/** 03:00 in India is 21:30 UTC. */
const NIGHT_MS = 77_400_000

/** When the jobs of the last night were due, in milliseconds, as `now`. */
export const findLastNight = (now: number): number => now - ((now - NIGHT_MS) % DAY_MS)
