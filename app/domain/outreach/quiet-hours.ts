import { DAY_MS, HOUR_MS, startOfDayInIndia } from '~/platform/formats/dates'

const [FROM_HOUR, TO_HOUR] = [22, 8]

/** The end of the current quiet hours, 22 to 8 o'clock in India; null: `at` is outside of them. */
export function findQuietEnd(at: Date): Date | null {
  const day = startOfDayInIndia(at).getTime()
  const hour = (at.getTime() - day) / HOUR_MS
  if (hour < TO_HOUR) return new Date(day + TO_HOUR * HOUR_MS)
  return hour >= FROM_HOUR ? new Date(day + DAY_MS + TO_HOUR * HOUR_MS) : null
}
