import { DAY_MS, midnightInIndia } from '~/platform/formats/dates'
import { isRupees, paise, zero, type Paise, type Payout } from '~/platform/formats/money'

export interface Promised {
  at: Date
  promise_days: number | null
  promised_until: Date | null
}

/** For clicks of a process that does not store the days yet. */
const FIRST_DAYS = 90

/** The midnight in India until which orders of a click get its rate (docs/rules.md#58). */
const findPromiseEnd = ({ at, promise_days, promised_until }: Promised): Date =>
  midnightInIndia(promised_until ?? new Date(at.getTime() + (promise_days ?? FIRST_DAYS) * DAY_MS))

/** The last day, for pages. */
export const findLastPromisedDay = (promised: Promised): Date =>
  new Date(findPromiseEnd(promised).getTime() - 1)

/** By the day of the order; one that cannot be right counts for nothing. */
export function isAfterPromise(promised: Promised, receivedAt: Date, orderedAt: Date | null): boolean {
  const isPlausible =
    orderedAt !== null && orderedAt.getTime() > promised.at.getTime() - DAY_MS && orderedAt <= receivedAt
  return (isPlausible ? orderedAt : receivedAt) >= findPromiseEnd(promised)
}

export const needsSale = (rate: Payout) =>
  rate.payout_model === 'percentage' && rate.payout_hundredths !== null

export interface ClickRate extends Payout {
  cap_paise: bigint | null
}

/** Rounded down. Zero without a payout, for a flat foreign payout and for a percentage of an unknown sale. */
export function computeCashback(rate: ClickRate, sale: Paise | null): Paise {
  const uncapped = computeUncapped(rate, sale)
  return rate.cap_paise !== null && uncapped > rate.cap_paise ? paise(rate.cap_paise) : uncapped
}

export function computeUncapped(rate: Payout, sale: Paise | null): Paise {
  if (rate.payout_hundredths === null) return zero
  if (rate.payout_model === 'percentage') return paise(((sale ?? 0n) * rate.payout_hundredths) / 10_000n)
  return isRupees(rate.currency) ? paise(rate.payout_hundredths) : zero
}
