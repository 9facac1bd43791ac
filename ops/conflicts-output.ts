import { commandPrefix } from './command-name'
import { formatPlain, formatRupees } from '~/formats/money'
import type { PayoutConflict } from '~/wallet/payout/conflicts.server'
import { type SafeText, text } from './safe-text'
import { PROVIDER_NAMES } from './withdrawals-text'

export const isOfBank = (utr: string | null) => (utr ? `, UTR ${utr}` : '')

export function adviceFor({ reason, withdrawal, withdrawal_id: id, provider }: PayoutConflict): SafeText {
  switch (reason) {
    case 'paid after it was refunded':
      return text`If it is paid there, the member has the money
twice: in the wallet and from the bank. \`users hold ${withdrawal.user_id} --reason "…"\` keeps it from being withdrawn while you ask for it back.`
    case 'failed after it was paid':
      return text`If the money is back in your account there, give it
back: ${commandPrefix()} withdrawals returned ${id} --reason "<why>"`
    case 'the UTR of another withdrawal':
      return text`Each payment has its own UTR. Ask
${PROVIDER_NAMES[provider]} for the one of this payment, then: ${commandPrefix()} withdrawals paid ${id} --utr <its UTR> --even-so`
    case 'another amount':
      return text`It was told to pay ${formatRupees(withdrawal.amount_paise)}. Ask ${PROVIDER_NAMES[provider]};
nothing it says of this payment is taken in meanwhile.`
    case 'another payout with our reference':
      return text`Somebody made a second payout at ${PROVIDER_NAMES[provider]}: stop it there, or ask for the money back. Ours is looked up by itself.`
    default:
      return text`Ask ${PROVIDER_NAMES[provider]} what its word means.`
  }
}

/** Amounts are decimal texts in rupees, times are in UTC. */
export const toJson = (conflict: PayoutConflict) => ({
  id: conflict.id,
  withdrawal_id: conflict.withdrawal_id,
  withdrawal_status: conflict.withdrawal.status,
  withdrawal_amount: formatPlain(conflict.withdrawal.amount_paise),
  user_id: conflict.withdrawal.user_id,
  provider: conflict.provider,
  reference: conflict.reference,
  reason: conflict.reason,
  word: conflict.word,
  number: conflict.number,
  amount: formatPlain(conflict.amount_paise),
  utr: conflict.utr,
  found_at: conflict.found_at,
  resolved_at: conflict.resolved_at,
  resolution: conflict.resolution,
})

export const FIELDS = [
  'id',
  'withdrawal_id',
  'withdrawal_status',
  'withdrawal_amount',
  'user_id',
  'provider',
  'reference',
  'reason',
  'word',
  'number',
  'amount',
  'utr',
  'found_at',
  'resolved_at',
  'resolution',
] as const
