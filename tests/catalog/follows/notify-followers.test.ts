import { and, eq, inArray, like, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  followStore,
  unfollowStore,
  MOST_FOLLOWED,
  listFollowed,
  notifyFollowers,
} from '~/domain/catalog/follows.server'
import { setStoreRates } from '~/domain/catalog/set-rates.server'
import { db } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { followedStores, storeNews } from '~/platform/db/schema/follows'
import { users } from '~/platform/db/schema/members'
import { notifications } from '~/platform/db/schema/notifications'
import { addStore, addOffer, day } from '../../support/catalogue'
import { listNotifications } from '../../support/notifications'
import { signedIn } from '../../support/people'

const NOON = new Date('2026-11-26T06:30:00Z')
const NEXT_NOON = new Date('2026-11-27T06:30:00Z')
const tell = (options: Parameters<typeof notifyFollowers>[0] = {}) =>
  notifyFollowers({ settledMinutes: 0, now: NOON, ...options })

const pays = (storeId: number, hundredths: bigint | null) =>
  setStoreRates(storeId, { payout: hundredths === null ? null : { hundredths, model: 'percentage' } })

async function addFollowedStore(name: string) {
  const store = await addStore({ name })
  const offer = await addOffer({ brand_id: store.id, payout_hundredths: 500n })
  return { ...store, offer }
}

const messages = async (userId: number) =>
  (await listNotifications(userId)).map(({ title, body }) => [title, body])

let store: Awaited<ReturnType<typeof addFollowedStore>>
let member: number
beforeEach(async () => {
  await db.delete(storeNews)
  await db.delete(followedStores)
  store = await addFollowedStore(`Kavya ${Math.random()}`)
  member = (await signedIn()).id
  await followStore(member, store.coupon_code)
})

describe('a follower', () => {
  test('is notified once when the rate rises', async () => {
    await pays(store.id, 800n)
    expect(await tell()).toEqual({ batches: 1, members: 1, messages: 1 })
    expect(await tell()).toEqual({ batches: 0, members: 0, messages: 0 })
    expect(await tell({ now: NEXT_NOON })).toMatchObject({ messages: 0 })
    expect(await messages(member)).toEqual([
      [`${store.name}: up to 8.00% now`, 'Before, it was up to 5.00%.'],
    ])
  })

  test('is notified when a code arrives, begins or changes, and once of a code that two offers have', async () => {
    await addOffer({ brand_id: store.id, code: 'NEW10', payout_hundredths: 1n })
    await addOffer({ brand_id: store.id, code: 'new10', payout_hundredths: 1n })
    const coming = await addOffer({
      brand_id: store.id,
      code: 'LATER',
      starts_at: day(1),
      payout_hundredths: 1n,
    })
    await db.update(campaigns).set({ starts_at: new Date() }).where(eq(campaigns.id, coming.id))
    await db.update(campaigns).set({ code: 'OTHER' }).where(eq(campaigns.id, store.offer.id))
    await tell()
    expect(await messages(member)).toEqual([
      [`${store.name}: 3 new codes`, 'You find it on the page of the store.'],
    ])
  })

  test('is not notified of a code that was hidden for a while', async () => {
    const old = await addOffer({ brand_id: store.id, code: 'OLD', payout_hundredths: 1n })
    await tell()
    const set = (hidden_at: Date | null) =>
      db.update(campaigns).set({ hidden_at }).where(eq(campaigns.id, old.id))
    await set(day(0))
    await set(null)
    expect(await tell({ now: NEXT_NOON })).toMatchObject({ messages: 0 })
  })

  test('gets no message if the rate has fallen again, and the code has ended', async () => {
    await pays(store.id, 800n)
    const code = await addOffer({ brand_id: store.id, code: 'BRIEF', payout_hundredths: 1n })
    await pays(store.id, null)
    await db
      .update(campaigns)
      .set({ hidden_at: day(0) })
      .where(eq(campaigns.id, code.id))
    expect(await tell()).toEqual({ batches: 1, members: 1, messages: 0 })
    expect(await messages(member)).toEqual([])
  })

  test('is not notified of a rate that fell and returned', async () => {
    await pays(store.id, 200n)
    expect(await tell()).toEqual({ batches: 0, members: 0, messages: 0 })
    await pays(store.id, null)
    expect(await tell()).toMatchObject({ messages: 0 })
    await pays(store.id, 900n)
    expect(await tell()).toMatchObject({ messages: 1 })
    expect((await messages(member))[0]![1]).toBe('Before, it was up to 5.00%.')
  })

  test('gets one message a day for all stores, and the rest on the next day', async () => {
    const other = await addFollowedStore(`Other ${Math.random()}`)
    await followStore(member, other.coupon_code)
    await pays(store.id, 800n)
    await pays(other.id, 700n)
    await tell()
    expect((await messages(member))[0]![0]).toBe('News from 2 stores that you follow')
    await pays(other.id, 1_000n)
    expect(await tell()).toEqual({ batches: 0, members: 0, messages: 0 })
    expect(await tell({ now: NEXT_NOON })).toMatchObject({ messages: 1 })
    expect((await messages(member))[0]).toEqual([
      `${other.name}: up to 10.00% now`,
      'Before, it was up to 7.00%.',
    ])
  })

  test('is not notified in quiet hours, of earlier news, or after unfollowing', async () => {
    await pays(store.id, 800n)
    expect(await tell({ now: new Date('2026-11-26T20:00:00Z') })).toMatchObject({ members: 0 })
    const late = (await signedIn()).id
    await followStore(late, store.coupon_code)
    await unfollowStore(member, store.coupon_code)
    expect(await tell()).toMatchObject({ messages: 0 })
    expect(await messages(late)).toEqual([])
  })

  test('is not notified before the news is ten minutes old', async () => {
    await pays(store.id, 800n)
    expect(await tell({ settledMinutes: 10 })).toMatchObject({ members: 0 })
  })
})

