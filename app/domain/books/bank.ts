import { SPREADSHEET } from '~/platform/formats/amounts'
import { paise, type Paise } from '~/platform/formats/money'
import { readAmountCell, readDayCell } from '~/platform/formats/table-cells'
import { readTable, type FileRow, type Headings, type RefusedLine } from '~/platform/formats/table-file'

export const BANK_FIELDS = ['date', 'utr', 'amount', 'debit', 'credit', 'type', 'narration', 'fee'] as const
export type BankField = (typeof BANK_FIELDS)[number]

export const BANK_HEADINGS: Headings<BankField> = {
  date: [
    'date',
    'txn date',
    'transaction date',
    'tran date',
    'post date',
    'value date',
    'value dt',
    'created at',
  ],
  utr: [
    'utr',
    'utr no',
    'utr number',
    'reference',
    'ref no',
    'reference no',
    'chq/ref no',
    'ref no/cheque no',
    'chq/ref number',
    'utr/rrn',
    'rrn',
  ],
  amount: ['amount', 'amount (inr)', 'transaction amount'],
  debit: [
    'debit',
    'debit amount',
    'withdrawal',
    'withdrawals',
    'withdrawal amt',
    'withdrawal amt (inr)',
    'withdrawal amount',
    'withdrawal amount (inr)',
    'dr',
    'dr amount',
  ],
  credit: [
    'credit',
    'credit amount',
    'deposit',
    'deposits',
    'deposit amt',
    'deposit amt (inr)',
    'deposit amount',
    'deposit amount (inr)',
    'cr',
    'cr amount',
  ],
  type: ['type', 'dr/cr', 'cr/dr', 'debit/credit', 'dr or cr', 'transaction type'],
  narration: [
    'narration',
    'description',
    'particulars',
    'remarks',
    'transaction remarks',
    'transaction details',
    'details',
  ],
  fee: ['fee', 'fees', 'charges'],
}

export interface BankRow {
  line: number
  day: string
  utr: string
  narration: string
  amount: Paise
  /** Null: the statement does not distinguish debits from credits, so that the reference decides. */
  direction: 'out' | 'in' | null
  isFee: boolean
  isOther: boolean
  fee: Paise
}

export interface BankTexts {
  fees: readonly string[]
  others: readonly string[]
}

export function readBankStatement(
  text: string,
  headings: Headings<BankField>,
  { fees, others }: BankTexts = { fees: [], others: [] },
): { rows: BankRow[]; refused: RefusedLine[] } {
  const table = readTable<BankField>(
    text,
    headings,
    [['date'], ['utr', 'narration'], ['amount', 'debit', 'credit']],
    { ids: ['utr'], rightOf: { type: 'amount' }, isRow: hasDay, takesColumns: true },
  )
  const moving = table.rows.filter((row) => !isBalance(row))
  const read = moving.map((row) => readRow(row, table.has('amount'), { fees, others }))
  const rows = read.filter((row): row is BankRow => !('reason' in row))
  const isSigned = rows.some(({ direction }) => direction !== null)
  return {
    rows: isSigned ? rows.map((row) => ({ ...row, direction: row.direction ?? 'in' })) : rows,
    refused: [...table.refused, ...read.filter((row): row is RefusedLine => 'reason' in row)].sort(
      (a, b) => a.line - b.line,
    ),
  }
}

const hasDay = ({ cell }: FileRow<BankField>) => /^\d{1,4}[-/. ][\da-z]{1,9}[-/., ]/i.test(cell('date'))

/** A balance or a total among the rows moves nothing. */
const isBalance = ({ cell }: FileRow<BankField>) =>
  cell('date') === '' &&
  /^(?:opening balance|closing balance|balance [bc]\/f|brought forward|[bc]\/f|(?:transaction |grand )?total)\b/i.test(
    cell('narration'),
  )

