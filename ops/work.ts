import { Command } from 'commander'
import { env } from '~/config/env.server'
import { startBackgroundJobs } from '~/background-jobs.server'
import { applyDue } from '~/tracking/postbacks.server'
import { workPayouts } from '~/wallet/payout/payout-worker.server'
import { say } from './terminal'

export function workCommand(): Command {
  return new Command('work')
    .description('run the background jobs without a server; Ctrl-C stops it')
    .option('--once', 'apply the postbacks and send the payouts that are due now, then exit')
    .addHelpText(
      'after',
      `
The server does this by itself unless BACKGROUND_JOBS is none. Any number of workers may run at once, and each may be ended
at any point: the next one goes on where it was.

Example, for a machine that only works:
  $ npm run -s ops -- work`,
    )
    .action(work)
}

async function work({ once }: { once?: boolean }): Promise<void> {
  if (once) {
    await applyDue((error) => {
      throw error
    })
    await workPayouts()
    return
  }
  const { PAYOUT_PROVIDER, PAYOUT_APPROVAL } = env()
  say`Working: payouts by ${PAYOUT_PROVIDER}, approval ${PAYOUT_APPROVAL}. Ctrl-C ends it.`
  const jobs = startBackgroundJobs()
  await untilStopped()
  await Promise.all(jobs.map((job) => job.stop()))
  say`Stopped.`
}

/** The workers' timers are unref'd, so they do not keep the process alive. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const alive = setInterval(() => {}, 60_000)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => {
        clearInterval(alive)
        resolve()
      })
  })
}
