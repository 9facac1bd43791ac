import { and, eq, inArray, or } from 'drizzle-orm'
import { NETWORK_NAMES } from '~/config/networks'
import type { Tx } from '~/db/client.server'
import { brands, campaigns } from '~/db/schema/catalogue'
import { conversions } from '~/db/schema/conversions'

/** By the number as it is written, in any case, and by its letters and digits: those have an index. */
export async function findSaleOwner(
  tx: Tx,
  brandId: number,
  orderNumber: string,
  orderKey: string,
): Promise<number | null> {
  const spellings = [orderNumber, orderNumber.toUpperCase(), orderNumber.toLowerCase(), orderKey]
  const [row] = await tx
    .select({ owner: conversions.user_id })
    .from(conversions)
    .innerJoin(campaigns, eq(campaigns.id, conversions.campaign_id))
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(
      and(
        inArray(conversions.network, [...NETWORK_NAMES]),
        or(...[...new Set(spellings)].map((one) => eq(conversions.order_number, one))),
        eq(brands.id, brandId),
      ),
    )
    .limit(1)
  return row?.owner ?? null
}
