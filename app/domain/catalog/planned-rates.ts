/** Rates from a day on, and the rate of a flash sale (docs/rules.md#68). */
import type { Payout } from '~/platform/formats/money'
import { measurePayout, type Measure, type SetRate } from './rates'

/** Why a planned rate was refused at its time, or ended before its end. */
export const REASONS = {
  guard:
    'its rate is above the commission, or more than double of 30 days, in a way that nobody agreed to when it was entered',
  missed: 'its last day was over before it could be applied',
  'in force': 'another rate with an end was in force',
  'not shown': 'the offer was hidden, had ended or had not begun',
  'not above':
    'its rate was not above the store’s median of 30 days, or not above what the offer pays without it',
  'guard at the end':
    'what was set before is above the guard by now, so the rate did not go back: set the rate by hand',
  risen: 'the offer pays as much without it',
  'gave way': 'the day has another sale',
} as const

export type PlanReason = keyof typeof REASONS

/** A stored reason may be of another version of the application. */
export const explainReason = (reason: string): string => REASONS[reason as PlanReason] ?? reason

const DOUBTS: Readonly<Record<string, string>> = {
  'above-commission': 'above the commission',
  'above-believed': 'above what an unknown commission is believed to be',
  'more-than-double': 'more than double of 30 days',
  commission: 'by a commission that is to be confirmed',
}

/** Of planPayout(), as people say it: 'above the commission: offer 12, 9% of 8%'. */
export const explainDoubt = (doubt: string): string => {
  const [kind = '', ...facts] = doubt.split(': ')
  return [DOUBTS[kind] ?? kind, ...facts].join(': ')
}

/** In hundredths; zero: for most of the time there was none of the unit. */
export type Medians = Record<Measure['unit'], bigint>

interface Span {
  value: bigint
  seconds: number
}

/** By the time that each rate lasted; of two halves the lower one. */
export function computeMedian(spans: readonly Span[]): bigint {
  const sorted = spans.toSorted((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0))
  const half = sorted.reduce((sum, { seconds }) => sum + seconds, 0) / 2
  let passed = 0
  for (const { value, seconds } of sorted) {
    passed += seconds
    if (passed >= half) return value
  }
  return 0n
}

const findUnit = ({ model }: SetRate): Measure['unit'] => (model === 'percentage' ? 'percent' : 'rupees')

/** `ordinary`: what the offer pays without the sale. Rates of two units cannot be compared: neither is above the other. */
export function isAboveOrdinary(sale: SetRate, ordinary: Payout): boolean {
  const usual = measurePayout(ordinary)
  if (!usual || usual.value === 0n) return sale.hundredths > 0n
  return usual.unit === findUnit(sale) && sale.hundredths > usual.value
}

export function isAboveMedian(sale: SetRate, medians: Medians): boolean {
  const unit = findUnit(sale)
  if (medians[unit] > 0n) return sale.hundredths > medians[unit]
  return sale.hundredths > 0n && medians[unit === 'percent' ? 'rupees' : 'percent'] === 0n
}
