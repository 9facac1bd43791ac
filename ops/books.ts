import { Command, Option } from 'commander'
import { formatGrouped, formatPlain } from '~/formats/money'
import { readAccounts, type AccountLine } from '~/wallet/ledger/books.server'
import { CHART } from '~/wallet/ledger/chart'
import { journal, type Options } from './books-journal'
import { addPeriods } from './books-periods'
import { commandPrefix, quietPrefix } from './command-name'
import { addDays, csvOption, readFilter } from './list-options'
import { amount, csvHead, csvRows, toJsonRow, type Sheet } from './sheets'
import { table } from './safe-text'
import { readId, print, printCsv, printJson } from './terminal'

export function bookCommands(): Command {
  const group = new Command('books').addHelpText(
    'after',
    `
Examples: a financial year for the accountant, all entries of one sale, and a month to close
  $ ${quietPrefix()} books trial-balance --to 2027-03-31
  $ ${quietPrefix()} books journal --from 2026-04-01 --to 2027-03-31 --csv > journal.csv
  $ ${commandPrefix()} books journal --sale 12
  $ ${commandPrefix()} books close 2026-10 --out october

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
  addPeriods(group)
  return group
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
function toBalance({ code, name, debits, credits }: AccountLine): Balance {
  const net = debits - credits
  return { code, name, debit: net > 0n ? net : null, credit: net < 0n ? -net : null }
}

async function trialBalance({ csv, json, ...options }: Options): Promise<void> {
  const rows = (await readAccounts(await readFilter(options))).map(toBalance)
  const sum = (side: 'debit' | 'credit') => rows.reduce((total, row) => total + (row[side] ?? 0n), 0n)
  const total = { code: '', name: 'Total', debit: sum('debit'), credit: sum('credit') }
  const difference = total.debit - total.credit
  if (difference !== 0n) process.exitCode = 1
  if (csv) return printCsv(csvHead(BALANCE) + csvRows([...rows, total], BALANCE))
  if (json)
    return printJson({
      accounts: rows.map((row) => toJsonRow(row, BALANCE)),
      debit: formatPlain(total.debit),
      credit: formatPlain(total.credit),
      difference: formatPlain(difference),
    })
  print(table([...rows, total], BALANCE))
  print`\nDebits less credits: ${formatGrouped(difference)}`
  if (difference !== 0n) print`The books do not balance: run \`audit\`.`
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
  if (csv) return printCsv(csvHead(ACCOUNTS) + csvRows(lines, ACCOUNTS))
  if (json) return printJson(lines.map((line) => toJsonRow(line, ACCOUNTS)))
  print(table(lines, ACCOUNTS))
}
