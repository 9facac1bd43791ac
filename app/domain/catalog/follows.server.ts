import { and, desc, eq, sql } from 'drizzle-orm'
import { findQuietEnd } from '~/domain/outreach/quiet-hours'
import { notify } from '~/domain/outreach/notifications.server'
import { db, type Tx } from '~/platform/db/client.server'
import { runIfDue } from '~/platform/db/jobs.server'
import { brands } from '~/platform/db/schema/catalogue'
import { followedStores } from '~/platform/db/schema/follows'
import { dayInIndia } from '~/platform/formats/dates'
import { log } from '~/platform/log.server'
import { done, type Done, refused, type Refused } from '~/platform/outcome'
import { defineTimer } from '~/platform/timers.server'
import { type StoreTile, storeColumns, toStore } from './stores.server'
import { buildNews } from './follows'
import { selectNews } from './follows/select-news.server'
import { selectStoreIdByName } from './store-page.server'

export const MOST_FOLLOWED = 200

/** By coupon_code or name, which lead to the same store. Null: unknown. */
export async function findFollowedStore(given: string): Promise<{ id: number; name: string } | null> {
  const [store] = await db
    .select({ id: brands.id, name: brands.name })
    .from(brands)
    .where(eq(brands.id, selectStoreIdByName(given)))
  return store ?? null
}

export type FollowResult = Done<{ name: string }> | Refused<'unknown'> | Refused<'tooMany', { most: number }>

/** Idempotent. Earlier news is not sent. `store`: coupon_code or name. */
export async function followStore(userId: number, store: string): Promise<FollowResult> {
  const found = await findFollowedStore(store)
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
  const found = await findFollowedStore(store)
  if (!found) return refused('unknown')
  await endFollow(userId, found.id)
  return done({ name: found.name })
}

/** By coupon_code only: a link in an old mail must not find another store by its name. Null: the store is unknown. */
export async function findFollow(userId: number, couponCode: string) {
  const [store] = await db
    .select({ id: brands.id, name: brands.name, follower: followedStores.user_id })
    .from(brands)
    .leftJoin(followedStores, and(eq(followedStores.brand_id, brands.id), eq(followedStores.user_id, userId)))
    .where(eq(brands.coupon_code, couponCode))
  return store ? { id: store.id, name: store.name, follows: store.follower !== null } : null
}

/** Idempotent. */
export async function endFollow(userId: number, storeId: number): Promise<void> {
  await db
    .delete(followedStores)
    .where(and(eq(followedStores.user_id, userId), eq(followedStores.brand_id, storeId)))
}

export async function isFollowing(userId: number, store: string): Promise<boolean> {
  const rows = await db
    .select({ id: followedStores.brand_id })
    .from(followedStores)
    .where(and(eq(followedStores.user_id, userId), eq(followedStores.brand_id, selectStoreIdByName(store))))
  return rows.length > 0
}

export interface FollowedStore extends StoreTile {
  couponCode: string
}

export async function listFollowed(userId: number): Promise<FollowedStore[]> {
  const rows = await db
    .select(storeColumns)
    .from(followedStores)
    .innerJoin(brands, eq(brands.id, followedStores.brand_id))
    .where(eq(followedStores.user_id, userId))
    .orderBy(desc(followedStores.created_at), brands.name)
    .limit(MOST_FOLLOWED)
  return rows.map((row) => ({ ...toStore(row), couponCode: row.coupon_code }))
}

/** A member gets at most one message a day, about all stores. What is news is decided when it is sent. */

const BATCH = 200
const PASS_SECONDS = 15 * 60
/** Minutes to correct a wrong rate, and for an import to end, before members are notified. */
const SETTLED_MINUTES = 10

export interface PassResult {
  batches: number
  members: number
  messages: number
}

interface PassOptions {
  stopping?: () => boolean
  batch?: number
  settledMinutes?: number
  now?: Date
}

/** Each batch is one transaction: after an interruption no member is notified twice. Does nothing in quiet hours. */
export async function notifyFollowers({
  stopping = () => false,
  batch = BATCH,
  settledMinutes = SETTLED_MINUTES,
  now = new Date(),
}: PassOptions = {}): Promise<PassResult> {
  const result: PassResult = { batches: 0, members: 0, messages: 0 }
  if (findQuietEnd(now)) return result
  const reference = `stores:${dayInIndia(now).date}`
  for (const store of await listStoresWithNews(settledMinutes)) {
    for (let after = 0; !stopping();) {
      const members = await listRecipients(store, { after, reference, batch })
      if (!members.length) break
      result.messages += await db.transaction((tx) => notifyMembers(tx, members, store.upTo, reference))
      result.batches++
      result.members += members.length
      after = members.at(-1)!
    }
  }
  return result
}

interface StoreWithNews {
  id: number
  upTo: number
  last: number
}

async function listStoresWithNews(settledMinutes: number): Promise<StoreWithNews[]> {
  const rows = await db.execute<{ id: string; last: string; up_to: string }>(sql`
    WITH settled AS (SELECT id, brand_id, rises FROM store_news
      WHERE created_at > now() - interval '2 days' AND created_at <= now() - make_interval(mins => ${settledMinutes}))
    SELECT brand_id AS id, max(id) AS last, (SELECT max(id) FROM settled) AS up_to
      FROM settled WHERE rises GROUP BY brand_id ORDER BY brand_id`)
  return rows.map((row) => ({ id: Number(row.id), last: Number(row.last), upTo: Number(row.up_to) }))
}

async function listRecipients(
  { id, last }: StoreWithNews,
  { after, reference, batch }: { after: number; reference: string; batch: number },
): Promise<number[]> {
  const rows = await db.execute<{ user_id: string }>(sql`
    SELECT f.user_id FROM followed_stores f
     WHERE f.brand_id = ${id} AND f.user_id > ${after} AND f.seen_news < ${last}
       AND NOT EXISTS (SELECT 1 FROM notifications n WHERE n.user_id = f.user_id AND n.reference = ${reference})
     ORDER BY f.user_id LIMIT ${batch}`)
  return rows.map(({ user_id }) => Number(user_id))
}

async function notifyMembers(tx: Tx, members: number[], upTo: number, reference: string): Promise<number> {
  const ids = sql`ANY(${sql.param(members)}::bigint[])`
  // The rows are locked in a fixed order, which prevents deadlocks.
  await tx.execute(
    sql`SELECT FROM followed_stores WHERE user_id = ${ids} ORDER BY user_id, brand_id FOR UPDATE`,
  )
  const news = await selectNews(tx, { ids, upTo, reference })
  for (const [userId, stores] of news)
    await notify(tx, { userId, topic: 'stores', reference, ...buildNews(stores) })
  await tx.execute(sql`
    UPDATE followed_stores f SET seen_news = n.last
      FROM (SELECT brand_id, max(id) AS last FROM store_news WHERE id <= ${upTo} GROUP BY brand_id) n
     WHERE n.brand_id = f.brand_id AND f.user_id = ${ids} AND f.seen_news < n.last`)
  return news.size
}

export const followerTimer = defineTimer({
  name: 'store news',
  every: 60,
  does: 'tell followers of better rates and new codes',
  job: { name: 'store news', seconds: PASS_SECONDS },
  work: async (stopping) => {
    const result = await runIfDue('store news', PASS_SECONDS, () => notifyFollowers({ stopping }))
    if (result?.messages) log('info', 'followers notified', { ...result })
  },
})
