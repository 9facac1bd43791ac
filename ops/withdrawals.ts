import { commandPrefix } from './command-name'
import { Command, Option } from 'commander'
import type { Status } from '~/wallet/withdrawals/withdrawal-steps.server'
import { listCommand, showCommand } from './list-options'
import { readId, readText } from './terminal'
import { importFromBank } from './withdrawals-bank'
import { batches, unbatch } from './withdrawals-batches'
import { exportForBank } from './withdrawals-export'
import { list } from './withdrawals-list'
import { show } from './withdrawals-show'
import { readIds, addSteps } from './withdrawals-steps'

const STATUSES: readonly Status[] = [
  'requested',
  'processing',
  'unknown',
  'paid',
  'failed',
  'refunded',
  'cancelled',
  'returned',
]

export function withdrawalCommands(): Command {
  const group = new Command('withdrawals').addHelpText(
    'after',
    `
A withdrawal goes from requested to processing (approve), and from there to paid, or back to the wallet (fail). One that is
only requested goes back to the wallet as cancelled (refuse). What moves money asks first; in a script it requires --yes.

One by one:
  $ ${commandPrefix()} withdrawals list --status requested
  $ ${commandPrefix()} withdrawals approve 7
  $ ${commandPrefix()} withdrawals refuse 8 --reason "The account is not yours"
  $ ${commandPrefix()} withdrawals paid 7 --utr 432198765012
  $ ${commandPrefix()} withdrawals fail 7 --reason "The bank does not know this account"

Nothing is approved for a member who owes us, is on hold or has an open signal of fraud. You may override debt and signal, and say why:
  $ ${commandPrefix()} withdrawals approve 7 --despite-debt "The store pays it back to us"
  $ ${commandPrefix()} withdrawals approve 8 --despite-signal "Husband and wife; both wrote to us"

Many at once, with your bank's bulk payments:
  $ ${commandPrefix()} withdrawals export --approve --out to-the-bank.csv
  $ ${commandPrefix()} withdrawals import from-the-bank.csv
  $ ${commandPrefix()} withdrawals import from-the-bank.csv --yes

Where a provider pays, approve is all. One that stays unknown wants you to look there:
  $ ${commandPrefix()} withdrawals list --status unknown
  $ ${commandPrefix()} withdrawals show 7`,
  )
  addLooks(group)
  addSteps(group)
  addBank(group)
  return group
}

function addLooks(group: Command): void {
  listCommand(group, {
    description: 'the newest withdrawals, in the order of their requests',
    member: 'only withdrawals of one member',
    days: 'requested',
    csv: true,
  })
    .addOption(new Option('--status <status>', 'only those in this status').choices(STATUSES))
    .action(list)
  showCommand(group, 'one withdrawal with its history')
    .option('--show', 'with the account that it goes to')
    .action(show)
}

function addBank(group: Command): void {
  group
    .command('export')
    .description('export a bank file (CSV): a new batch of all approved withdrawals that are in no batch yet')
    .option('--approve', 'approve requested withdrawals first')
    .option('--out <file>', 'a new file readable only by you')
    .option('--show', 'print to the terminal, including account numbers')
    .option('--batch <number>', 'write the file of an earlier batch again, unchanged', readId)
    .option('--despite-debt <reason>', 'override a member’s debt; the reason is logged', readText)
    .option('--despite-signal <reason>', 'override open signals of fraud; the reason is logged', readText)
    .option('-y, --yes', 'skip the confirmation')
    .action(exportForBank)
  group
    .command('batches')
    .description('list bank files, newest first')
    .option('--limit <number>', 'maximum number of rows', readId, 50)
    .option('--json', 'print a JSON array')
    .action(batches)
  group
    .command('unbatch')
    .description(
      'take withdrawals that the bank rejected from their batch; the next export includes them again',
    )
    .argument('[id...]', 'their numbers in the list', readIds)
    .option('--batch <number>', 'all withdrawals of this batch that are still open', readId)
    .requiredOption('--reason <text>', 'reason given by the bank', readText)
    .option('-y, --yes', 'skip the confirmation')
    .option('--json', 'print a JSON object')
    .action((ids: number[] | undefined, options) => unbatch(ids ?? [], options))
  group
    .command('import')
    .description(
      'the bank’s answer: withdrawal, and utr or reason, a row; without --yes it only shows what would be',
    )
    .argument('<file>', 'a CSV file with these columns, or - for standard input')
    .option('-y, --yes', 'apply it (default: dry run)')
    .option('--json', 'print a JSON object')
    .action(importFromBank)
}
