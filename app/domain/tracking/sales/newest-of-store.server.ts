import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { db } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { type clicks } from '~/platform/db/schema/clicks'
import { type conversions } from '~/platform/db/schema/conversions'

/** Reads at most `limit` ids per offer from the index of offer and time, which is quick for large stores, too. */
export function selectNewestOfStore<T extends typeof clicks | typeof conversions>(
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
    .orderBy(desc(table.created_at), desc(table.id))
    .limit(limit)
    .as('newest')
  return db
    .select({ id: newest.id })
    .from(offer)
    .innerJoinLateral(newest, sql`true`)
    .where(eq(offer.brand_id, storeId))
}
