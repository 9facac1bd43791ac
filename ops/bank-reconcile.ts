import type { Command } from 'commander'
import { formatGrouped, formatPlain, formatRupees } from '~/formats/money'
import type { MatchedRow, Problem } from '~/wallet/settlement/match-bank'
import { BANK_FIELDS, BANK_HEADINGS, readBankStatement, type BankField } from '~/wallet/settlement/read-bank'
import { reconcileBank, type NotAtBank } from '~/wallet/settlement/reconcile-bank.server'
import { columnsOption, readWith, withColumns, type ColumnNames } from './file-columns'
import { addDays, csvOption, readFilter, sayCsvList } from './list-options'
import { osUser } from './operator-log'
import { RefusedLines } from './settlement-options'
import { counted, short, table, text, type Column } from './shown'
import { readText, say, sayJson, type Answers } from './terminal'

export function addReconcile(group: Command): void {
  addDays(
    group
      .command('reconcile')
      .description('compare a bank statement with paid withdrawals and network payments, in both directions')
      .argument('<file>', 'a CSV file, or - for standard input'),
    'what we paid',
  )
    .addOption(columnsOption(BANK_FIELDS))
    .option('--fees <text...>', 'treat rows with this narration as payout fees', readTexts)
    .option('--other <text...>', 'ignore rows with this narration: other business', readTexts)
    .option('-y, --yes', 'record confirmations and post fees (default: dry run)')
    .option('--json', 'print a JSON object')
    .addOption(csvOption())
    .addHelpText(
      'after',
      `
A statement has whole days: fees are told apart by day and amount alone. The same statement again changes nothing; a row that
cannot be read refuses the whole file. It ends with 1 where anything differs. Where the account has other business, --other says
which rows that is: they are listed, and are no difference unless they have a reference of ours.
  $ npm run ops -- bank reconcile november.csv --fees "imps charges" --other rent "card settlement"`,
    )
    .action(reconcile)
}

const readTexts = (typed: string, before: readonly string[] = []) => [...before, readText(typed)]

interface Options extends Answers {
  columns?: ColumnNames<BankField>
  fees?: string[]
  other?: string[]
  from?: Date
  to?: Date
  csv?: boolean
}

/** A row of the bank's file, or a payment of ours that the file lacks. */
interface Line {
  line: number | null
  day: string
  reference: string
  /** Negative: outgoing. */
  bank: bigint | null
  what: string
  ours: bigint | null
  says: string
}

async function reconcile(file: string, options: Options): Promise<void> {
  const period = await readFilter(options)
  const { rows, refused } = await readWith(file, (content) =>
    readBankStatement(content, withColumns(BANK_HEADINGS, options.columns), {
      fees: options.fees ?? [],
      others: options.other ?? [],
    }),
  )
  if (refused.length) throw new RefusedLines(refused.map(({ line, reason }) => text`line ${line}: ${reason}`))
  const found = await reconcileBank(rows, { period, apply: options.yes === true, madeBy: osUser() })
  const lines = [...found.rows.map(lineOf), ...found.missing.map(missingLine)]
  const problems = found.rows.filter(({ problem }) => problem !== null).length + found.missing.length
  const others = found.rows.filter(({ what }) => what === 'other').length
  if (problems) process.exitCode = 1
  const facts = {
    applied: options.yes === true,
    entries: found.entries,
    fees: formatPlain(found.fees),
    problems,
    others,
  }
  if (options.json) return sayJson({ ...facts, rows: lines.map(forScripts) })
  if (options.csv) return sayCsvList(lines.map(forScripts), FIELDS, null)
  if (!lines.length) return say`The file has no rows.`
  say`${table(lines, COLUMNS)}\n`
  say`${counted(rows.length, 'row')}: ${counted(found.entries, 'entry', 'entries')} ${options.yes ? 'noted' : 'to note'}, ${formatRupees(found.fees)} of it fees, ${counted(problems, 'difference')}${others ? `, ${others} not ours` : ''}`
  if (!options.yes && found.entries) say`Nothing is done yet. --yes does it; what differs is left out.`
}

const lineOf = (matched: MatchedRow): Line => {
  const { row, what, id, ours } = matched
  return {
    line: row.line,
    day: row.day,
    reference: row.utr || row.narration,
    bank: row.direction === 'in' ? row.amount : 0n - row.amount,
    what: what === 'nothing' || what === 'other' ? '' : id === null ? what : `${what} ${id}`,
    ours,
    says: saysOf(matched),
  }
}

const missingLine = ({ what, id, reference, amount, day }: NotAtBank): Line => ({
  line: null,
  day,
  reference,
  bank: null,
  what: `${what} ${id}`,
  ours: amount,
  says: 'not at the bank',
})

function saysOf({ problem, entries, what, id, row }: MatchedRow): string {
  if (what === 'other') return 'not ours'
  const fee =
    row.fee > 0n && entries.some(({ kind }) => kind === 'fee') ? `, fee ${formatGrouped(row.fee)}` : ''
  if (problem === null) return entries.length ? `matched${fee}` : 'known'
  const words: Record<Problem, string> = {
    unknown: 'not known here',
    amount: 'amounts differ',
    twice: 'twice at the bank',
    'came-back': `came back: withdrawals returned ${id}`,
    'went-out': 'went out, and is a payment to us here',
  }
  return words[problem]
}

const amount = (value: bigint | null) => (value === null ? '' : formatGrouped(value))

const COLUMNS: readonly Column<Line>[] = [
  { head: 'LINE', cell: ({ line }) => (line === null ? '' : String(line)), right: true },
  { head: 'DAY', cell: ({ day }) => day },
  { head: 'REFERENCE', cell: ({ reference }) => short(reference, 30) },
  { head: 'BANK', cell: ({ bank }) => amount(bank), right: true },
  { head: 'IS', cell: ({ what }) => what },
  { head: 'OURS', cell: ({ ours }) => amount(ours), right: true },
  { head: 'RESULT', cell: ({ says }) => says },
]

const forScripts = ({ bank, ours, ...line }: Line) => ({
  line: line.line,
  day: line.day,
  reference: line.reference,
  bank: bank === null ? null : formatPlain(bank),
  is: line.what,
  ours: ours === null ? null : formatPlain(ours),
  result: line.says,
})

const FIELDS = ['line', 'day', 'reference', 'bank', 'is', 'ours', 'result'] as const
