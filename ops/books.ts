/** `books`: trial balance, chart of accounts and journal. */
import { Command, Option } from 'commander'
import { csvLine } from '~/csv'
import { formatTime, timeForSheets } from '~/dates'
import { formatGrouped, formatPlain } from '~/money'
import {
  listJournal,
  readAccounts,
  readJournal,
  type AccountLine,
  type JournalEntry,
} from '~/wallet/books.server'
import { CHART } from '~/wallet/chart'
import { addDays, csvOption, readFilter } from './list-options'
import { limitedTable, table, type Column } from './shown'
import { readId, say, sayCsv } from './terminal'

export function bookCommands(): Command {
  const group = new Command('books')
    .description('the books: trial balance, accounts and journal')
    .addHelpText(
      'after',
      `
Examples: a financial year for the accountant, and all entries of one sale
  $ npm run -s ops -- books trial-balance --to 2027-03-31
  $ npm run -s ops -- books journal --from 2026-04-01 --to 2027-03-31 --csv > journal.csv
  $ npm run ops -- books journal --sale 12

Amounts are rupees. docs/books.md explains each account.`,
    )
  addDays(group.command('trial-balance'), 'entries')
    .description('the debit or credit balance of each account; exits with 1 if debits and credits differ')
    .addOption(csvOption())
    .action(trialBalance)
  addDays(group.command('accounts'), 'entries')
    .description('the chart of accounts: opening balance, debits, credits and closing balance of each')
    .addOption(csvOption())
    .action(accounts)
  addDays(group.command('journal'), 'entries')
    .description('all entries, oldest first')
    .option('--sale <id>', 'only entries of one sale', readId)
    .option('--withdrawal <id>', 'only entries of one withdrawal', readId)
    .addOption(new Option('--account <code>', 'only entries of one account').choices(Object.keys(CHART)))
    .option('--limit <number>', 'maximum number of entries (default: 50; with --csv, all)', readId)
    .addOption(csvOption())
    .action(journal)
  return group
}

interface Options {
  from?: Date
  to?: Date
  csv?: boolean
}

/** Columns for the terminal and for CSV; `plain` is the CSV cell if it differs. */
type Cells<Row> = readonly (Column<Row> & { plain?: (row: Row) => string })[]

const amount = <Row>(head: string, of: (row: Row) => bigint | null): Cells<Row>[number] => {
  const write = (format: (value: bigint) => string) => (row: Row) => {
    const value = of(row)
    return value === null ? '' : format(value)
  }
  return { head, cell: write(formatGrouped), plain: write(formatPlain), right: true }
}

const csvOf = <Row>(rows: readonly Row[], cells: Cells<Row>): string =>
  rows.map((row) => csvLine(cells.map(({ cell, plain = cell }) => plain(row)))).join('')

const headOf = <Row>(cells: Cells<Row>): string => csvLine(cells.map(({ head }) => head.toLowerCase()))

/** A line of the trial balance: either debit or credit is null. */
interface Balance {
  code: string
  name: string
  debit: bigint | null
  credit: bigint | null
}

const BALANCE: Cells<Balance> = [
  { head: 'ACCOUNT', cell: ({ code }) => code },
  { head: 'NAME', cell: ({ name }) => name },
  amount('DEBIT', ({ debit }) => debit),
  amount('CREDIT', ({ credit }) => credit),
]

/** The net movement of the account in the period; without --from, its balance. */
function balanceOf({ code, name, debits, credits }: AccountLine): Balance {
  const net = debits - credits
  return { code, name, debit: net > 0n ? net : null, credit: net < 0n ? -net : null }
}

async function trialBalance({ csv, ...options }: Options): Promise<void> {
  const rows = (await readAccounts(await readFilter(options))).map(balanceOf)
  const sum = (side: 'debit' | 'credit') => rows.reduce((total, row) => total + (row[side] ?? 0n), 0n)
  const total = { code: '', name: 'Total', debit: sum('debit'), credit: sum('credit') }
  const difference = total.debit - total.credit
  if (difference !== 0n) process.exitCode = 1
  if (csv) return sayCsv(headOf(BALANCE) + csvOf([...rows, total], BALANCE))
  say(table([...rows, total], BALANCE))
  say`\nDebits less credits: ${formatGrouped(difference)}`
  if (difference !== 0n) say`The books do not balance: run \`audit\`.`
}

const ACCOUNTS: Cells<AccountLine> = [
  { head: 'ACCOUNT', cell: ({ code }) => code },
  { head: 'NAME', cell: ({ name }) => name },
  { head: 'CLASS', cell: (line) => line.class ?? '' },
  { head: 'SIDE', cell: ({ side }) => side },
  amount('OPENING', ({ opening }) => opening),
  amount('DEBITS', ({ debits }) => debits),
  amount('CREDITS', ({ credits }) => credits),
  amount('CLOSING', ({ closing }) => closing),
]

async function accounts({ csv, ...options }: Options): Promise<void> {
  const lines = await readAccounts(await readFilter(options))
  if (csv) return sayCsv(headOf(ACCOUNTS) + csvOf(lines, ACCOUNTS))
  say(table(lines, ACCOUNTS))
}

const JOURNAL: Cells<JournalEntry> = [
  { head: 'ID', cell: ({ id }) => id, right: true },
  { head: 'TIME', cell: ({ at }) => formatTime(at), plain: ({ at }) => timeForSheets(at) },
  { head: 'REFERENCE', cell: ({ reference }) => reference },
  { head: 'KIND', cell: ({ kind }) => kind },
  { head: 'DEBIT', cell: ({ debit }) => debit },
  { head: 'CREDIT', cell: ({ credit }) => credit },
  amount('AMOUNT', (entry) => entry.amount),
]

interface JournalOptions extends Options {
  sale?: number
  withdrawal?: number
  account?: string
  limit?: number
}

async function journal({ csv, limit, sale, withdrawal, account, ...options }: JournalOptions): Promise<void> {
  const filter = { ...(await readFilter(options)), sale, withdrawal, account }
  if (csv) {
    sayCsv(headOf(JOURNAL))
    for await (const entries of readJournal(filter, limit)) sayCsv(csvOf(entries, JOURNAL))
    return
  }
  const maximum = limit ?? 50
  const entries = await listJournal(filter, { limit: maximum })
  if (!entries.length) return say`No entry matches.`
  say(limitedTable(entries, JOURNAL, maximum, 'entry', 'entries'))
}
