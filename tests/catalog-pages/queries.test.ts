import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { listStoresInCategory } from '~/domain/catalog/stores.server'
import { listByCategory, listCoupons, listDeals } from '~/domain/catalog/lists.server'
import { listCategories, pickCategory, readFrame } from '~/domain/catalog/categories.server'
import { findOffer } from '~/domain/catalog/offer-page.server'
import { saveFeedback } from '~/domain/catalog/feedback.server'
import { computeWilson } from '~/domain/catalog/feedback'
import { findFlashSaleToday } from '~/domain/catalog/flash-sale.server'
import { findStorePage, readStorePage } from '~/domain/catalog/store-page.server'
import { suggestOffers } from '~/domain/catalog/search.server'
import { db } from '~/platform/db/client.server'
import { applyDueRates } from '~/domain/catalog/planned-rates.server'
import { addSale } from '../support/flash-sale'
import { users } from '~/platform/db/schema/members'
import { formatDate } from '~/platform/formats/dates'
import { listStoresOn, listOffers } from './listed'
import { addStore, addOffer, day } from '../support/catalogue'

const titles = (cards: { title: string }[]) => cards.map((card) => card.title)

let shop: Awaited<ReturnType<typeof addStore>>
let empty: Awaited<ReturnType<typeof addStore>>

beforeAll(async () => {
  shop = await addStore({ name: 'Kavya Kitchen', coupon_code: 'KAVYA', rank: 1 })
  empty = await addStore({ name: 'Empty Shelf', coupon_code: 'EMPTY', rank: 2 })
  const brand_id = shop.id
  await addOffer({
    brand_id,
    title: 'Pans 100% off_season',
    slug: 'pans',
    code: 'PANS20',
    category_id: 1,
    rank: 1,
  })
  await addOffer({ brand_id, title: 'Knives', slug: 'knives', type: 'product', category_id: 1, rank: 2 })
  await addOffer({ brand_id, title: 'offer', slug: 'plain', code: 'PLAIN', rank: 3 })
  await addOffer({ brand_id, title: 'Twin', slug: 'twin-worse', rank: 9 })
  await addOffer({ brand_id, title: 'TWIN', slug: 'twin-better', rank: 5 })
  await addOffer({ brand_id, title: 'twin', slug: 'twin-ended', rank: 0, ends_at: day(-1) })
  await addOffer({
    brand_id,
    title: 'Over',
    slug: 'over',
    ends_at: new Date('2025-06-30T18:29:59Z'),
    code: 'OVER77',
  })
  await addOffer({ brand_id, title: 'Soon', slug: 'soon', starts_at: day(1) })
  await addOffer({ brand_id, title: 'Hidden', slug: 'hidden', hidden_at: day(-1) })
  await addOffer({ brand_id: empty.id, title: 'Long gone', slug: 'gone', ends_at: day(-2) })
})

describe('findOffer()', () => {
  test('matches the slug before the title', async () => {
    expect((await findOffer('pans'))?.title).toBe('Pans 100% off_season')
    expect((await findOffer('pans 100% OFF_season'))?.title).toBe('Pans 100% off_season')
  })
  test('of several live ones returns the best ranked', async () => {
    expect((await findOffer('tWin'))?.href).toBe('/CouponsDetails/twin-better')
  })
  test('returns null for future, hidden and unknown offers', async () => {
    expect(await findOffer('soon')).toBeNull()
    expect(await findOffer('hidden')).toBeNull()
    expect(await findOffer('nothing')).toBeNull()
  })
  test('returns an ended offer with its last day in India', async () => {
    expect(await findOffer('over')).toMatchObject({ title: 'Over', endedOn: '30 Jun 2025' })
  })
  test('links by the title, or by the slug where the title would not find it', async () => {
    const [pans, knives, plain, twin] = (await listDeals(1)).items
    expect(pans!.href).toBe('/CouponsDetails/Pans%20100%25%20off_season')
    expect(knives!.codeHref).toBe('/CouponCode/Knives')
    expect(plain!.codeHref).toBe('/CouponCode/plain')
    expect(twin!.codeHref).toBe('/CouponCode/twin-better')
  })
})

