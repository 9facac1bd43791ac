import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import { isUtr } from '~/wallet/withdrawals/utr.server'
import { readId, readText } from './terminal'
import { approve, refuseRequested } from './withdrawals-approve'
import { askProvider, correct, fail, paid, returned } from './withdrawals-settle'

export const readIds = (text: string, earlier: number[] = []) => [...earlier, readId(text)]

export function addSteps(group: Command): void {
  const step = (name: string, description: string) =>
    group
      .command(name)
      .description(description)
      .argument('<id>', 'number in the list', readId)
      .option('-y, --yes', 'skip the confirmation')
      .option('--json', 'print a JSON object')
  group
    .command('approve')
    .description('approve withdrawals; members can no longer cancel them')
    .argument('<id...>', 'their numbers in the list', readIds)
    .option(
      '--despite-debt <reason>',
      'override a member’s debt; the reason is kept with the withdrawal',
      readText,
    )
    .option(
      '--despite-signal <reason>',
      'override an open signal of fraud; the reason is kept with the withdrawal',
      readText,
    )
    .option('--show', 'with the accounts that they go to')
    .option('-y, --yes', 'skip the confirmation')
    .option('--json', 'print a JSON object, or an array of several')
    .action(approve)
  step('refuse', 'give back what is only requested; the member is told the reason')
    .requiredOption('--reason <text>', 'reason, shown to the member', readText)
    .action(refuseRequested)
  group
    .command('ask')
    .description('query a payout’s status at the provider now')
    .argument('<id>', 'number in the list', readId)
    .option('--json', 'print a JSON object')
    .action(askProvider)
  step('paid', 'note that the bank has paid it')
    .requiredOption('--utr <utr>', 'the reference that the bank gave the payment', readUtr)
    .option('--batch <number>', 'the bank’s file that it is in', readId)
    .option('--even-so', 'confirm a payout that is at a provider and was checked there')
    .action(paid)
  step('correct-utr', 'correct a mistyped UTR; the member is notified')
    .requiredOption('--utr <utr>', 'the reference that the bank gave the payment', readUtr)
    .requiredOption('--reason <text>', 'reason, shown in `withdrawals show`', readText)
    .action(correct)
  step('fail', 'give the money back to the wallet; the member is told the reason')
    .requiredOption('--reason <text>', 'reason, shown to the member', readText)
    .option('--even-so', 'override: it is at the bank or a provider, and you have checked there')
    .action(fail)
  step('returned', 'note that the bank sent back what was paid; the member is told the reason')
    .requiredOption('--reason <text>', 'reason, shown to the member', readText)
    .action(returned)
}

function readUtr(text: string): string {
  if (!isUtr(text.trim())) throw new InvalidArgumentError('It must have between 4 and 40 letters and digits.')
  return text.trim()
}
