/** What the best rate of a store was in the last 90 days (docs/rules.md#66). */
import { formatPayout, formatPercent } from '~/platform/formats/money'

export const MEMORY_DAYS = 90
const FEWEST_DAYS = 30

/** `seconds`: how long the rate was the best one. */
interface RateSpan {
  hundredths: bigint
  seconds: number
}

export interface RateMemory {
  now: string
  /** Null: it was the same all the time. */
  range: { low: string; high: string; most: string } | null
  days: number
}

/** Null: less is known than 30 days, or there is no rate now. */
export function rememberRates(
  now: { hundredths: bigint; unit: 'percent' | 'rupees' } | null,
  spans: readonly RateSpan[],
  knownDays: number,
): RateMemory | null {
  if (!now || knownDays < FEWEST_DAYS) return null
  const write = ({ hundredths }: { hundredths: bigint }) =>
    now.unit === 'percent' ? formatPercent(hundredths) : writeRupees(hundredths)
  const all = [...spans, { hundredths: now.hundredths, seconds: 0 }]
  const sorted = all.toSorted((a, b) =>
    a.hundredths < b.hundredths ? -1 : a.hundredths > b.hundredths ? 1 : 0,
  )
  const [low, high] = [sorted[0]!, sorted.at(-1)!]
  const most = all.toSorted((a, b) => b.seconds - a.seconds)[0]!
  return {
    now: formatPayout({
      payout_hundredths: now.hundredths,
      payout_model: now.unit === 'percent' ? 'percentage' : 'flat',
      currency: 'Rs.',
    }),
    range:
      low.hundredths === high.hundredths
        ? null
        : { low: write(low).replace('%', ''), high: write(high), most: write(most) },
    days: Math.min(MEMORY_DAYS, Math.floor(knownDays)),
  }
}

const writeRupees = (hundredths: bigint) =>
  formatPayout({ payout_hundredths: hundredths, payout_model: 'flat', currency: 'Rs.' })
