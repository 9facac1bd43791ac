/** Pages, ends and orders of lists, and what triggers count of stores (docs/decisions/0080-lists-end.md). */
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readFrame } from '~/domain/catalog/categories.server'
import { listStoresInCategory } from '~/domain/catalog/stores.server'
import { listByCategory, listCoupons, listDeals } from '~/domain/catalog/lists.server'
import { selectStoreIdByName, findStorePage, readStorePage } from '~/domain/catalog/store-page.server'
import { listStoreOptions } from '~/domain/catalog/category-page.server'
import { rankCatalogue } from '~/domain/catalog/ranking.server'
import { updateListed, listedTimer } from '~/domain/catalog/update-listed.server'
import { db } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { listStoresOn, listOffers } from './listed'
import { addStore, addOffer, day } from '../support/catalogue'

const OFFERS = 700

/** Offers of three stores and two categories; every fourth has a code, every tenth is a product. */
async function fill() {
  for (const n of [1, 2, 3]) await addStore({ name: `Store ${n}`, coupon_code: `store-${n}`, rank: n })
  await db.execute(sql`
    INSERT INTO campaigns (source, external_id, row_hash, slug, title, brand_id, category_id, url, network, network_campaign_id, code, type)
    SELECT 'shelf', n, n, 'shelf-' || n, 'Offer ' || lpad(n::text, 4, '0'), b.id, 1 + n % 2, 'https://shelf.example/', 'trackier', n,
           CASE WHEN n % 4 = 0 THEN 'CODE' || n END, CASE WHEN n % 10 = 0 THEN 'product' ELSE 'deal' END
      FROM generate_series(1, ${OFFERS}::int) n JOIN brands b ON b.coupon_code = 'store-' || (1 + n % 3)`)
  await rankCatalogue()
}

const formatTitle = (n: number) => `Offer ${String(n).padStart(4, '0')}`
const numbers = (first: number, count: number, step = 1) =>
  Array.from({ length: count }, (_, i) => formatTitle(first + i * step))
const titles = (cards: { title: string }[]) => cards.map((card) => card.title)

/** What the triggers stored must be what all offers say. */
async function expectExact() {
  const counts = sql`live_count, live_codes, live_products, up_to_percent, up_to_rupees`
  const read = async () => [...(await db.execute(sql`SELECT id, ${counts} FROM brands ORDER BY id`))]
  const kept = await read()
  await db.execute(sql`SELECT update_stores(NULL)`)
  expect(kept).toEqual(await read())
}

beforeEach(async () => {
  await db.delete(campaigns)
  await db.delete(brands)
})

