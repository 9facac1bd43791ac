import fs from 'node:fs'
import path from 'node:path'
import type postgres from 'postgres'
import { openPool } from './database-connection.server'
import { withTimeout } from './with-timeout'

const FRESH_MS = 500
const TIMEOUT_MS = 2000

type Unready = 'database' | 'migrations'

/** What monitors read: 'OK', or else 'Unavailable', which is answered with 503. */
export interface Health {
  describeHealth(): Promise<string>
  /** Says why not. A newer schema counts as ready: migrations expand first, and contract a release later. */
  describeReadiness(): Promise<string>
}

export const openMonitorConnection = (url: string): postgres.Sql =>
  openPool(url, { max: 1, connect_timeout: 2, idle_timeout: 60, onnotice: () => {} })

/** `newest`: the time of the last migration that this build needs, in milliseconds. */
export function watchDatabase(sql: postgres.Sql, newest: number): Health {
  const isHealthy = cacheBriefly(
    () =>
      sql`SELECT 1`.then(
        () => true,
        () => false,
      ),
    false,
  )
  const findReason = cacheBriefly<Unready | null>(() => compareSchema(sql, newest), 'database')
  return {
    describeHealth: async () => ((await isHealthy()) ? 'OK' : 'Unavailable'),
    async describeReadiness() {
      const why = await findReason()
      return why ? `Unavailable: ${why}` : 'OK'
    },
  }
}

/** Null: the schema is as new as this build needs it, or newer. `newest` as in watchDatabase(). */
export const findUnreadyReason = (sql: postgres.Sql, newest: number): Promise<Unready | null> =>
  withTimeout<Unready | null>(compareSchema(sql, newest), TIMEOUT_MS, () => 'database')

async function compareSchema(sql: postgres.Sql, newest: number): Promise<Unready | null> {
  try {
    const [row] = await sql<{ applied: string | null }[]>`
      SELECT max(created_at) AS applied FROM drizzle.__drizzle_migrations`
    return Number(row?.applied ?? 0) >= newest ? null : 'migrations'
  } catch (error) {
    return (error as { code?: unknown }).code === NO_TABLE ? 'migrations' : 'database'
  }
}

const NO_TABLE = '42P01'

function cacheBriefly<Answer>(ask: () => Promise<Answer>, late: Answer): () => Promise<Answer> {
  let last: { at: number; answer: Promise<Answer> } | undefined
  return () => {
    const now = Date.now()
    if (!last || now - last.at > FRESH_MS)
      last = { at: now, answer: withTimeout(ask(), TIMEOUT_MS, () => late) }
    return last.answer
  }
}

/** Returns the last migration's time in milliseconds, as PostgreSQL stores it. */
export function readNewestMigration(folder: string): number {
  const journal = JSON.parse(fs.readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  return Math.max(0, ...journal.entries.map(({ when }) => when))
}
