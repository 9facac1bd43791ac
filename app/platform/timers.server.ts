import { count } from './counters'
import { errorFacts, log } from './log.server'
import type { Sample } from './metric-names'

export interface Schedule {
  stop(): Promise<void>
}

/** Work that is done again and again. app/background-jobs.server.ts lists all that `schedule list` prints. */
export interface Timer {
  name: string
  /** Seconds between the end of one run and the next. */
  every: number
  /** In a few words, for operators. */
  does: string
  /** Its row of `jobs`, and the seconds between two runs of what it does, if they are fixed. */
  job?: { name: string; seconds?: number } | undefined
  /** `every`: other seconds, for a test. */
  start(every?: number): Schedule
}

type Work = (stopping: () => boolean) => Promise<unknown>

export const defineTimer = ({ work, ...timer }: Omit<Timer, 'start'> & { work: Work }): Timer => ({
  ...timer,
  start: (every = timer.every) => schedule(timer.name, every, work),
})

/** Times by performance.now(); until a first run succeeds, the time of the start. */
const lastSuccess = new Map<string, number>()

export const readWorkerAges = (): Sample[] =>
  [...lastSuccess].map(([worker, at]) => ({
    name: 'dealdwaar_worker_age_seconds',
    labels: { worker },
    value: (performance.now() - at) / 1000,
  }))

/** Runs of one schedule never overlap. Errors are only logged. */
export function schedule(name: string, seconds: number, work: Work): Schedule {
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
