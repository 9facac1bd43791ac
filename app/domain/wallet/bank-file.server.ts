/** A batch keeps the number of its format, so that its file is printed again as it was. Never change a format: add one. */
import { createHash } from 'node:crypto'
import writeSheet from 'write-excel-file/node'
import { csvLine } from '~/platform/formats/csv'
import { formatPlain } from '~/platform/formats/money'
import type { Withdrawal } from './withdrawals'
import { MOST_BY_IMPS, toPayeeName } from './providers'

export interface Payable {
  withdrawal: Pick<Withdrawal, 'id' | 'amount_paise' | 'method'>
  to: Record<string, string>
}

type Format = Record<string, (payable: Payable) => string>

const FIRST = {
  withdrawal: ({ withdrawal }) => String(withdrawal.id),
  amount: ({ withdrawal }) => formatPlain(withdrawal.amount_paise),
  mode: ({ withdrawal }) => (withdrawal.method === 'upi' ? 'UPI' : 'IMPS'),
  name: ({ to }) => to.acc_holder_name ?? '',
  account: ({ to }) => to.acc_number ?? '',
  ifsc: ({ to }) => to.ifsc_code ?? '',
  upi: ({ to }) => to.upi ?? '',
  remark: ({ withdrawal }) => `DealDwaar withdrawal ${withdrawal.id}`,
  utr: () => '',
  reason: () => '',
} satisfies Format

/** Names and modes as NEFT and IMPS carry them, and a text that shows whether the account was altered. */
const SECOND: Format = {
  withdrawal: FIRST.withdrawal,
  amount: FIRST.amount,
  mode: ({ withdrawal: { method, amount_paise } }) =>
    method === 'upi' ? 'UPI' : amount_paise <= MOST_BY_IMPS ? 'IMPS' : 'NEFT',
  name: ({ to }) => (to.acc_holder_name ? toPayeeName(to.acc_holder_name) : ''),
  account: FIRST.account,
  account_check: ({ to }) => (to.acc_number ? describeAccount(to.acc_number) : ''),
  ifsc: FIRST.ifsc,
  upi: FIRST.upi,
  remark: FIRST.remark,
  utr: FIRST.utr,
  reason: FIRST.reason,
}

const FORMATS = new Map<number, Format>([
  [1, FIRST],
  [2, SECOND],
])

export const PRESENT_FORMAT = 2

/** A spreadsheet keeps it, because it is no number: '18 digits ending 3456'. */
export const describeAccount = (account: string): string =>
  `${account.length} digits ending ${account.slice(-4)}`

/** False where a spreadsheet has taken zeros or digits away. Banks mask an account (XXXX3456), and put zeros in front. */
export const isSameAccount = (account: string, ours: string): boolean => {
  const [, masked] = /^\d*[x*•]+(\d{3,})$/i.exec(account) ?? []
  return masked === undefined
    ? account.endsWith(ours) && /^0*$/.test(account.slice(0, -ours.length))
    : ours.endsWith(masked)
}

/** The headings, and a line for each withdrawal. */
export type BankTable = readonly (readonly string[])[]

export function makeBankTable(rows: readonly Payable[], format: number): BankTable {
  const cells = Object.entries(FORMATS.get(format)!)
  return [cells.map(([heading]) => heading), ...rows.map((row) => cells.map(([, write]) => write(row)))]
}

export const writeBankCsv = (table: BankTable): string => table.map(csvLine).join('')

const CHARACTERS_WIDE = 24

/** Every cell is a text, so that no spreadsheet alters an account number. Its bytes depend on the time. */
export const writeBankWorkbook = (table: BankTable): Promise<Buffer> =>
  writeSheet(
    table.map((cells, at) =>
      cells.map((value) => ({
        value,
        type: String,
        format: '@',
        ...(at === 0 && { fontWeight: 'bold' as const }),
      })),
    ),
    {
      columns: table[0]!.map(() => ({ width: CHARACTERS_WIDE })),
      stickyRowsCount: 1,
    },
  ).toBuffer()

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What is paid to whom, whatever the format. */
export const digestRows = (rows: readonly Payable[]): string =>
  digest(
    JSON.stringify(
      rows.map(({ withdrawal: { id, amount_paise, method }, to }) => [
        id,
        String(amount_paise),
        method,
        Object.entries(to).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ]),
    ),
  )