describe('a list of 700 offers', () => {
  beforeEach(fill)

  test('has its pages and totals', async () => {
    const last = await listDeals(47)
    expect(last).toMatchObject({ total: 700, pages: 47 })
    expect(titles(last.items)).toEqual(numbers(691, 10))
    expect(titles((await listDeals(30)).items)).toEqual(numbers(436, 15))
    expect(await listDeals(48)).toMatchObject({ items: [], total: 700, page: 48 })
    expect(await listDeals(900_000_000)).toMatchObject({ items: [], total: 700 })
    const coupons = await listCoupons(12)
    expect(coupons).toMatchObject({ total: 175, pages: 12 })
    expect(titles(coupons.items)).toEqual(numbers(664, 10, 4))
    const category = await listByCategory({ categoryIds: [2], q: '', showAll: true, page: 6 })
    expect(category).toMatchObject({ total: 350, pages: 6 })
    expect(titles(category.items)).toEqual(numbers(601, 50, 2))
    const storeRow = await findStorePage('store-1')
    expect(storeRow!.counts).toEqual({ all: 233, product: 23, code: 58 })
    expect(titles(await listOffers('store-1', 'all', 4))).toEqual(numbers(543, 53, 3))
    expect(titles(await listOffers('store-1', 'product'))).toEqual(numbers(30, 23, 30))
  })

  test('the list is returned in each order', async () => {
    await db.execute(sql`UPDATE campaigns SET payout_model = 'flat' WHERE id % 2 = 0`)
    await db.execute(sql`UPDATE campaigns SET payout_hundredths = (id * 37) % 500, ends_at = now() + make_interval(hours => 700 - (id % 700)::int),
                                created_at = now() - make_interval(mins => (id * 11 % 997)::int)`)
    const expected = async (order: string, where = 'true', count = 15) =>
      titles([
        ...(await db.execute<{ title: string }>(
          sql.raw(`SELECT title FROM campaigns WHERE ${where} ORDER BY ${order} LIMIT ${count}`),
        )),
      ])
    const percent = `CASE WHEN payout_model = 'percentage' THEN nullif(payout_hundredths, 0) END DESC NULLS LAST, rank`
    const amount = `CASE WHEN payout_model = 'flat' THEN nullif(payout_hundredths, 0) END DESC NULLS LAST, rank`
    expect(titles((await listDeals(1, 'percent')).items)).toEqual(await expected(percent))
    expect(titles((await listDeals(1, 'amount')).items)).toEqual(await expected(amount))
    expect(titles((await listDeals(1, 'ending')).items)).toEqual(await expected('ends_at, rank'))
    const coded = await expected('created_at DESC, rank', 'code IS NOT NULL', 45)
    expect(titles((await listCoupons(3, 'new')).items)).toEqual(coded.slice(30))
    const view = { categoryIds: [2], q: '', showAll: true, page: 1 }
    expect(await listByCategory({ ...view, withCode: true, sort: 'percent' })).toMatchObject({ total: 0 })
    const [storeRow] = await db.execute<{ id: number }>(sql`SELECT ${selectStoreIdByName('store-1')} AS id`)
    const storeId = storeRow!.id
    const ofStore = await listByCategory({ ...view, sort: 'amount', storeId })
    expect(titles(ofStore.items)).toEqual(
      await expected(amount, `category_id = 2 AND brand_id = ${storeId}`, 60),
    )
    const both = await listByCategory({ ...view, categoryIds: [1, 2], sort: 'ending' })
    expect(titles(both.items)).toEqual(await expected('ends_at, rank', 'true', 60))
  })

  test('a hidden offer disappears from each order at once', async () => {
    await db.execute(
      sql`UPDATE campaigns SET ends_at = now() + interval '1 hour' WHERE title = ${formatTitle(9)}`,
    )
    expect(titles((await listDeals(1, 'ending')).items)[0]).toBe(formatTitle(9))
    await db.execute(sql`UPDATE campaigns SET hidden_at = now() WHERE title = ${formatTitle(9)}`)
    expect(titles((await listDeals(1, 'ending')).items)[0]).toBe(formatTitle(1))
  })

  test('of several categories is merged by rank', async () => {
    const page = await listByCategory({ categoryIds: [2, 1], q: '', showAll: true, page: 3 })
    expect(page).toMatchObject({ total: 700, pages: 12 })
    expect(titles(page.items)).toEqual(numbers(121, 60))
  })

  test('stays exact when offers are hidden, shown, moved, added and deleted', async () => {
    const hide = (where: ReturnType<typeof sql>, hidden: boolean) =>
      db.execute(sql`UPDATE campaigns SET hidden_at = ${hidden ? sql`now()` : sql`NULL`} WHERE ${where}`)
    await hide(sql`external_id = '61'`, true)
    expect(titles((await listDeals(5)).items)).toEqual(
      [...numbers(62, 14)].slice(0, 14).concat(formatTitle(76)),
    )
    await expectExact()
    await hide(sql`external_id::int BETWEEN 100 AND 300`, true)
    expect(await listDeals(1)).toMatchObject({ total: 498 })
    await expectExact()
    await hide(sql`external_id::int BETWEEN 150 AND 200`, false)
    await db.execute(
      sql`UPDATE campaigns SET category_id = 5, code = NULL, type = 'product' WHERE external_id::int % 7 = 0`,
    )
    await db.execute(sql`UPDATE campaigns SET category_id = NULL WHERE external_id = '1'`)
    await db.execute(sql`DELETE FROM campaigns WHERE external_id::int BETWEEN 400 AND 420`)
    const [storeRow] = await db.select().from(brands).where(eq(brands.coupon_code, 'store-2'))
    await db.update(campaigns).set({ brand_id: storeRow!.id }).where(eq(campaigns.slug, 'shelf-9'))
    await addOffer({ brand_id: storeRow!.id, title: 'In between', rank: 50, code: 'NEW' })
    await expectExact()
  })

  test('is undone with the transaction that changed it', async () => {
    const undone = db.transaction(async (tx) => {
      await tx.execute(sql`UPDATE campaigns SET hidden_at = now() WHERE external_id::int > 350`)
      await tx.execute(sql`SELECT update_stores(NULL)`)
      expect(await listDeals(47)).toMatchObject({ total: 700, items: { length: 10 } })
      throw new Error('planned')
    })
    await expect(undone).rejects.toThrow('planned')
    expect(await listDeals(47)).toMatchObject({ total: 700, items: { length: 10 } })
    await expectExact()
  })

  test('the list ends at 1,000, and its store counts all offers', async () => {
    const [storeRow] = await db.select().from(brands).where(eq(brands.coupon_code, 'store-2'))
    await db.execute(sql`
      INSERT INTO campaigns (source, external_id, row_hash, slug, title, brand_id, category_id, url, network, network_campaign_id, code, rank)
      SELECT 'late', n, n, 'late-' || n, 'Late ' || n, ${storeRow!.id}::bigint, 4, 'https://shelf.example/', 'trackier', n, 'LATE', 1000000 + n
        FROM generate_series(1, 1200) n`)
    for (const sort of [undefined, 'new'] as const) {
      const last = await listDeals(67, sort)
      expect(last).toMatchObject({ total: 1001, pages: 67, items: { length: 10 } })
      expect(await listDeals(68, sort)).toMatchObject({ items: [], total: 1001 })
    }
    expect(titles((await listDeals(67)).items)[9]).toBe('Late 300')
    const category = await listByCategory({ categoryIds: [4], q: '', showAll: true, page: 17 })
    expect(category).toMatchObject({ total: 1001, pages: 17, items: { length: 40 } })
    const several = await listByCategory({ categoryIds: [4, 2], q: '', showAll: true, page: 17 })
    expect(several).toMatchObject({ total: 1001, pages: 17, items: { length: 40 } })
    const view = { shown: 'code', sort: 'popular', page: 17 } as const
    const { store, offers } = (await readStorePage('store-2', view))!
    expect(store.counts).toMatchObject({ all: 1434, code: 1259 })
    expect(offers).toMatchObject({ pages: 17, items: { length: 40 } })
    expect((await listStoreOptions([4], '')).map(({ count }) => count)).toEqual([1001])
  })
})

