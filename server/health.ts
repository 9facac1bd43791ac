import fs from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { log } from '~/runtime/log.server'

/** In ms. How long a result is kept, so that frequent checks stay cheap. */
const FRESH = 500
const PATIENCE = 2000

/** Why a server should get no requests: it stops, PostgreSQL gives no answer, or its schema is older than this build. */
export type Unready = 'draining' | 'database' | 'migrations'

export interface Health {
  /** Whether PostgreSQL answers within PATIENCE. */
  isHealthy(): Promise<boolean>
  /** Null: ready. A schema that is newer than this build is ready: migrations expand first, and contract a release later. */
  whyUnready(): Promise<Unready | null>
}

/** One connection for all that the server itself asks. */
export const openWatch = (url: string): postgres.Sql =>
  postgres(url, { max: 1, connect_timeout: 2, idle_timeout: 60, onnotice: () => {} })

/** `newest`: the time of the last migration that this build needs, in ms (`newestMigration`). */
export function watchDatabase(sql: postgres.Sql, newest: number): Health {
  const isHealthy = askedRarely(
    () =>
      sql`SELECT 1`.then(
        () => true,
        () => false,
      ),
    false,
  )
  const whyUnready = askedRarely<Unready | null>(async () => {
    try {
      const [row] = await sql<{ applied: string | null }[]>`
        SELECT max(created_at) AS applied FROM drizzle.__drizzle_migrations`
      return Number(row?.applied ?? 0) >= newest ? null : 'migrations'
    } catch (error) {
      return (error as { code?: unknown }).code === NO_TABLE ? 'migrations' : 'database'
    }
  }, 'database')
  return { isHealthy, whyUnready }
}

/** SQLSTATE undefined_table. */
const NO_TABLE = '42P01'

/** Asks again after FRESH at the earliest, and gives `late` for what has no answer within PATIENCE. */
function askedRarely<Answer>(ask: () => Promise<Answer>, late: Answer): () => Promise<Answer> {
  let last: { at: number; answer: Promise<Answer> } | undefined
  return () => {
    const now = Date.now()
    if (!last || now - last.at > FRESH) last = { at: now, answer: inTime(ask(), late) }
    return last.answer
  }
}

function inTime<Answer>(answer: Promise<Answer>, late: Answer): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<Answer>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, late)
    timer.unref()
  })
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer))
}

/** When the last migration of a folder was made, in ms, as PostgreSQL keeps it of those that were applied. */
export function newestMigration(folder: string): number {
  const journal = JSON.parse(fs.readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  return Math.max(0, ...journal.entries.map(({ when }) => when))
}

/** Logs a warning if the server's processes may open more connections than PostgreSQL accepts from them. */
export async function warnOfConnections(url: string, most: number): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    const [row] = await sql<{ accepted: number }[]>`
      SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS accepted`
    if (most > row!.accepted)
      log('warn', 'WEB_CONCURRENCY times DATABASE_POOL exceeds the max_connections of PostgreSQL', {
        most,
        accepted: row!.accepted,
      })
  } catch {
    // A proxy such as PgBouncer may not answer; /healthz says if there is no database.
  } finally {
    await sql.end({ timeout: 1 })
  }
}
