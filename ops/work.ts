import { RefusalError } from '~/desk/refusal'
import { getQuietPrefix } from './command-name'
import { Command, InvalidArgumentError } from 'commander'
import { env } from '~/platform/config/env.server'
import { startBackgroundJobs } from '~/background-jobs.server'
import { workQueue } from '~/desk/work-queue.server'
import { applyDue } from '~/domain/tracking/inbox.server'
import { workPayouts } from '~/domain/wallet/payout-worker.server'
import { print } from './terminal'

export function createWorkCommand(): Command {
  return new Command('work')
    .option(
      '--once',
      'apply the postbacks, send the payouts and do the queued jobs that are due now, then exit',
    )
    .option(
      '--metrics-port <port>',
      'answer GET /metrics there, on METRICS_HOST (docs/operations.md)',
      toPort,
    )
    .addHelpText(
      'after',
      `
The server does this by itself unless BACKGROUND_JOBS is none. Any number of workers may run at once, and each may be ended
at any point: the next one goes on where it was.

Example, for a machine that only works:
  $ ${getQuietPrefix()} work --metrics-port 9465`,
    )
    .action(work)
}

/** Takes its own port instead of METRICS_PORT, which a server on this machine may use. */
function toPort(typed: string): number {
  const port = Number(typed)
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new InvalidArgumentError('It must be a port, 1 to 65535.')
  return port
}

async function work({ once, metricsPort }: { once?: boolean; metricsPort?: number }): Promise<void> {
  if (once) {
    await applyDue((error) => {
      throw error
    })
    await workPayouts()
    await workQueue()
    return
  }
  const { PAYOUT_PROVIDER, PAYOUT_APPROVAL } = env()
  print`Working: payouts by ${PAYOUT_PROVIDER}, approval ${PAYOUT_APPROVAL}. Ctrl-C ends it.`
  const metrics = metricsPort === undefined ? undefined : await openMetrics(metricsPort)
  const jobs = startBackgroundJobs()
  await waitForSignal()
  await Promise.all([...jobs.map((job) => job.stop()), metrics?.stop()])
  print`Stopped.`
}

/** Imported on use, so that other commands do not load its libraries. */
async function openMetrics(port: number) {
  const { METRICS_HOST } = env()
  const [{ createMetrics }, { listenMetrics }, { readMeasures }] = await Promise.all([
    import('../environment/metrics/metrics'),
    import('../environment/metrics/listen'),
    import('~/domain/alerts/measures.server'),
  ])
  const metrics = createMetrics([() => readMeasures({ database: true })])
  const listening = await listenMetrics(port, METRICS_HOST, () => metrics.snapshot(), '--metrics-port').catch(
    (error: Error) => {
      throw new RefusalError(error.message)
    },
  )
  print`Metrics: http://${METRICS_HOST}:${port}/metrics`
  return listening
}

/** The workers' timers are unref'd, so they do not keep the process alive. */
function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    const alive = setInterval(() => {}, 60_000)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => {
        clearInterval(alive)
        resolve()
      })
  })
}
