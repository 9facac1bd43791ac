import { Command } from 'commander'
import { skipNumbers } from '~/platform/db/after-restore.server'
import { listStoredSecrets } from '~/domain/tracking/network-secrets.server'
import { requireStatusChecks } from '~/domain/wallet/after-restore.server'
import { formatCount } from '~/platform/formats/count'
import { audit } from './audit'
import { getCommandPrefix } from './command-name'
import { print } from './terminal'

export const createRestoredCommand = (): Command =>
  new Command('restored')
    .addHelpText(
      'after',
      `\nExample, after pgBackRest has restored the database:\n  $ ${getCommandPrefix()} restored`,
    )
    .action(finish)

async function finish(): Promise<void> {
  const { open, settled, byHand } = await requireStatusChecks()
  const sequences = await skipNumbers()
  print`${formatCount(open, 'open payout')} and ${formatCount(settled, 'settled payout')} will be looked up at the provider before anything is sent.`
  print`${formatCount(sequences, 'numbering')} moved on by 1,000,000: no number is given twice.`
  // Imported on use, because it brings what does operations.
  const { endWaitingJobs } = await import('~/desk/work-queue.server')
  const jobs = await endWaitingJobs('The database was restored: look at what it was about, then do it again.')
  if (jobs) print`${formatCount(jobs, 'job')} of operators that had not ended will not be done.`
  if (byHand)
    print`${formatCount(byHand, 'approved withdrawal')} to be paid by hand: compare with the bank's statement since the backup before you pay.`
  const networks = new Set((await listStoredSecrets()).map(({ network }) => network))
  if (networks.size)
    print`Secrets of ${[...networks].join(', ')} are those of the backup: replace or end those that were replaced or ended since.`
  await audit({})
}
