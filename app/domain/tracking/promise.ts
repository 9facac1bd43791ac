import { DAY_MS, midnightInIndia } from '~/platform/formats/dates'

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