describe('lists of live offers', () => {
  test('deals are listed by rank, 15 a page, with empty pages beyond the last', async () => {
    const first = await listDeals(1)
    expect(titles(first.items)).toEqual(['Pans 100% off_season', 'Knives', 'offer', 'TWIN', 'Twin'])
    expect(first).toMatchObject({ total: 5, page: 1, pages: 1 })
    expect(await listDeals(2)).toMatchObject({ items: [], total: 5, pages: 1 })
  })
  test('coupons have a code masked after three characters, and GET OFFER where the title is offer', async () => {
    const { items } = await listCoupons(1)
    expect(items.map(({ masked, isCoupon }) => [masked, isCoupon])).toEqual([
      ['PAN*****', true],
      ['PLA*****', false],
    ])
  })
  test('stores without live offers are not listed, but their page exists', async () => {
    expect((await listStoresOn(1)).items).toMatchObject([{ name: 'Kavya Kitchen', count: 5 }])
    expect(await findStorePage('EMPTY')).toMatchObject({ name: 'Empty Shelf', count: 0 })
    expect(await findStorePage('kavya kitchen')).toMatchObject({ couponCode: 'KAVYA', href: '/Offers/KAVYA' })
    expect(await findStorePage('nobody')).toBeNull()
  })
  test('the Product(New) tab of a store lists products', async () => {
    expect(titles(await listOffers('KAVYA', 'product'))).toEqual(['Knives'])
    expect(await listOffers('Kavya Kitchen', 'all')).toHaveLength(5)
  })
  test('a category filters, and a search treats % and _ literally', async () => {
    const filter = { categoryIds: [1], q: '', showAll: false, page: 1 }
    expect(titles((await listByCategory(filter)).items)).toEqual(['Pans 100% off_season', 'Knives'])
    expect((await listByCategory({ ...filter, q: '0% OFF_' })).total).toBe(1)
    expect((await listByCategory({ ...filter, q: 'a%s' })).total).toBe(0)
    expect(
      titles(await listStoresInCategory(1, 5).then((all) => all.map((b) => ({ title: b.name })))),
    ).toEqual(['Kavya Kitchen'])
    expect(await listStoresInCategory(5, 5)).toEqual([])
  })
  test('related coupons share the category; without a category there are none', async () => {
    expect(titles((await findOffer('pans'))!.related)).toEqual(['Knives'])
    expect((await findOffer('plain'))!.related).toEqual([])
  })
  test('suggestions ignore case, and are empty for blanks', async () => {
    expect(await suggestOffers('NIV')).toEqual([
      {
        title: 'Knives',
        locale: 'en',
        store: 'Kavya Kitchen',
        href: '/CouponsDetails/Knives',
        logo: null,
        payout: '8.00%',
      },
    ])
    expect(await suggestOffers('  ')).toEqual([])
  })
})

test('category names match without case and punctuation; ecommerce and health are aliases', async () => {
  const all = await listCategories()
  expect(pickCategory(all, 'ecommerce')?.name).toBe('E-commerce')
  expect(pickCategory(all, 'Health')?.name).toBe('Health-medicine')
  expect(pickCategory(all, 'health & beauty')?.name).toBe('Health-&-Beauty')
  expect(pickCategory(all, 'network-security')?.name).toBe('Network Security')
  expect(pickCategory(all, 'Gardening')).toBeUndefined()
})

test('the page frame has the menu’s nine categories and the top five stores', async () => {
  const frame = await readFrame()
  expect(frame.categories).toEqual([
    'Electronics',
    'Fashion',
    'Health-&-Beauty',
    'Travel',
    'Sports',
    'Airlines',
    'Services',
    'Lifestyle',
    'Law',
  ])
  expect(frame.topDeals).toEqual([{ name: 'Kavya Kitchen', href: '/Offers/KAVYA', logo: null, count: 5 }])
})

test('the flash sale is the one of the IST date, else of its weekday', async () => {
  const knives = (await findOffer('knives'))!
  const pans = (await findOffer('pans'))!
  await addSale(knives.id, { weekday: 6 })
  await addSale(pans.id, { on_date: '2026-11-28' })
  await applyDueRates(new Date('2026-11-20T19:00:00Z'))
  // 19:00 UTC on Friday is Saturday in India.
  const sale = await findFlashSaleToday(new Date('2026-11-20T19:00:00Z'))
  expect(sale).toMatchObject({ title: 'Knives', endsAt: '2026-11-21T18:30:00.000Z' })
  await applyDueRates(new Date('2026-11-28T06:00:00Z'))
  expect((await findFlashSaleToday(new Date('2026-11-28T06:00:00Z')))?.title).toBe('Pans 100% off_season')
  expect(await findFlashSaleToday(new Date('2026-11-20T06:00:00Z'))).toBeNull()
})

test('feedback counts one vote per member, and a second vote replaces the first', async () => {
  const [user] = await db.insert(users).values({ username: 'Asha' }).returning()
  const [other] = await db.insert(users).values({ username: 'Ravi' }).returning()
  const votes = async (userId: number | null) => (await findOffer('knives', userId))!.feedback
  expect(await votes(null)).toEqual({ percentage: 0, yesCount: 0, noCount: 0, own: null })
  expect(await saveFeedback(user!.id, 'knives', 'no')).toBe(true)
  expect(await saveFeedback(user!.id, 'KNIVES', 'yes')).toBe(true)
  expect(await votes(user!.id)).toEqual({ percentage: 100, yesCount: 1, noCount: 0, own: 'yes' })
  await saveFeedback(other!.id, 'knives', 'no')
  expect(await votes(null)).toEqual({ percentage: 50, yesCount: 1, noCount: 1, own: null })
  expect(await saveFeedback(user!.id, 'nothing', 'yes')).toBe(false)
})

