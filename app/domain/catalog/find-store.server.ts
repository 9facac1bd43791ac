import { asc, eq, or, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { done, refused, type Done, type Refused } from '~/platform/outcome'

export interface StoreSummary {
  id: number
  name: string
  coupon_code: string
}

export type StoreRefusal = Refused<'no-store'> | Refused<'many-stores', { stores: StoreSummary[] }>

export async function findStore(which: string): Promise<Done<{ store: StoreSummary }> | StoreRefusal> {
  const stores = await db
    .select({ id: brands.id, name: brands.name, coupon_code: brands.coupon_code })
    .from(brands)
    .where(or(eq(brands.coupon_code, which), eq(sql`lower(${brands.name})`, which.toLowerCase())))
    .orderBy(asc(brands.id))
  const exact = stores.filter(({ coupon_code }) => coupon_code === which)
  const [store, other] = exact.length ? exact : stores
  if (!store) return refused('no-store')
  return other ? refused('many-stores', { stores }) : done({ store })
}
