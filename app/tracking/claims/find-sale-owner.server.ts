import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { campaigns } from '~/db/schema/catalogue'
import { conversions } from '~/db/schema/conversions'

export interface Order {
  brandId: number
  key: string
}

/** The owner of the order's sale, preferably this member. Ignores sales of `exceptClick`; null: there is no owner. */
export async function findSaleOwner(
  tx: Tx,
  userId: number,
  { brandId, key }: Order,
  exceptClick?: string,
): Promise<number | null> {
  const [row] = await tx
    .select({ owner: conversions.user_id })
    .from(conversions)
    .innerJoin(campaigns, eq(campaigns.id, conversions.campaign_id))
    .where(
      and(
        sql`utr_key_of(${conversions.order_number}) = ${key}`,
        eq(campaigns.brand_id, brandId),
        exceptClick === undefined ? undefined : ne(conversions.click_id, exceptClick),
      ),
    )
    .orderBy(desc(eq(conversions.user_id, userId)))
    .limit(1)
  return row?.owner ?? null
}
