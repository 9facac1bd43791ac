/** `withdrawals`: money that people asked for, on its way to them. */
import { Command, InvalidArgumentError, Option } from 'commander'
import { isUtr, type Status } from '~/wallet/withdrawal-moves.server'
import { listCommand, showCommand } from './list-options'
import { readId, readText } from './terminal'
import { approve, refuse } from './withdrawals-approve'
import { importFromBank } from './withdrawals-bank'
import { batches, exportForBank, unbatch } from './withdrawals-export'
import { list, show } from './withdrawals-list'
import { askProvider, correct, fail, paid, returned } from './withdrawals-settle'

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
  const group = new Command('withdrawals')
    .description('list what people asked for, and pay it out')
    .addHelpText(
      'after',
      `
A withdrawal goes from requested to processing (approve), and from there to paid, or back to the wallet (fail). One that is
only requested goes back to the wallet as cancelled (refuse). What moves money asks first; in a script it requires --yes.

One by one:
  $ npm run ops -- withdrawals list --status requested
  $ npm run ops -- withdrawals approve 7
  $ npm run ops -- withdrawals refuse 8 --reason "The account is not yours"
  $ npm run ops -- withdrawals paid 7 --utr 432198765012
  $ npm run ops -- withdrawals fail 7 --reason "The bank does not know this account"

Nothing is approved for a member who owes us or is on hold. You may pay a debtor all the same, and say why:
  $ npm run ops -- withdrawals approve 7 --despite-debt "The store pays it back to us"

Many at once, with your bank's bulk payments:
  $ npm run ops -- withdrawals export --approve --out to-the-bank.csv
  $ npm run ops -- withdrawals import from-the-bank.csv
  $ npm run ops -- withdrawals import from-the-bank.csv --yes

Where a provider pays, approve is all. One that stays unknown wants you to look there:
  $ npm run ops -- withdrawals list --status unknown
  $ npm run ops -- withdrawals show 7`,
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

const readIds = (text: string, earlier: number[] = []) => [...earlier, readId(text)]

function addSteps(group: Command): void {
  const step = (name: string, description: string) =>
    group
      .command(name)
      .description(description)
      .argument('<id>', 'its number in the list', readId)
      .option('-y, --yes', 'do not ask')
      .option('--json', 'print a JSON object')
  group
    .command('approve')
    .description('take some into work: from here their owners cannot call them off')
    .argument('<id...>', 'their numbers in the list', readIds)
    .option('--despite-debt <reason>', 'also where the member owes us; kept with the withdrawal', readText)
    .option('--show', 'with the accounts that they go to')
    .option('-y, --yes', 'do not ask')
    .option('--json', 'print a JSON object, or an array of several')
    .action(approve)
  step('refuse', 'give back what is only requested; the member is told the reason')
    .requiredOption('--reason <text>', 'why, in words for its owner', readText)
    .action(refuse)
  group
    .command('ask')
    .description('ask the provider now how one stands, instead of when it is due')
    .argument('<id>', 'its number in the list', readId)
    .option('--json', 'print a JSON object')
    .action(askProvider)
  step('paid', 'note that the bank has paid it')
    .requiredOption('--utr <utr>', 'the reference that the bank gave the payment', readUtr)
    .option('--even-so', 'a provider has it, and you have looked there')
    .action(paid)
  step('correct-utr', 'correct a mistyped UTR; the member is notified')
    .requiredOption('--utr <utr>', 'the reference that the bank gave the payment', readUtr)
    .requiredOption('--reason <text>', 'what was wrong; it stands in `withdrawals show`', readText)
    .action(correct)
  step('fail', 'give the money back to the wallet; the member is told the reason')
    .requiredOption('--reason <text>', 'why, in words for its owner', readText)
    .option('--even-so', 'although it is with the bank or a provider, which you have asked')
    .action(fail)
  step('returned', 'note that the bank sent back what was paid; the member is told the reason')
    .requiredOption('--reason <text>', 'why, in words for its owner', readText)
    .action(returned)
}

function readUtr(text: string): string {
  if (!isUtr(text.trim())) throw new InvalidArgumentError('It must have between 4 and 40 letters and digits.')
  return text.trim()
}

function addBank(group: Command): void {
  group
    .command('export')
    .description('a CSV for your bank: a new batch of all that is approved and went into no file before')
    .option('--approve', 'take in what is requested first')
    .option('--out <file>', 'a new file, which only you can read')
    .option('--show', 'print it here instead, account numbers and all')
    .option('--batch <number>', 'write the file of this earlier batch again, unchanged', readId)
    .option('--despite-debt <reason>', 'although the member owes us; the reason is logged', readText)
    .option('-y, --yes', 'do not ask')
    .action(exportForBank)
  group
    .command('batches')
    .description('bank files, newest first')
    .option('--limit <number>', 'maximum number of rows', readId, 50)
    .option('--json', 'print a JSON array')
    .action(batches)
  group
    .command('unbatch')
    .description(
      'take withdrawals that the bank rejected from their batch; the next export includes them again',
    )
    .argument('[id...]', 'their numbers in the list', readIds)
    .option('--batch <number>', 'all of this batch that still wait', readId)
    .requiredOption('--reason <text>', 'why the bank did not take them', readText)
    .option('-y, --yes', 'do not ask')
    .option('--json', 'print a JSON object')
    .action((ids: number[] | undefined, options) => unbatch(ids ?? [], options))
  group
    .command('import')
    .description(
      'the bank’s answer: withdrawal, and utr or reason, a row; without --yes it only shows what would be',
    )
    .argument('<file>', 'a CSV file with these columns, or - for what is piped in')
    .option('-y, --yes', 'do it')
    .option('--json', 'print a JSON object')
    .action(importFromBank)
}
