/** What the best rate of a store was in the last 90 days (docs/rules.md#66). */
import { formatPayout } from '~/platform/formats/money'

export const MEMORY_DAYS = 90
const FEWEST_DAYS = 30

/** `seconds`: how long the rate was the best one; null: there was none, or one of the other unit. */
interface RateSpan {
  hundredths: bigint | null
  seconds: number
}

export interface RateMemory {
  now: string
  /** Null: it was the same all the time. */
  range: { low: string; high: string; most: string } | null
  days: number
}

/** Null: less is known than 30 days, there is no rate now, or there was a time without one of its unit. */
export function rememberRates(
  now: { hundredths: bigint; unit: 'percent' | 'rupees' } | null,
  spans: readonly RateSpan[],
  knownDays: number,
): RateMemory | null {
  if (!now || knownDays < FEWEST_DAYS) return null
  const known = spans.filter((span): span is KnownSpan => span.hundredths !== null)
  if (known.length < spans.length) return null
  const write = ({ hundredths }: { hundredths: bigint }) =>
    formatPayout({
      payout_hundredths: hundredths,
      payout_model: now.unit === 'percent' ? 'percentage' : 'flat',
      currency: 'Rs.',
    })
  const all = [...known, { hundredths: now.hundredths, seconds: 0 }]
  const sorted = all.toSorted((a, b) =>
    a.hundredths < b.hundredths ? -1 : a.hundredths > b.hundredths ? 1 : 0,
  )
  const [low, high] = [sorted[0]!, sorted.at(-1)!]
  const most = all.toSorted((a, b) => b.seconds - a.seconds)[0]!
  return {
    now: write(now),
    range:
      low.hundredths === high.hundredths ? null : { low: write(low), high: write(high), most: write(most) },
    days: Math.min(MEMORY_DAYS, Math.floor(knownDays)),
  }
}

type KnownSpan = RateSpan & { hundredths: bigint }
