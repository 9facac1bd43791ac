import { formatDate, formatMonth, isDay } from '~/platform/formats/dates'
import { moneyMessages } from '~/messages/money'
import { endOfMonth, firstDayOfMonth, isMonth, monthNow, monthsOfYear } from '~/platform/formats/months'

const texts = moneyMessages.statement

export const PERIOD_FIELDS = ['month', 'year', 'from', 'to'] as const
export type PeriodField = (typeof PERIOD_FIELDS)[number]

export interface StatementPeriod {
  /** Both times are midnights in India; `ends` is exclusive. */
  begins: Date
  ends: Date
  words: string
  name: string
  search: string
}

export interface PeriodChoice {
  typed: Record<PeriodField, string>
  errors: Partial<Record<PeriodField, string>>
  period: StatementPeriod | null
}

const midnight = (day: string) => new Date(`${day}T00:00:00+05:30`)

const dayAfter = (day: string) => {
  const at = midnight(day)
  at.setUTCDate(at.getUTCDate() + 1)
  return at
}

export const nameMonth = (month: string) => formatMonth(midnight(firstDayOfMonth(month)))

export function readPeriod(params: URLSearchParams, now = new Date()): PeriodChoice {
  const typed = { month: '', year: '', from: '', to: '' }
  for (const field of PERIOD_FIELDS) typed[field] = (params.get(field) ?? '').trim().slice(0, 40)
  if (params.has('from') || params.has('to')) return readDays(typed)
  if (params.has('month') || !params.has('year'))
    return readMonth({ ...typed, month: params.has('month') ? typed.month : monthNow(now) })
  return readYear(typed)
}

type PeriodInput = PeriodChoice['typed']

function readMonth(typed: PeriodInput): PeriodChoice {
  const { month } = typed
  if (!isMonth(month)) return { typed, errors: { month: texts.month }, period: null }
  const period = {
    begins: midnight(firstDayOfMonth(month)),
    ends: endOfMonth(month),
    words: nameMonth(month),
    name: month,
    search: `?month=${month}`,
  }
  return { typed, errors: {}, period }
}

function readYear(typed: PeriodInput): PeriodChoice {
  const months = monthsOfYear(typed.year)
  if (!months) return { typed, errors: { year: texts.year }, period: null }
  const period = {
    begins: midnight(firstDayOfMonth(months.first)),
    ends: endOfMonth(months.last),
    words: `${nameMonth(months.first)} to ${nameMonth(months.last)}`,
    name: typed.year,
    search: `?year=${typed.year}`,
  }
  return { typed, errors: {}, period }
}

function readDays(typed: PeriodInput): PeriodChoice {
  const { from, to } = typed
  const errors: PeriodChoice['errors'] = {}
  if (!isDay(from)) errors.from = texts.from
  if (!isDay(to)) errors.to = texts.to
  else if (isDay(from) && to < from) errors.to = texts.reversed
  if (errors.from || errors.to) return { typed, errors, period: null }
  const period = {
    begins: midnight(from),
    ends: dayAfter(to),
    words: `${formatDate(midnight(from))} to ${formatDate(midnight(to))}`,
    name: `${from}-to-${to}`,
    search: `?from=${from}&to=${to}`,
  }
  return { typed, errors, period }
}
