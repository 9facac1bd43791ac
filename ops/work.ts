import { Command } from 'commander'
import { env } from '~/env.server'
import { startInboxWorker } from '~/tracking/inbox-worker.server'
import { applyDue } from '~/tracking/postbacks.server'
import { startPayoutWorker, workPayouts } from '~/wallet/payout/payout-worker.server'
import { say } from './terminal'

export function workCommand(): Command {
  return new Command('work')
    .description('run the inbox and payout workers without a server; Ctrl-C stops it')
    .option('--once', 'process what is due now, then exit')
    .addHelpText(
      'after',
      `
The server does this by itself. Any number of workers may run at once, and each may be ended at any point: the next one
goes on where it was.

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
  const workers = [startInboxWorker(), startPayoutWorker()]
  await untilStopped()
  await Promise.all(workers.map((worker) => worker.stop()))
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
