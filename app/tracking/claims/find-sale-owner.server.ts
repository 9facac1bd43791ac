import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { NETWORK_NAMES } from '~/config/networks'
import type { Tx } from '~/db/client.server'
import { campaigns } from '~/db/schema/catalogue'
import { conversions } from '~/db/schema/conversions'

export interface Order {
  brandId: number
  number: string
  key: string
}

/**
 * Null: no sale of the store has this order. Sales of the member who asks are compared by letters and digits; those of
 * others by the number as it is written, in any case, and by its key: those have an index.
 */
export async function findSaleOwner(
  tx: Tx,
  userId: number,
  { brandId, number, key }: Order,
): Promise<number | null> {
  const spellings = [...new Set([number, number.toUpperCase(), number.toLowerCase(), key])]
  const isSpelled = and(
    inArray(conversions.network, [...NETWORK_NAMES]),
    or(...spellings.map((one) => eq(conversions.order_number, one))),
  )
  const isOwn = and(eq(conversions.user_id, userId), sql`utr_key_of(${conversions.order_number}) = ${key}`)
  const [row] = await tx
    .select({ owner: conversions.user_id })
    .from(conversions)
    .innerJoin(campaigns, eq(campaigns.id, conversions.campaign_id))
    .where(and(or(isSpelled, isOwn), eq(campaigns.brand_id, brandId)))
    .limit(1)
  return row?.owner ?? null
}
