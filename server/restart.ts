import type { Env } from '~/config/env.server'
import { errorFacts, log } from '~/runtime/log.server'
import { rereadEnvFile, type Reread } from '../environment/reread'

/** Rereads ENV_FILE first. Null: it failed, which is logged, and the old workers go on. */
export async function restartWorkers(
  migrate: () => Promise<void>,
  restart: () => Promise<void>,
): Promise<Env | null> {
  log('info', 'restarting')
  const reread = tryReread()
  if (!reread) return null
  try {
    await migrate()
    await restart()
    return reread.env
  } catch (error) {
    reread.undo()
    log('error', 'restart failed', errorFacts(error))
    return null
  }
}

/** Null: the file is invalid, and the old values stay. */
function tryReread(): Reread | null {
  try {
    const reread = rereadEnvFile()
    if (reread.changed.length) log('info', 'environment changed', { changed: reread.changed.join(' ') })
    return reread
  } catch (error) {
    log('error', 'restart refused', {
      problems: (error as Error).message
        .split('\n')
        .map((line) => line.trim())
        .join('; '),
    })
    return null
  }
}

/** A call during a run makes one more run, because what it reads may have changed meanwhile. */
export function queueRuns(work: () => Promise<void>): () => void {
  let runs = Promise.resolve()
  let isQueued = false
  return () => {
    if (isQueued) return
    isQueued = true
    runs = runs.then(() => {
      isQueued = false
      return work()
    })
  }
}
