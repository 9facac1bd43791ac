// Payout accounts are printed only with --show.
import { tryDestination } from '~/wallet/withdrawals/payouts.server'
import type { Withdrawal } from '~/wallet/withdrawals/withdrawal'
import { print } from './terminal'

const LABELS: Record<string, string> = {
  upi: 'UPI ID',
  acc_number: 'account number',
  acc_holder_name: 'account holder',
  ifsc_code: 'IFSC',
  bank_name: 'CRN number',
}

export function printDestination(withdrawal: Withdrawal): void {
  const to = tryDestination(withdrawal)
  if (!to)
    return print`  the account does not open: it was erased, or sealed under a key that is not in DATA_KEY and DATA_KEYS_OLD`
  for (const [name, value] of Object.entries(to)) if (value) print`  ${LABELS[name] ?? name}: ${value}`
}
