import { openPool } from '~/runtime/database-connection.server'
import type { Env } from '~/config/env.server'
import { log } from '~/runtime/log.server'

export async function logWarnings(env: Env, url: string): Promise<void> {
  const processes = env.WEB_CONCURRENCY + (env.DESK_PORT ? 1 : 0)
  // One connection more for the monitor, and one for reads of the desk.
  await warnAboutConnections(url, processes * (env.DATABASE_POOL + 2))
  if (env.demo) return
  if (env.demoOtp.length) warnAboutDemoCodes(env)
  if (!env.DESK_ORIGIN)
    log('warn', 'DESK_ORIGIN is not set: a script in a page of the shop would reach the desk')
}

function warnAboutDemoCodes({ demoOtp }: Env): void {
  const numbers = demoOtp === 'all' ? 'every number' : `${demoOtp.length} listed numbers`
  log('warn', 'ALLOW_DEMO_OTP is set: one-time codes are shown on the page instead of being sent', {
    numbers,
  })
}

async function warnAboutConnections(url: string, most: number): Promise<void> {
  const sql = openPool(url, { max: 1, onnotice: () => {} })
  try {
    const [row] = await sql<{ accepted: number }[]>`
      SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS accepted`
    if (most > row!.accepted)
      log('warn', 'WEB_CONCURRENCY times DATABASE_POOL exceeds the max_connections of PostgreSQL', {
        most,
        accepted: row!.accepted,
      })
  } catch {
    // Ignore the failure: a proxy such as PgBouncer may not answer.
  } finally {
    await sql.end({ timeout: 1 })
  }
}
