/** How long a store's cashback waits between its confirmation and its withdrawal. */
import { asc, eq, or, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { brands } from '~/db/schema'
import { done, refused, type Done, type Refused } from '~/outcome'

type Store = { name: string; coupon_code: string }

/**
 * Sets the holding period of a store, given by its name or the last part of its /Offers/ address, for sales approved from
 * now on. Null: the network's period, or HOLDING_DAYS.
 */
export async function setHoldingDays(
  which: string,
  days: number | null,
): Promise<Done<{ store: Store }> | Refused<'no-store'> | Refused<'many-stores', { stores: Store[] }>> {
  const stores = await db
    .select({ id: brands.id, name: brands.name, coupon_code: brands.coupon_code })
    .from(brands)
    .where(or(eq(brands.coupon_code, which), eq(sql`lower(${brands.name})`, which.toLowerCase())))
    .orderBy(asc(brands.id))
  const exact = stores.filter(({ coupon_code }) => coupon_code === which)
  const [store, other] = exact.length ? exact : stores
  if (!store) return refused('no-store')
  if (other) return refused('many-stores', { stores })
  await db
    .update(brands)
    .set({ holding_days: days, updated_at: sql`now()` })
    .where(eq(brands.id, store.id))
  return done({ store })
}