function readRow(row: FileRow<BankField>, hasAmount: boolean, texts: BankTexts): BankRow | RefusedLine {
  const refuse = (reason: string) => ({ line: row.line, reason })
  const day = readDayCell(row.cell('date'))
  if (day === null) return refuse(`‘${row.cell('date').slice(0, 30)}’ is no day`)
  const moved = hasAmount ? readSigned(row) : readColumns(row)
  if (typeof moved === 'string') return refuse(moved)
  const fee = row.cell('fee') ? readAmountCell(row.cell('fee'), SPREADSHEET) : paise(0n)
  if (fee === null) return refuse(`‘${row.cell('fee').slice(0, 30)}’ is no fee`)
  const narration = row.cell('narration')
  const has = (one: string) => narration.toLowerCase().includes(one.toLowerCase())
  return {
    line: row.line,
    day,
    utr: row.cell('utr'),
    narration,
    ...moved,
    isFee: texts.fees.some(has),
    isOther: texts.others.some(has),
    fee: absolute(fee),
  }
}

const absolute = (amount: Paise): Paise => (amount < 0n ? paise(0n - amount) : amount)

type SignedAmount = Pick<BankRow, 'amount' | 'direction'>

function readSigned(row: FileRow<BankField>): SignedAmount | string {
  const value = readAmountCell(row.cell('amount'), SPREADSHEET)
  if (value === null) return `‘${row.cell('amount').slice(0, 30)}’ is no amount`
  if (value === 0n) return 'the amount is zero'
  const type = row.cell('type').toLowerCase()
  const isDebit = /^(?:d|dr\.?|debit|withdrawal)$/.test(type)
  const isCredit = /^(?:c|cr\.?|credit|deposit)$/.test(type)
  if (type && !isDebit && !isCredit) return `‘${type.slice(0, 30)}’ is neither debit nor credit`
  if (isCredit && value < 0n) return 'a credit below zero'
  const amount = absolute(value)
  return { amount, direction: isDebit || value < 0n ? 'out' : isCredit ? 'in' : null }
}

function readColumns(row: FileRow<BankField>): SignedAmount | string {
  const [debit, credit] = (['debit', 'credit'] as const).map((field) => {
    const cell = row.cell(field)
    return cell && cell !== '-' ? readAmountCell(cell, SPREADSHEET) : paise(0n)
  })
  if (debit === null) return `‘${row.cell('debit').slice(0, 30)}’ is no amount`
  if (credit === null) return `‘${row.cell('credit').slice(0, 30)}’ is no amount`
  if (debit && credit) return 'it has a debit and a credit'
  if (!debit && !credit) return 'it has no amount'
  if (credit! < 0n) return 'a credit below zero'
  if (debit) return { amount: absolute(debit), direction: 'out' }
  return { amount: credit!, direction: 'in' }
}

export interface KnownWithdrawal {
  id: number
  status: string
  amount: Paise
  utrKey: string
  seenOn: string | null
  returnSeenOn: string | null
  feeSeen: boolean
  isOther: boolean
}

export interface KnownPayment {
  id: number
  amount: Paise
  referenceKey: string
  seenOn: string | null
}

export interface KnownEntries {
  withdrawals: readonly KnownWithdrawal[]
  payments: readonly KnownPayment[]
  fees: ReadonlyMap<string, number>
}

export interface Entry {
  kind: 'withdrawal' | 'return' | 'network' | 'fee'
  key: string
  day: string
  /** Negative: a debit. */
  amount: Paise
  withdrawalId: number | null
  settlementId: number | null
}

export type Problem =
  'unknown' | 'amount' | 'twice' | 'came-back' | 'went-out' | 'other-account' | 'unusable-id'

export interface MatchedRow {
  row: BankRow
  what: 'withdrawal' | 'return' | 'network' | 'fee' | 'other' | 'nothing'
  id: number | null
  ours: Paise | null
  problem: Problem | null
  entries: Entry[]
}
