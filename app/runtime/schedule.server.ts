import { count } from './counters'
import { errorFacts, log } from './log.server'
import type { Sample } from './metric-names'

export interface Schedule {
  stop(): Promise<void>
}

/** Times by performance.now(); until a first run succeeds, the time of the start. */
const lastSuccess = new Map<string, number>()

export const readWorkerAges = (): Sample[] =>
  [...lastSuccess].map(([worker, at]) => ({
    name: 'dealdwaar_worker_age_seconds',
    labels: { worker },
    value: (performance.now() - at) / 1000,
  }))

/** Runs of one schedule never overlap. Errors are only logged. */
export function schedule(
  name: string,
  seconds: number,
  work: (stopping: () => boolean) => Promise<unknown>,
): Schedule {
  lastSuccess.set(name, performance.now())
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout
  const next = () => {
    timer = setTimeout(() => {
      running = run()
    }, seconds * 1000)
    timer.unref()
  }
  const run = async () => {
    try {
      await work(() => stopped)
      lastSuccess.set(name, performance.now())
    } catch (error) {
      count('dealdwaar_worker_failures_total', { worker: name })
      log('error', 'scheduled work failed', { work: name, ...errorFacts(error) })
    }
    if (!stopped) next()
  }
  next()
  return {
    stop() {
      stopped = true
      lastSuccess.delete(name)
      clearTimeout(timer)
      return running
    },
  }
}
