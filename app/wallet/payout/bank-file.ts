/**
 * The file for the bank, generated from the withdrawals each time and compared with the hash of its batch: after any change
 * of the format no earlier batch can be printed again.
 */
import { csvLine } from '~/csv'
import { formatPlain } from '~/money'
import type { Withdrawal } from '../withdrawals.server'

const HEADS = ['withdrawal', 'amount', 'mode', 'name', 'account', 'ifsc', 'upi', 'remark', 'utr', 'reason']

/** A withdrawal with the account that it goes to, opened. */
export interface Payable {
  withdrawal: Withdrawal
  to: Record<string, string>
}

/** A CSV with a row a withdrawal; its columns `utr` and `reason` are for the bank's answer. */
export const bankFile = (rows: readonly Payable[]): string => csvLine(HEADS) + rows.map(lineFor).join('')

const lineFor = ({ withdrawal, to }: Payable) =>
  csvLine([
    String(withdrawal.id),
    formatPlain(withdrawal.amount_paise),
    withdrawal.method === 'upi' ? 'UPI' : 'IMPS',
    to.acc_holder_name ?? '',
    to.acc_number ?? '',
    to.ifsc_code ?? '',
    to.upi ?? '',
    `DealDwaar withdrawal ${withdrawal.id}`,
    '',
    '',
  ])
