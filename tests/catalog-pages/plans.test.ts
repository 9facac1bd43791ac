/** No query of a guest's page reads the catalogue or sorts it, at 100,000 offers (docs/decisions/0080-lists-end.md). */
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listStoresInCategory } from '~/domain/catalog/stores.server'
import { listCategories, readFrame } from '~/domain/catalog/categories.server'
import { findOffer } from '~/domain/catalog/offer-page.server'
import { listPopularStores, readHomeLists } from '~/domain/catalog/home.server'
import { findFlashSaleToday } from '~/domain/catalog/flash-sale.server'
import { listByCategory, listCoupons, listDeals } from '~/domain/catalog/lists.server'
import { findOfferListing, listOfferListings, listStoreListings } from '~/domain/catalog/listings.server'
import { findStorePage, readStorePage } from '~/domain/catalog/store-page.server'
import { listStoreOptions, searchPage } from '~/domain/catalog/category-page.server'
import { SORTS } from '~/domain/catalog/lists'
import { correctSpelling } from '~/domain/catalog/search/correct.server'
import { buildWords } from '~/domain/catalog/search.server'
import { suggest, suggestOffers } from '~/domain/catalog/search.server'
import { updateListed } from '~/domain/catalog/update-listed.server'
import { db } from '~/platform/db/client.server'
import { generateCatalogue } from '~/domain/catalog/generate.server'
import { CATALOGUE, collectPlans } from '../support/plans'
import { listStoresOn, listOffers } from './listed'

const OFFERS = 100_000

beforeAll(async () => {
  await generateCatalogue(OFFERS, { chunk: OFFERS })
  await db.execute(sql`VACUUM campaigns, brands`)
  await buildWords(0)
}, 180_000)

const category = (page: number, categoryIds = [1]) =>
  listByCategory({ categoryIds, q: '', showAll: true, page })

test.each<[string, () => Promise<unknown>]>([
  ['home', () => readHomeLists(['deals', 'stores', 'coupons'])],
  ['popular stores of home', () => listPopularStores(['stores'])],
  ['the flash sale', () => findFlashSaleToday()],
  ['the frame', () => readFrame()],
  ['/Deals, page 1', () => listDeals(1)],
  ['/Deals in the middle', async () => listDeals(Math.round((await listDeals(1)).pages / 2))],
  ['/Deals, last page', async () => listDeals((await listDeals(1)).pages)],
  ['/Deals beyond the last page', () => listDeals(99_999)],
  ['/Coupontopcodes, last page', async () => listCoupons((await listCoupons(1)).pages)],
  ['/CouponFilters/All, last page', async () => category((await category(1, [])).pages, [])],
  ['a category, first six', () => listByCategory({ categoryIds: [1], q: '', showAll: false, page: 1 })],
  ['a category, last page', async () => category((await category(1)).pages)],
  ['stores of a category', () => listStoresInCategory(1, 6)],
  ['/TopStores, last page', async () => listStoresOn((await listStoresOn(1)).pages)],
  ['the largest store', () => findStorePage('generated-1')],
  ['the offers of the largest store, last page', () => listOffers('generated-1', 'all', 17)],
  ['its products, last page', () => listOffers('generated-1', 'product', 15)],
  ['a detail page', () => findOffer('generated-77777')],
  ['a detail page that does not exist', () => findOffer('no such offer')],
  [
    'API: campaigns after one in the middle',
    () => listOfferListings({}, { page: 1, limit: 100, after: { rank: 50_000_000, id: 1 } }),
  ],
  ['API: 1,000 campaigns', () => listOfferListings({}, { page: 1, limit: 1000 })],
  ['API: coupons', () => listOfferListings({ withCode: true }, { page: 10, limit: 100 })],
  [
    'API: codes of a store',
    () => listOfferListings({ store: 'generated-1', withCode: true }, { page: 10, limit: 100 }),
  ],
  ['API: stores', () => listStoreListings({ page: 5, limit: 100 })],
  ['API: one offer', () => findOfferListing(555)],
  ['the check of dates', () => updateListed()],
])('%s', async (_, work) => {
  expect(await collectPlans(work, { tables: CATALOGUE })).toEqual([])
})

