/** These reads use few connections, short statements and one core each, so they cannot hold up the rest of the site. */
import { drizzle } from 'drizzle-orm/postgres-js'
import type postgres from 'postgres'
import { otherConnections, otherPools } from './client.server'
import { connect } from './connect.server'

interface Limit {
  connections: number
  statementMs: number
}

const SETTINGS = {
  max_parallel_workers_per_gather: '0',
  // A plan for any period expects few rows of all of them.
  plan_cache_mode: 'force_custom_plan',
}

export function limitReads({ connections, statementMs }: Limit) {
  let pool: postgres.Sql | undefined
  let running = 0

  return async function read<Result>(work: () => Promise<Result>): Promise<Result> {
    if (!pool) {
      pool = connect({ most: connections, statementMs, idleSeconds: 60, settings: SETTINGS })
      // Sets the parsers of the driver.
      drizzle(pool)
      otherPools.add(pool)
    }
    running++
    try {
      return await otherConnections.run(pool, work)
    } finally {
      // While it is enabled, Node 20 and 22 track every promise of the process.
      if (--running === 0) otherConnections.disable()
    }
  }
}
