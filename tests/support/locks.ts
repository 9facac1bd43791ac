import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'

/** Resolves when `connections` connections to this database wait for a lock; otherwise the test times out. */
export async function untilBlocked(connections = 1): Promise<void> {
  for (;;) {
    const [row] = await db.execute<{ blocked: number }>(sql`
      SELECT count(*)::int AS blocked FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    if (row!.blocked >= connections) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
