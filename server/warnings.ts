import { openPool } from '~/platform/database-connection.server'
import type { Env } from '~/platform/config/env.server'
import { describeUnknownVariables } from '~/platform/config/unknown-variables'
import { log } from '~/platform/log.server'

export async function logWarnings(env: Env, url: string): Promise<void> {
  const processes = env.WEB_CONCURRENCY + (env.DESK_PORT ? 1 : 0)
  // One connection more for the monitor, and one for reads of the desk.
  await warnAboutDatabase(url, processes * (env.DATABASE_POOL + 2))
  for (const sentence of describeUnknownVariables(Object.keys(process.env))) log('warn', sentence)
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

/** Times of records are PostgreSQL's, those of codes and signatures the server's. */
const MOST_CLOCK_MS = 60_000

async function warnAboutDatabase(url: string, mostConnections: number): Promise<void> {
  const sql = openPool(url, { max: 1, onnotice: () => {} })
  try {
    const [row] = await sql<{ accepted: number; now_ms: number }[]>`
      SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS accepted,
             (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms`
    const { accepted, now_ms } = row!
    const apart = Date.now() - now_ms
    if (Math.abs(apart) > MOST_CLOCK_MS)
      log('warn', `the clock of this machine is ${apart > 0 ? 'ahead of' : 'behind'} that of PostgreSQL`, {
        seconds: Math.round(Math.abs(apart) / 1000),
      })
    if (mostConnections > accepted)
      log('warn', 'WEB_CONCURRENCY times DATABASE_POOL exceeds the max_connections of PostgreSQL', {
        most: mostConnections,
        accepted,
      })
  } catch {
    // Ignore the failure: a proxy such as PgBouncer may not answer.
  } finally {
    await sql.end({ timeout: 1 })
  }
}
