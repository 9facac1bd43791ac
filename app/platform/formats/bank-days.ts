import { DAY_MS, dayInIndia, midnightInIndia } from './dates'

/** Banks in India close on Sundays and the second and fourth Saturday; public holidays are not known here. */
function isBankDay(at: Date): boolean {
  const { date, weekday } = dayInIndia(at)
  if (weekday === 0) return false
  const saturday = Math.ceil(Number(date.slice(8)) / 7)
  return weekday !== 6 || (saturday !== 2 && saturday !== 4)
}

/** The midnight in India after `days` whole bank days. */
export function addBankDays(at: Date, days: number): Date {
  let end = midnightInIndia(at)
  for (let left = days; left > 0;) {
    if (isBankDay(end)) left--
    end = new Date(end.getTime() + DAY_MS)
  }
  return end
}
