/** Separate from paths.ts, which every page loads. */
import { paths } from './paths'

/** The fragment scrolls to the form (app/components/ui/focus.ts). `amount`: the sum of a withdrawal that waits for these details, as it was typed. */
export const toPayoutForm = (what: 'bank' | 'upi', amount = ''): string =>
  `${paths.wallet}?edit=${what}${amount && `&amount=${encodeURIComponent(amount)}`}#${what}-details`

export const editPaths = {
  bank: toPayoutForm('bank'),
  upi: toPayoutForm('upi'),
  details: `${paths.account}?edit=details#details`,
} as const

export const toWithdrawal = (amount: string): string =>
  `${paths.wallet}?dialog=withdraw${amount && `&amount=${encodeURIComponent(amount)}`}`

export const savedPaths = {
  bank: `${paths.wallet}#bank-details`,
  upi: `${paths.wallet}#upi-details`,
  withdrawal: `${paths.wallet}#withdrawals`,
  messageChoices: `${paths.notifications}#messages`,
} as const