describe('start and end of an offer', () => {
  let brand_id: number
  beforeEach(async () => {
    brand_id = (await addStore({ name: 'Dated', coupon_code: 'dated' })).id
  })
  const at = (column: 'starts_at' | 'ends_at', slug: string) =>
    // Only the passing of time is simulated: the trigger would compute `listed` again.
    db.transaction(async (tx) => {
      await tx.execute(sql`ALTER TABLE campaigns DISABLE TRIGGER campaigns_listed`)
      await tx.execute(
        sql`UPDATE campaigns SET ${sql.identifier(column)} = now() - interval '1 second' WHERE slug = ${slug}`,
      )
      await tx.execute(sql`ALTER TABLE campaigns ENABLE TRIGGER campaigns_listed`)
    })

  test('an offer that has started is listed and counted by the next check', async () => {
    await addOffer({ brand_id, slug: 'soon', title: 'Soon', starts_at: day(1), category_id: 3 })
    expect((await readFrame()).topDeals).toEqual([])
    await at('starts_at', 'soon')
    expect(await updateListed()).toBe(1)
    expect(await listDeals(1)).toMatchObject({ total: 1, items: [{ title: 'Soon' }] })
    expect((await readFrame()).topDeals).toMatchObject([{ name: 'Dated', count: 1 }])
    expect(await listStoresInCategory(3, 6)).toMatchObject([{ name: 'Dated', count: 1 }])
    expect(await updateListed()).toBe(0)
  })

  test('an offer is listed, counted and found within a minute of its start', async () => {
    const soon = await addOffer({ brand_id, slug: 'soon', title: 'Soon', starts_at: day(1) })
    const found = async () =>
      (await listByCategory({ categoryIds: [], q: 'soon', showAll: true, page: 1 })).items.map(({ id }) => id)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const job = listedTimer.start()
    try {
      await at('starts_at', 'soon')
      expect(await found()).toEqual([])
      vi.advanceTimersByTime(59_000)
    } finally {
      vi.useRealTimers()
      await job.stop()
    }
    expect(await found()).toEqual([soon.id])
    expect(await listDeals(1)).toMatchObject({ total: 1, items: [{ title: 'Soon' }] })
  })

  test('an ended offer is not listed from that moment on, and not counted after the next check', async () => {
    await addOffer({ brand_id, slug: 'over', title: 'Over', ends_at: day(1) })
    await addOffer({ brand_id, slug: 'stays', title: 'Stays' })
    await at('ends_at', 'over')
    expect(titles((await listDeals(1)).items)).toEqual(['Stays'])
    expect(await updateListed()).toBe(1)
    expect(await listDeals(1)).toMatchObject({ total: 1 })
    expect((await listStoresOn(1)).items).toMatchObject([{ name: 'Dated', count: 1 }])
  })

  test('hidden and ended offers stay unlisted', async () => {
    await addOffer({ brand_id, slug: 'hidden', starts_at: day(-1), hidden_at: day(-1) })
    await addOffer({ brand_id, slug: 'gone', ends_at: day(-1) })
    expect(await updateListed()).toBe(0)
    expect(await listDeals(1)).toMatchObject({ total: 0, items: [] })
  })
})

test('stores are listed 60 a page, and a store without offers is not listed', async () => {
  await db.execute(sql`
    INSERT INTO brands (source, external_id, coupon_code, name) SELECT 'many', n, 'many-' || n, 'Shop ' || lpad(n::text, 4, '0')
      FROM generate_series(1, 200) n`)
  await db.execute(sql`
    INSERT INTO campaigns (source, external_id, row_hash, slug, title, brand_id, url, network, network_campaign_id)
    SELECT 'many', n, n, 'many-' || n, 'Many ' || n, b.id, 'https://shelf.example/', 'trackier', n
      FROM generate_series(1, 200) n JOIN brands b ON b.external_id = n::text`)
  await rankCatalogue()
  const last = await listStoresOn(4)
  expect(last).toMatchObject({ total: 200, pages: 4 })
  expect(last.items.map(({ name }) => name).slice(0, 2)).toEqual(['Shop 0181', 'Shop 0182'])
  await db.execute(sql`UPDATE campaigns SET hidden_at = now() WHERE external_id::int < 11`)
  const after = await listStoresOn(4)
  expect(after).toMatchObject({ total: 190, pages: 4 })
  expect(after.items[0]!.name).toBe('Shop 0191')
})
