/** Work that a process of the server does again and again beside its requests. */
import { errorFacts, log } from './log.server'

export interface Schedule {
  /** Lets what is running finish, and begins no more. */
  stop(): Promise<void>
}

/**
 * Runs `work` every `seconds`, for the first time after as many, never twice at once. An error goes to the log and ends
 * nothing. `work` is told when to come to its end.
 */
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
