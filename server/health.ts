import postgres from 'postgres'
import { log } from '~/runtime/log.server'

/** In ms. How long a result is cached, so that frequent checks stay cheap. */
const FRESH = 500
const PATIENCE = 2000

export interface Health {
  isHealthy(): Promise<boolean>
}

/** One connection for all that the server itself asks. */
export const openWatch = (url: string): postgres.Sql =>
  postgres(url, { max: 1, connect_timeout: 2, idle_timeout: 60, onnotice: () => {} })

export function watchDatabase(sql: postgres.Sql): Health {
  let last: { at: number; answer: Promise<boolean> } | undefined
  const ask = () =>
    Promise.race([
      sql`SELECT 1`.then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE, false).unref()),
    ])
  return {
    isHealthy() {
      const now = Date.now()
      if (!last || now - last.at > FRESH) last = { at: now, answer: ask() }
      return last.answer
    },
  }
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
