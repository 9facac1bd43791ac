import { and, count, eq, like, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { operatorLog } from '~/platform/db/schema/operations'

const MOST_SEARCHES = 60

/** True if this person has searched too often within the last minute; the search itself is logged already. */
export async function hasSearchedTooOften(by: string): Promise<boolean> {
  const [row] = await db
    .select({ searches: count() })
    .from(operatorLog)
    .where(
      and(
        eq(operatorLog.os_user, by),
        like(operatorLog.command, 'search %'),
        sql`${operatorLog.started_at} > now() - interval '1 minute'`,
      ),
    )
  return row!.searches > MOST_SEARCHES
}
