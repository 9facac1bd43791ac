import { classifyCredit, HUNDRED_PERCENT, type Payout } from '~/platform/formats/money'
import { isPercentage, type Rate } from '../rates'

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
