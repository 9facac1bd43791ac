import { Command, Option } from 'commander'
import { formatTime, timeForSheets } from '~/formats/dates'
import { formatGrouped, formatPlain } from '~/formats/money'
import {
  listJournal,
  readAccounts,
  readJournal,
  type AccountLine,
  type JournalEntry,
  type JournalFilter,
} from '~/wallet/ledger/books.server'
import { CHART } from '~/wallet/ledger/chart'
import { addDays, csvOption, readFilter } from './list-options'
import { amount, csvHead, csvRows, jsonOf, type Sheet } from './sheets'
import { limitedTable, table } from './shown'
import { readId, say, sayCsv, sayJson, sayJsonPart } from './terminal'

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
    .option('--json', 'print a JSON object with the accounts, both sums and their difference')
    .action(trialBalance)
  addDays(group.command('accounts'), 'entries')
    .description('the chart of accounts: opening balance, debits, credits and closing balance of each')
    .addOption(csvOption())
    .option('--json', 'print a JSON array')
    .action(accounts)
  addDays(group.command('journal'), 'entries')
    .description('all entries, oldest first')
    .option('--sale <id>', 'only entries of one sale', readId)
    .option('--withdrawal <id>', 'only entries of one withdrawal', readId)
    .option('--adjustment <id>', 'only entries of one adjustment', readId)
    .option('--settlement <id>', 'only entries of one settlement of a network', readId)
    .addOption(new Option('--account <code>', 'only entries of one account').choices(Object.keys(CHART)))
    .option('--limit <number>', 'maximum number of entries (default: 50; with --csv or --json, all)', readId)
    .addOption(csvOption())
    .option('--json', 'print a JSON array')
    .action(journal)
  return group
}

interface Options {
  from?: Date
  to?: Date
  csv?: boolean
  json?: boolean
}

interface Balance {
  code: string
  name: string
  debit: bigint | null
  credit: bigint | null
}

const BALANCE: Sheet<Balance> = [
  { name: 'account', head: 'ACCOUNT', cell: ({ code }) => code },
  { name: 'name', head: 'NAME', cell: ({ name }) => name },
  amount('debit', ({ debit }) => debit),
  amount('credit', ({ credit }) => credit),
]

/** Net movement in the period; without --from the balance. */
function balanceOf({ code, name, debits, credits }: AccountLine): Balance {
  const net = debits - credits
  return { code, name, debit: net > 0n ? net : null, credit: net < 0n ? -net : null }
}

async function trialBalance({ csv, json, ...options }: Options): Promise<void> {
  const rows = (await readAccounts(await readFilter(options))).map(balanceOf)
  const sum = (side: 'debit' | 'credit') => rows.reduce((total, row) => total + (row[side] ?? 0n), 0n)
  const total = { code: '', name: 'Total', debit: sum('debit'), credit: sum('credit') }
  const difference = total.debit - total.credit
  if (difference !== 0n) process.exitCode = 1
  if (csv) return sayCsv(csvHead(BALANCE) + csvRows([...rows, total], BALANCE))
  if (json)
    return sayJson({
      accounts: rows.map((row) => jsonOf(row, BALANCE)),
      debit: formatPlain(total.debit),
      credit: formatPlain(total.credit),
      difference: formatPlain(difference),
    })
  say(table([...rows, total], BALANCE))
  say`\nDebits less credits: ${formatGrouped(difference)}`
  if (difference !== 0n) say`The books do not balance: run \`audit\`.`
}

const ACCOUNTS: Sheet<AccountLine> = [
  { name: 'account', head: 'ACCOUNT', cell: ({ code }) => code },
  { name: 'name', head: 'NAME', cell: ({ name }) => name },
  { name: 'class', head: 'CLASS', cell: (line) => line.class ?? '', value: (line) => line.class },
  { name: 'side', head: 'SIDE', cell: ({ side }) => side },
  amount('opening', ({ opening }) => opening),
  amount('debits', ({ debits }) => debits),
  amount('credits', ({ credits }) => credits),
  amount('closing', ({ closing }) => closing),
]

async function accounts({ csv, json, ...options }: Options): Promise<void> {
  const lines = await readAccounts(await readFilter(options))
  if (csv) return sayCsv(csvHead(ACCOUNTS) + csvRows(lines, ACCOUNTS))
  if (json) return sayJson(lines.map((line) => jsonOf(line, ACCOUNTS)))
  say(table(lines, ACCOUNTS))
}

const JOURNAL: Sheet<JournalEntry> = [
  { name: 'id', head: 'ID', cell: ({ id }) => id, value: ({ id }) => Number(id), right: true },
  {
    name: 'time',
    head: 'TIME',
    cell: ({ at }) => formatTime(at),
    plain: ({ at }) => timeForSheets(at),
    value: ({ at }) => at.toISOString(),
  },
  { name: 'reference', head: 'REFERENCE', cell: ({ reference }) => reference },
  { name: 'kind', head: 'KIND', cell: ({ kind }) => kind },
  { name: 'debit', head: 'DEBIT', cell: ({ debit }) => debit },
  { name: 'credit', head: 'CREDIT', cell: ({ credit }) => credit },
  amount('amount', (entry) => entry.amount),
]

interface JournalOptions extends Options {
  sale?: number
  withdrawal?: number
  adjustment?: number
  settlement?: number
  account?: string
  limit?: number
}

async function journal(options: JournalOptions): Promise<void> {
  const { csv, json, limit, sale, withdrawal, adjustment, settlement, account, ...days } = options
  const filter = { ...(await readFilter(days)), sale, withdrawal, adjustment, settlement, account }
  if (csv) {
    sayCsv(csvHead(JOURNAL))
    for await (const entries of readJournal(filter, limit)) sayCsv(csvRows(entries, JOURNAL))
    return
  }
  if (json) return sayJsonJournal(filter, limit)
  const maximum = limit ?? 50
  const entries = await listJournal(filter, { limit: maximum })
  if (!entries.length) return say`No entry matches.`
  say(limitedTable(entries, JOURNAL, maximum, 'entry', 'entries'))
}

/** Streamed, because the journal may not fit into memory. */
async function sayJsonJournal(filter: JournalFilter, limit: number | undefined): Promise<void> {
  let before = '['
  for await (const entries of readJournal(filter, limit))
    for (const entry of entries) {
      sayJsonPart(`${before}\n  ${JSON.stringify(jsonOf(entry, JOURNAL))}`)
      before = ','
    }
  sayJsonPart(before === '[' ? '[]\n' : '\n]\n')
}
