import { PAYOUT_PROVIDERS } from '~/platform/config/payout-providers'
import { formatRupees } from '~/platform/formats/money'
import type { PayoutConflict } from '~/domain/wallet/payout-conflicts.server'
import { see, type Next } from '../operation'

export const nameProvider = ({ provider }: PayoutConflict) => PAYOUT_PROVIDERS[provider]

export function advise(conflict: PayoutConflict): [advice: string, ...Next[]] {
  const { reason, withdrawal, withdrawal_id: id } = conflict
  const provider = nameProvider(conflict)
  switch (reason) {
    case 'paid after it was refunded':
      return [
        `If it is paid there, the member has the money twice: in the wallet and from the bank. A hold keeps it from being withdrawn while you ask for it back.`,
        see('users hold', { user: withdrawal.user_id }),
      ]
    case 'failed after it was paid':
      return [
        'If the money is back in your account there, give it back.',
        { operation: 'withdrawals returned', input: { id } },
      ]
    case 'the UTR of another withdrawal':
      return [
        `No two payments have the same UTR. Ask ${provider} for the UTR of this payment.`,
        { operation: 'withdrawals paid', input: { id, evenSo: 'yes' } },
      ]
    case 'another amount':
      return [
        `Our order was ${formatRupees(withdrawal.amount_paise)}. Ask ${provider}; meanwhile nothing that it says of this payment is recorded.`,
      ]
    case 'another payout with our reference':
      return [
        `Somebody made a second payout at ${provider}: stop it there, or ask for the money back. Ours is looked up by itself.`,
      ]
    default:
      return [`Ask ${provider} what its word means.`]
  }
}
