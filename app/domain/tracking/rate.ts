import { isRupees, paise, zero, type Paise, type Payout } from '~/platform/formats/money'

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