test('a store without followers records no news', async () => {
  const other = await addFollowedStore(`Alone ${Math.random()}`)
  await pays(other.id, 900n)
  expect(await db.select().from(storeNews).where(eq(storeNews.brand_id, other.id))).toEqual([])
})

test(`a member follows ${MOST_FOLLOWED} stores at most`, async () => {
  const many = await db
    .insert(brands)
    .values(
      Array.from({ length: MOST_FOLLOWED }, (_, i) => ({
        source: 'many',
        external_id: String(i),
        coupon_code: `many-${i}`,
        name: `Many ${i}`,
      })),
    )
    .returning()
  for (const { coupon_code } of many.slice(1))
    expect(await followStore(member, coupon_code)).toMatchObject({ ok: true })
  const full = { ok: false, reason: 'tooMany', most: MOST_FOLLOWED }
  expect(await followStore(member, 'many-0')).toEqual(full)
  expect(await followStore(member, store.coupon_code)).toMatchObject({ ok: true })
  expect(await followStore(member, 'no such store')).toMatchObject({ reason: 'unknown' })
  expect(await listFollowed(member)).toHaveLength(MOST_FOLLOWED)
})

describe('thousands of followers', () => {
  const CROWD = 3000
  beforeEach(async () => {
    await db.execute(sql`
      WITH added AS (INSERT INTO users (username) SELECT 'Crowd' FROM generate_series(1, ${CROWD}) RETURNING id)
      INSERT INTO followed_stores (user_id, brand_id) SELECT id, ${store.id} FROM added`)
    await pays(store.id, 800n)
  })
  const countNotified = async () => {
    const crowd = db
      .select({ id: followedStores.user_id })
      .from(followedStores)
      .where(eq(followedStores.brand_id, store.id))
    return db.$count(
      notifications,
      and(inArray(notifications.user_id, crowd), like(notifications.reference, 'stores:%')),
    )
  }

  test('are notified once each by interrupted passes, while others change the same rows', async () => {
    const batch = 250
    let batches = 0
    const first = await tell({ batch, stopping: () => ++batches > 4 })
    expect(first).toEqual({ batches: 4, members: 1000, messages: 1000 })
    expect(await countNotified()).toBe(1000)
    // Between two batches nothing is locked: another job changes the store, a member leaves.
    let meanwhile = 0
    const stopping = () => {
      meanwhile++
      return false
    }
    const [second] = await Promise.all([
      tell({ batch, stopping }),
      db.update(brands).set({ voids: 'Gift cards' }).where(eq(brands.id, store.id)),
      unfollowStore(member, store.coupon_code),
    ])
    expect(second.batches).toBe(8 + (second.members > 2000 ? 1 : 0))
    expect(meanwhile).toBe(second.batches + 1)
    expect(await countNotified()).toBe(CROWD)
  })

  test('are notified once by two processes at the same time', async () => {
    const both = await Promise.all([tell({ batch: 100 }), tell({ batch: 130 })])
    expect(both[0].messages + both[1].messages).toBe(CROWD + 1)
    expect(await countNotified()).toBe(CROWD + 1)
  })

  test('are all notified except those of a failed batch, whom the next pass notifies', async () => {
    const [middle] = await db
      .select({ id: sql<number>`percentile_disc(0.5) WITHIN GROUP (ORDER BY user_id)`.mapWith(Number) })
      .from(followedStores)
      .where(eq(followedStores.brand_id, store.id))
    const refuse = sql.raw(
      `ALTER TABLE notifications ADD CONSTRAINT planted CHECK (user_id <> ${middle!.id}) NOT VALID`,
    )
    await db.execute(refuse)
    await expect(tell({ batch: 250 })).rejects.toThrow('planted')
    const before = await countNotified()
    expect(before).toBeGreaterThan(0)
    await db.execute(sql`ALTER TABLE notifications DROP CONSTRAINT planted`)
    expect((await tell({ batch: 250 })).messages).toBe(CROWD + 1 - before)
  })
})

test('members who are deleted during a pass are not notified', async () => {
  await pays(store.id, 800n)
  await db.update(users).set({ deleted_at: new Date() }).where(eq(users.id, member))
  await tell()
  expect(await messages(member)).toEqual([])
})