test.each<[string, () => Promise<unknown>]>([
  ['three categories', () => category(1, [1, 2, 3])],
  ['API: a category with its total', () => listOfferListings({ categoryId: 2 }, { page: 10, limit: 100 })],
])('%s reads a narrow index', async (_, work) => {
  expect(await collectPlans(work, { tables: CATALOGUE, most: 10_000 })).toEqual([])
})

test.each(SORTS)('lists in the order %s read only sorted rows or a category', async (sort) => {
  const [small] = await db.execute<{ id: string; category_id: number }>(sql`
    SELECT brand_id AS id, category_id FROM campaigns WHERE listed GROUP BY 1, 2 HAVING count(*) BETWEEN 100 AND 300 LIMIT 1`)
  const [pair] = await db.execute<{ id: string; category_id: number }>(sql`
    SELECT brand_id AS id, category_id FROM campaigns WHERE listed GROUP BY 1, 2 ORDER BY count(*) DESC LIMIT 1`)
  const inCategory = (more: object, categoryIds = [1]) =>
    listByCategory({ categoryIds, q: '', showAll: true, page: 2, sort, ...more })
  const storeIn = ({ id, category_id }: typeof pair & object, more = {}) =>
    inCategory({ storeId: Number(id), ...more }, [category_id])
  for (const work of [
    () => listDeals(2, sort),
    () => listCoupons(60, sort),
    () => inCategory({}),
    () => inCategory({ withCode: true }),
    () => inCategory({}, [1, 2]),
    () => inCategory({ storeId: 1 }, []),
    () => storeIn(small!),
    () => storeIn(pair!),
    () => storeIn(pair!, { withCode: true }),
    () => readStorePage('generated-1', { shown: 'all', sort, page: 3 }),
    () => readStorePage('generated-1', { shown: 'code', sort, page: 1 }),
    () => listStoreOptions([1], 'generated-77'),
    () => listStoreOptions([], ''),
  ])
    expect(await collectPlans(work, { tables: CATALOGUE, most: 40_000 })).toEqual([])
})

/** A frequent word, a rare one, words that hardly any title holds together, and texts without letters or without a hit. */
const TEXTS = [
  'off',
  'kurtas',
  'offer 77777',
  'Gaming sofas near Patna, offer',
  'zzqxw',
  'zq',
  'k',
  '%',
  '5% off',
  ', offer 9z',
]

test.each(TEXTS)(
  'a search for %s, also in a category, reads only the titles of the best-ranked offers',
  async (q) => {
    for (const categoryIds of [[], [1]]) {
      const work = () => listByCategory({ categoryIds, q, showAll: true, page: 2 })
      expect(await collectPlans(work, { most: 30_000, tables: CATALOGUE })).toEqual([])
    }
  },
)

test.each(TEXTS)('suggestions for %s read at most 5,000 titles', async (q) => {
  expect(await collectPlans(() => suggestOffers(q), { most: 5_000, tables: CATALOGUE })).toEqual([])
})

/** A frequent word and none, names of stores, a code, and typing errors. */
const ASKED = ['off', 'zq', 'Banyan Store', 'banyan', 'SAVE77777', 'kurtsa', 'gaming sofsa']

test.each(ASKED)(
  'the page of a search for %s, also sorted and filtered, reads only its offers',
  async (q) => {
    const all = await listCategories()
    const narrowed: { categoryIds?: number[]; sort?: 'new'; only?: 'code'; storeId?: number }[] = [
      {},
      { categoryIds: [1] },
      { sort: 'new' },
      { only: 'code', storeId: 1 },
    ]
    for (const { categoryIds = [], ...view } of narrowed) {
      const work = () => searchPage({ q, categoryIds }, all, { showAll: true, page: 1, ...view })
      expect(await collectPlans(work, { most: 30_000, tables: CATALOGUE })).toEqual([])
    }
  },
)

test.each(ASKED)('suggestions with stores, and the correction, of %s read at most 5,000 rows', async (q) => {
  for (const work of [() => suggest(q), () => correctSpelling(q)])
    expect(await collectPlans(work, { most: 5_000, tables: CATALOGUE })).toEqual([])
})
