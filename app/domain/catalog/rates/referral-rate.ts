import { formatPercent, formatRupees, paise, computeReferral } from '~/platform/formats/money'

/** `rate`: hundredths of a percent. */
export const showReferral = (rate: bigint) => ({
  share: formatPercent(rate),
  ofExample: formatRupees(computeReferral(paise(500_00n), rate)),
})
