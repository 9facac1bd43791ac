/** Waits for what other connections do, by looking at PostgreSQL instead of at a clock. */
import { sql } from 'drizzle-orm'
import { db } from '~/db/client.server'

/**
 * Resolves when so many connections to the database of this test file wait for a lock. Call it while a transaction holds
 * the lock; the time limit of the test ends it where nobody comes to wait.
 */
export async function untilBlocked(connections = 1): Promise<void> {
  for (;;) {
    const [row] = await db.execute<{ blocked: number }>(sql`
      SELECT count(*)::int AS blocked FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    if (row!.blocked >= connections) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