describe('reliability of a code', () => {
  /** Each votes once; some without a click, some before 90 days. */
  async function voters(slug: string, votes: ('yes' | 'no')[], { click = true, daysAgo = 0 } = {}) {
    const offer = (await findOffer(slug))!
    for (const vote of votes) {
      const [user] = await db.insert(users).values({ username: 'Voter' }).returning()
      if (click)
        await db.execute(sql`INSERT INTO clicks (id, user_id, campaign_id, network, payout_model, currency, visitor_hash)
          VALUES (gen_random_uuid()::text, ${user!.id}, ${offer.id}, 'trackier', 'percentage', 'Rs.', 'x')`)
      await saveFeedback(user!.id, slug, vote)
      await db.execute(
        sql`UPDATE feedback SET updated_at = now() - make_interval(days => ${daysAgo}) WHERE user_id = ${user!.id}`,
      )
    }
    return offer
  }

  test('counts votes of 90 days by people who had clicked the offer', async () => {
    expect((await findOffer('pans'))!.reliability).toEqual({
      worked: 0,
      tried: 0,
      lastWorked: null,
      failsOften: false,
    })
    await voters('pans', ['yes', 'yes', 'no'])
    await voters('pans', ['no', 'no'], { click: false })
    await voters('pans', ['yes'], { daysAgo: 91 })
    expect((await findOffer('pans'))!.reliability).toEqual({
      worked: 2,
      tried: 3,
      lastWorked: formatDate(new Date()),
      failsOften: false,
    })
  })
  test('a code with ten votes, most of them No, fails often', async () => {
    await voters('plain', Array(9).fill('no'))
    expect((await findOffer('plain'))!.reliability).toMatchObject({ tried: 9, failsOften: false })
    await voters('plain', ['no'])
    expect((await findOffer('plain'))!.reliability).toMatchObject({
      worked: 0,
      tried: 10,
      failsOften: true,
    })
  })
  test('a code that fails often is last on its store’s page and is marked', async () => {
    const listed = await listOffers('KAVYA', 'all')
    expect(listed.map(({ title, failsOften }) => [title, failsOften])).toEqual([
      ['Pans 100% off_season', undefined],
      ['Knives', undefined],
      ['TWIN', undefined],
      ['Twin', undefined],
      ['offer', true],
    ])
    expect((await listOffers('KAVYA', 'code')).map(({ title }) => title)).toEqual([
      'Pans 100% off_season',
      'offer',
    ])
  })
  test.each(['popular', 'new', 'ending'] as const)(
    'a code that fails often is last among its store’s offers sorted by %s',
    async (sort) => {
      const { offers } = (await readStorePage('KAVYA', { shown: 'all', sort, page: 1 }))!
      expect(offers.items).toHaveLength(5)
      expect(offers.items.findIndex(({ failsOften }) => failsOften)).toBe(4)
    },
  )
  test('after No the most reliable other code of the store is offered, never one that fails often', async () => {
    const [user] = await db.insert(users).values({ username: 'Asha' }).returning()
    const next = async () => (await findOffer('pans', user!.id))!.nextCode
    await saveFeedback(user!.id, 'pans', 'yes')
    expect(await next()).toBeNull()
    await saveFeedback(user!.id, 'pans', 'no')
    // 'offer' has the only other code of the store, and fails often.
    expect(await next()).toBeNull()
    const brand_id = shop.id
    await addOffer({ brand_id, title: 'Popular code', slug: 'popular-code', code: 'POP', rank: 3 })
    await addOffer({ brand_id, title: 'Sure code', slug: 'sure-code', code: 'SURE', rank: 900 })
    expect(await next()).toEqual({ title: 'Popular code', href: '/CouponsDetails/Popular%20code' })
    await voters('sure-code', ['yes', 'yes'])
    expect(await next()).toEqual({ title: 'Sure code', href: '/CouponsDetails/Sure%20code' })
  })
  test.each([
    [0, 0, 0, 1],
    [9, 10, 0.596, 0.982],
    [1, 1, 0.207, 1],
    [0, 10, 0, 0.278],
    [50, 100, 0.404, 0.596],
  ])('%i of %i lies between %f and %f', (worked, tried, lower, upper) => {
    const found = computeWilson(worked, tried)
    expect([found.lower, found.upper]).toEqual([expect.closeTo(lower, 3), expect.closeTo(upper, 3)])
  })
})
