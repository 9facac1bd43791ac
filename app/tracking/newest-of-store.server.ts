/** The newest sales or clicks of a store. */
import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { db } from '~/db/client.server'
import { campaigns, type clicks, type conversions } from '~/db/schema'

/**
 * A query for the ids of the newest rows that match, up to `limit` for each offer of the store: the index of an offer's
 * rows by time answers it, whatever else the store has sold.
 */
export function newestOfStore<T extends typeof clicks | typeof conversions>(
  table: T,
  storeId: number,
  matches: SQL | undefined,
  limit: number,
) {
  const offer = alias(campaigns, 'offer')
  const newest = db
    .select({ id: sql<T['$inferSelect']['id']>`${table.id}`.as('row_id') })
    .from(table as typeof clicks)
    .where(and(eq(table.campaign_id, offer.id), matches))
    .orderBy(desc(table.created_at))
    .limit(limit)
    .as('newest')
  return db
    .select({ id: newest.id })
    .from(offer)
    .innerJoinLateral(newest, sql`true`)
    .where(eq(offer.brand_id, storeId))
}
