import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { conversions } from '~/platform/db/schema/conversions'

export interface StoreOrder {
  storeId: number
  key: string
}

/** The owner of the order's sale, preferably this member. `isReported`: only of one that a network reported. Null: none. */
export async function findSaleOwner(
  tx: Tx,
  userId: number,
  { storeId, key }: StoreOrder,
  { exceptClick, isReported = false }: { exceptClick?: string; isReported?: boolean } = {},
): Promise<number | null> {
  const [row] = await tx
    .select({ owner: conversions.user_id })
    .from(conversions)
    .innerJoin(campaigns, eq(campaigns.id, conversions.campaign_id))
    .where(
      and(
        sql`utr_key_of(${conversions.order_number}) = ${key}`,
        eq(campaigns.brand_id, storeId),
        isReported
          ? sql`NOT EXISTS (SELECT 1 FROM claims l WHERE l.conversion_id = ${conversions.id} AND l.awaits_report)`
          : undefined,
        exceptClick === undefined ? undefined : ne(conversions.click_id, exceptClick),
      ),
    )
    .orderBy(desc(eq(conversions.user_id, userId)))
    .limit(1)
  return row?.owner ?? null
}
