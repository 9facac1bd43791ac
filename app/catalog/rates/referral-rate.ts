import { formatPercent, formatRupees, paise, computeReferral } from '~/formats/money'

/** The referrer's share as pages show it, and the reward for a cashback of Rs. 500.00; `rate` in hundredths of a percent. */
export const showReferral = (rate: bigint) => ({
  share: formatPercent(rate),
  ofExample: formatRupees(computeReferral(paise(500_00n), rate)),
})
