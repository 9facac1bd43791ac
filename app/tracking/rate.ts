/** What a sale earns the shopper, at the rate that the click promised (decisions.md 4 and 37). */
import { isRupees, paise, zero, type Paise, type Payout } from '~/money'

/** A percentage needs to know the sale; a flat payout does not. */
export const needsSale = (rate: Payout) =>
  rate.payout_model === 'percentage' && rate.payout_hundredths !== null

/**
 * The cashback in paise, rounded down to the paisa; nothing without a payout, for a flat payout in another currency, and
 * for a percentage of a sale that is not known.
 */
export function cashbackOf(rate: Payout, sale: Paise | null): Paise {
  if (rate.payout_hundredths === null) return zero
  if (rate.payout_model === 'percentage') return paise(((sale ?? 0n) * rate.payout_hundredths) / 10_000n)
  return isRupees(rate.currency) ? paise(rate.payout_hundredths) : zero
}
