import type { Command } from 'commander'
import { formatPlain, formatRupees } from '~/formats/money'
import { BANK_FIELDS, BANK_HEADINGS, readBankStatement, type BankField } from '~/wallet/settlement/read-bank'
import { reconcileBank } from '~/wallet/settlement/reconcile-bank.server'
import { toLine, missingLine, COLUMNS, toJson, FIELDS } from './bank-reconcile-lines'
import { addForMonth, unfitDaysText } from './closed-days'
import { commandPrefix } from './command-name'
import { columnsOption, readWith, withColumns, type ColumnNames } from './file-columns'
import { addDays, csvOption, readFilter, printCsvList } from './list-options'
import { osUser } from './operator-log'
import { RefusedLines } from './settlement-options'
import { formatCount, table, text } from './safe-text'
import { readText, RefusedCommand, print, printJson, type Answers } from './terminal'

export function addReconcile(group: Command): void {
  addForMonth(
    addDays(
      group
        .command('reconcile')
        .description(
          'compare a bank statement with paid withdrawals and network payments, in both directions',
        )
        .argument('<file>', 'a CSV file, or - for standard input'),
      'what we paid',
    ),
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
A statement has whole days: fees are distinguished only by day and amount. The same statement again changes nothing; a row that
cannot be read refuses the whole file. It ends with 1 where anything differs. Where the account has other business, --other says
which rows that is: they are listed, and are no difference unless they have a reference of ours.
  $ ${commandPrefix()} bank reconcile november.csv --fees "imps charges" --other rent "card settlement"`,
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
  forMonth?: string
  csv?: boolean
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
  const found = await reconcileBank(rows, {
    period,
    apply: options.yes === true,
    forMonth: options.forMonth,
    madeBy: osUser(),
  })
  if (!found.ok) throw new RefusedCommand(unfitDaysText(found))
  const lines = [...found.rows.map(toLine), ...found.missing.map(missingLine)]
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
  if (options.json) return printJson({ ...facts, rows: lines.map(toJson) })
  if (options.csv) return printCsvList(lines.map(toJson), FIELDS, null)
  if (!lines.length) return print`The file has no rows.`
  print`${table(lines, COLUMNS)}\n`
  print`${formatCount(rows.length, 'row')}: ${formatCount(found.entries, 'entry', 'entries')} ${options.yes ? 'noted' : 'to note'}, ${formatRupees(found.fees)} of it fees, ${formatCount(problems, 'difference')}${others ? `, ${others} not ours` : ''}`
  if (!options.yes && found.entries) print`Nothing is done yet. --yes does it; what differs is left out.`
}
