import type { Env } from '~/platform/config/env.server'
import { explainDatabaseFailure } from '~/platform/database-failure'
import { errorFacts, log } from '~/platform/log.server'
import { rereadEnvFile, type Reread } from '../environment/reread'

export type Restarted = { env: Env; problem: null } | { env: null; problem: string }

/** Rereads ENV_FILE first. With a problem, which is logged, the old workers go on. */
export async function restartWorkers(
  migrate: () => Promise<void>,
  restart: () => Promise<void>,
): Promise<Restarted> {
  log('info', 'restarting')
  const reread = tryReread()
  if (typeof reread === 'string') return { env: null, problem: reread }
  try {
    await migrate()
    await restart()
    return { env: reread.env, problem: null }
  } catch (error) {
    const inWords = explainDatabaseFailure(error, reread.env.databaseUrl!)
    reread.undo()
    log('error', 'restart failed', { ...(inWords && { problem: inWords }), ...errorFacts(error) })
    return { env: null, problem: inWords ?? joinLines(error) }
  }
}

/** A text: the file is invalid, and the old values stay. */
function tryReread(): Reread | string {
  try {
    const reread = rereadEnvFile()
    if (reread.changed.length) log('info', 'environment changed', { changed: reread.changed.join(' ') })
    return reread
  } catch (error) {
    const problems = joinLines(error)
    log('error', 'restart refused', { problems })
    return problems
  }
}

const joinLines = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .split('\n')
    .map((line) => line.trim())
    .join('; ')

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
