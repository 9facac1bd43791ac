import { and, desc, eq, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { followedStores } from '~/platform/db/schema/follows'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { brandColumns, toBrand, type BrandCard } from './brands.server'
import { selectBrandId } from './store-page.server'

export const MOST_FOLLOWED = 200

const findStore = async (given: string) => {
  const [store] = await db
    .select({ id: brands.id, name: brands.name })
    .from(brands)
    .where(eq(brands.id, selectBrandId(given)))
  return store ?? null
}

export type FollowResult = Done<{ name: string }> | Refused<'unknown'> | Refused<'tooMany', { most: number }>

/** Idempotent. Earlier news is not sent. `store`: coupon_code or name. */
export async function followStore(userId: number, store: string): Promise<FollowResult> {
  const found = await findStore(store)
  if (!found) return refused('unknown')
  const added = await db.execute(sql`
    INSERT INTO followed_stores (user_id, brand_id, seen_news)
    SELECT ${userId}, ${found.id}, coalesce((SELECT max(id) FROM store_news WHERE brand_id = ${found.id}), 0)
     WHERE (SELECT count(*) FROM followed_stores WHERE user_id = ${userId}) < ${MOST_FOLLOWED}
        ON CONFLICT DO NOTHING`)
  if (!added.count && !(await isFollowing(userId, store))) return refused('tooMany', { most: MOST_FOLLOWED })
  return done({ name: found.name })
}

export async function unfollowStore(
  userId: number,
  store: string,
): Promise<Done<{ name: string }> | Refused<'unknown'>> {
  const found = await findStore(store)
  if (!found) return refused('unknown')
  await db
    .delete(followedStores)
    .where(and(eq(followedStores.user_id, userId), eq(followedStores.brand_id, found.id)))
  return done({ name: found.name })
}

export async function isFollowing(userId: number, store: string): Promise<boolean> {
  const rows = await db
    .select({ id: followedStores.brand_id })
    .from(followedStores)
    .where(and(eq(followedStores.user_id, userId), eq(followedStores.brand_id, selectBrandId(store))))
  return rows.length > 0
}

export interface FollowedStore extends BrandCard {
  couponCode: string
}

export async function listFollowed(userId: number): Promise<FollowedStore[]> {
  const rows = await db
    .select(brandColumns)
    .from(followedStores)
    .innerJoin(brands, eq(brands.id, followedStores.brand_id))
    .where(eq(followedStores.user_id, userId))
    .orderBy(desc(followedStores.created_at), brands.name)
    .limit(MOST_FOLLOWED)
  return rows.map((row) => ({ ...toBrand(row), couponCode: row.coupon_code }))
}
