/** Batches store only the hash of their file: after a change of the format earlier files cannot be printed again. */
import { csvLine } from '~/formats/csv'
import { formatPlain } from '~/formats/money'
import type { Withdrawal } from '../withdrawals/withdrawal'

const HEADS = ['withdrawal', 'amount', 'mode', 'name', 'account', 'ifsc', 'upi', 'remark', 'utr', 'reason']

export interface Payable {
  withdrawal: Withdrawal
  to: Record<string, string>
}

export const writeBankFile = (rows: readonly Payable[]): string =>
  csvLine(HEADS) + rows.map(writeLine).join('')

const writeLine = ({ withdrawal, to }: Payable) =>
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
