import { errorFacts, log } from './log.server'

export interface Schedule {
  /** Resolves when the current run has finished. */
  stop(): Promise<void>
}

/** First run after `seconds`; runs never overlap. Errors are only logged. */
export function schedule(
  name: string,
  seconds: number,
  work: (stopping: () => boolean) => Promise<unknown>,
): Schedule {
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
    } catch (error) {
      log('error', 'scheduled work failed', { work: name, ...errorFacts(error) })
    }
    if (!stopped) next()
  }
  next()
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
      return running
    },
  }
}
