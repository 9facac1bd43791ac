/** Payouts, commissions and margins of offers (docs/rules.md#38). */
import {
  classifyCredit,
  computeReferral,
  formatPayout,
  formatPercent,
  formatRupees,
  HUNDRED_PERCENT,
  isRupees,
  paise,
  type Payout,
} from '~/platform/formats/money'

export interface Rates extends Payout {
  commission_hundredths: bigint | null
  commission_model: string | null
  set_payout_hundredths: bigint | null
  set_payout_model: string | null
  store_payout_hundredths: bigint | null
  store_payout_model: string | null
  store_commission_hundredths: bigint | null
  store_commission_model: string | null
  /** The share of the commission that is paid as cashback, in hundredths of a percent. */
  store_share_hundredths: bigint | null
}

/** What an order of an example's price brings, in words; computed above the catalogue, where sales are credited. */
export type FormatExample = (rate: Payout & { cap_paise: bigint | null }) => string | null

/** `hundredths` is in hundredths of a percent, or in paise. */
export interface SetRate {
  hundredths: bigint
  model: string
}

export type RateSource = 'offer' | 'store' | 'feed' | 'commission' | 'none'

export interface Rate {
  payout: Payout
  source: RateSource
  commission: Payout | null
  commissionOf: 'feed' | 'store' | null
  /** Hundredths of a percent; null: no source sets a share. `referral`: the same unit, of the cashback. */
  share: bigint | null
  shareOf: 'store' | 'CASHBACK_SHARE' | null
  referral: bigint
}

const toPayout = (hundredths: bigint | null, model: string | null, currency: string): Payout => ({
  payout_hundredths: hundredths,
  payout_model: model ?? 'flat',
  currency,
})

/** Rounds down; a share of zero is no payout. */
const computeShare = (commission: Payout, share: bigint): Payout => ({
  ...commission,
  payout_hundredths: (commission.payout_hundredths! * share) / HUNDRED_PERCENT || null,
})

/** Precedence: set for the offer, set for the store, from the feed, commission x share. */
export function computeRate(rates: Rates, defaultShare: bigint | null, referral: bigint): Rate {
  const share = rates.store_share_hundredths ?? defaultShare
  const known = { ...chooseCommission(rates), share, shareOf: chooseShareSource(rates, share), referral }
  if (rates.set_payout_hundredths !== null)
    return {
      ...known,
      payout: toPayout(rates.set_payout_hundredths, rates.set_payout_model, 'Rs.'),
      source: 'offer',
    }
  if (rates.store_payout_hundredths !== null)
    return {
      ...known,
      payout: toPayout(rates.store_payout_hundredths, rates.store_payout_model, 'Rs.'),
      source: 'store',
    }
  const own = toPayout(rates.payout_hundredths, rates.payout_model, rates.currency)
  if (own.payout_hundredths !== null) return { ...known, payout: own, source: 'feed' }
  if (known.commission && share !== null)
    return { ...known, payout: computeShare(known.commission, share), source: 'commission' }
  return { ...known, payout: own, source: 'none' }
}

function chooseShareSource({ store_share_hundredths }: Rates, share: bigint | null): Rate['shareOf'] {
  if (share === null) return null
  return store_share_hundredths === null ? 'CASHBACK_SHARE' : 'store'
}

function chooseCommission(rates: Rates): Pick<Rate, 'commission' | 'commissionOf'> {
  if (rates.commission_hundredths !== null)
    return {
      commission: toPayout(rates.commission_hundredths, rates.commission_model, rates.currency),
      commissionOf: 'feed',
    }
  if (rates.store_commission_hundredths !== null)
    return {
      commission: toPayout(rates.store_commission_hundredths, rates.store_commission_model, 'Rs.'),
      commissionOf: 'store',
    }
  return { commission: null, commissionOf: null }
}

/** Hundredths of a percent, or paise. */
export interface Measure {
  unit: 'percent' | 'rupees'
  value: bigint
}

/** Null: nothing, or an amount in another currency, which credits nothing. */
export function measurePayout(payout: Payout | null): Measure | null {
  if (!payout || payout.payout_hundredths === null) return null
  const value = payout.payout_hundredths
  if (isPercentage(payout)) return { unit: 'percent', value }
  return isRupees(payout.currency) ? { unit: 'rupees', value } : null
}

const isPercentage = ({ payout_model }: Payout) => payout_model === 'percentage'

export const isSameRate = (one: Rate, other: Rate): boolean =>
  isSamePayout(one.payout, other.payout) &&
  (one.commission && other.commission
    ? isSamePayout(one.commission, other.commission)
    : one.commission === other.commission)

const isSamePayout = (one: Payout, other: Payout) =>
  one.payout_hundredths === other.payout_hundredths &&
  (one.payout_hundredths === null ||
    (isPercentage(one) === isPercentage(other) && (isPercentage(one) || one.currency === other.currency)))

/** `share` is in hundredths of a percent. */
export const formatShare = (share: bigint): string =>
  formatPayout({ payout_hundredths: share, payout_model: 'percentage', currency: '' })

export const formatCommission = ({ commission }: Rate): string | null =>
  commission && formatPayout(commission)

/** What remains of the commission; negative: a loss. `referred`: after the referrer's share, rounded down. */
export interface Margin {
  alone: Payout
  referred: Payout
}

/** Ignores the cap. Null: the commission is unknown, or in another unit than the cashback. */
export function computeMargin({ commission, payout: paid, referral }: Rate): Margin | null {
  if (!commission) return null
  const cashback = classifyCredit(paid) === 'cashback' ? paid.payout_hundredths! : 0n
  if (cashback > 0n && !isSameUnit(commission, paid)) return null
  const earned = commission.payout_hundredths!
  const of = (payout_hundredths: bigint): Payout => ({ ...commission, payout_hundredths })
  const referred = floorDiv(
    earned * HUNDRED_PERCENT - cashback * (HUNDRED_PERCENT + referral),
    HUNDRED_PERCENT,
  )
  return { alone: of(earned - cashback), referred: of(referred) }
}

function isSameUnit(one: Payout, other: Payout): boolean {
  if (isPercentage(one) || isPercentage(other)) return isPercentage(one) && isPercentage(other)
  return (
    classifyCredit({ ...one, payout_hundredths: 1n }) === classifyCredit({ ...other, payout_hundredths: 1n })
  )
}

/** Rounds towards minus infinity, so that a loss is never rounded to zero. */
const floorDiv = (value: bigint, by: bigint) => (value < 0n ? -((-value + by - 1n) / by) : value / by)

export const losesMoney = (rate: Rate): boolean =>
  (computeMargin(rate)?.referred.payout_hundredths ?? 0n) < 0n

/** `rate`: hundredths of a percent. */
export const showReferral = (rate: bigint) => ({
  share: formatPercent(rate),
  ofExample: formatRupees(computeReferral(paise(500_00n), rate)),
})
