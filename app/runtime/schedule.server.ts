import { count } from './counters'
import { errorFacts, log } from './log.server'
import type { Sample } from './metric-names'

export interface Schedule {
  stop(): Promise<void>
}

/** performance.now(); of the start, until a run succeeds. */
const lastSuccess = new Map<string, number>()

export const readWorkerAges = (): Sample[] =>
  [...lastSuccess].map(([worker, at]) => ({
    name: 'dealdwaar_worker_age_seconds',
    labels: { worker },
    value: (performance.now() - at) / 1000,
  }))

/** No overlaps. Errors are only logged. */
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
