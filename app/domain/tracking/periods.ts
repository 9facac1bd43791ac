import { DAY_MS } from '~/platform/formats/dates'

export const UNITS = ['day', 'week', 'month'] as const
export type Unit = (typeof UNITS)[number]

/** '2026-11-21' for a day, its Monday for a week, '2026-11' for a month. */
export type PeriodKey = string

const utc = (day: string) => new Date(`${day}T00:00:00Z`)
const formatDate = (at: Date) => at.toISOString().slice(0, 10)
const plusDays = (day: string, days: number) => formatDate(new Date(utc(day).getTime() + days * DAY_MS))

export function findPeriod(unit: Unit, day: string): PeriodKey {
  if (unit === 'month') return day.slice(0, 7)
  return unit === 'day' ? day : plusDays(day, -((utc(day).getUTCDay() + 6) % 7))
}

const findFirstDay = (unit: Unit, key: PeriodKey) => (unit === 'month' ? `${key}-01` : key)

const LENGTHS: Record<Unit, number> = { day: 1, week: 7, month: 31 }

const next = (unit: Unit, key: PeriodKey) =>
  findPeriod(unit, plusDays(findFirstDay(unit, key), LENGTHS[unit]))

export function listPeriods(unit: Unit, first: PeriodKey, last: PeriodKey): PeriodKey[] {
  const keys: PeriodKey[] = []
  for (let key = first; key <= last; key = next(unit, key)) keys.push(key)
  return keys
}
