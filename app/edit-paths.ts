/** Separate from paths.ts, which every page loads. */
import { paths } from './paths'

/** The fragment scrolls to the form (app/components/ui/focus.ts). */
export const editPaths = {
  bank: `${paths.wallet}?edit=bank#bank-details`,
  upi: `${paths.wallet}?edit=upi#upi-details`,
  details: `${paths.account}?edit=details#details`,
} as const

/** `amount`: the sum of a withdrawal that waits for these details, as it was typed. */
export const toPayoutForm = (what: 'bank' | 'upi', amount: string): string =>
  amount
    ? `${paths.wallet}?edit=${what}&amount=${encodeURIComponent(amount)}#${what}-details`
    : editPaths[what]

export const toWithdrawal = (amount: string): string =>
  `${paths.wallet}?dialog=withdraw${amount && `&amount=${encodeURIComponent(amount)}`}`

export const savedPaths = {
  bank: `${paths.wallet}#bank-details`,
  upi: `${paths.wallet}#upi-details`,
  withdrawal: `${paths.wallet}#withdrawals`,
  messageChoices: `${paths.notifications}#messages`,
} as const
