/** What a sale earns the shopper, at the rate that the click promised: up to the offer's cap. */
import { isRupees, paise, zero, type Paise, type Payout } from '~/money'

/** A percentage needs to know the sale; a flat payout does not. */
export const needsSale = (rate: Payout) =>
  rate.payout_model === 'percentage' && rate.payout_hundredths !== null

/** The rate and the cap that a click promised. */
export interface ClickRate extends Payout {
  /** The most that one sale credits; null: no cap. */
  cap_paise: bigint | null
}

/**
 * The cashback in paise, rounded down to the paisa; nothing without a payout, for a flat payout in another currency, and
 * for a percentage of a sale that is not known.
 */
export function cashbackOf(rate: ClickRate, sale: Paise | null): Paise {
  const uncapped = uncappedOf(rate, sale)
  return rate.cap_paise !== null && uncapped > rate.cap_paise ? paise(rate.cap_paise) : uncapped
}

/** The cashback without regard to the cap. */
export function uncappedOf(rate: Payout, sale: Paise | null): Paise {
  if (rate.payout_hundredths === null) return zero
  if (rate.payout_model === 'percentage') return paise(((sale ?? 0n) * rate.payout_hundredths) / 10_000n)
  return isRupees(rate.currency) ? paise(rate.payout_hundredths) : zero
}
