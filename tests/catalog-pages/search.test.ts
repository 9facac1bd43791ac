/** A search in a catalogue that is larger than what is read offer by offer. */
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listByCategory } from '~/domain/catalog/lists.server'
import { listOfferListings } from '~/domain/catalog/listings.server'
import { rankCatalogue } from '~/domain/catalog/ranking.server'
import { buildWords } from '~/domain/catalog/search.server'
import { suggestOffers } from '~/domain/catalog/search.server'
import { db } from '~/platform/db/client.server'
import { newVisitor } from '../support/app'
import { CATALOGUE, askedBy, collectPlans } from '../support/plans'
import { addStore, addOffer, day } from '../support/catalogue'

const OFFERS = 40_000

beforeAll(async () => {
  const { id } = await addStore({ name: 'Haystack', coupon_code: 'hay' })
  await db.execute(sql`
    INSERT INTO campaigns (source, external_id, row_hash, slug, title, brand_id, category_id, url, network, network_campaign_id, payout_hundredths, code)
    SELECT 'hay', n, n, 'hay-' || n, 'Offer ' || lpad(n::text, 5, '0') || CASE WHEN n % 20 = 0 THEN ' on lamps' ELSE ' on kurtas' END,
           ${id}::bigint, 1 + n % 2, 'https://hay.example/', 'trackier', n, 800, CASE WHEN n % 4 = 0 THEN 'HAY' END
      FROM generate_series(1, ${OFFERS}::int) n`)
  for (const title of ['Zebra quilts', 'Zircon rings', 'Big quiz books', 'चाय पर 20% छूट', 'ℵ zero'])
    await addOffer({ brand_id: id, title, category_id: 2 })
  await addOffer({ brand_id: id, title: 'Zebra that ended', ends_at: day(-1) })
  await rankCatalogue()
  await db.execute(sql`VACUUM ANALYZE campaigns`)
  await buildWords()
}, 120_000)

const search = async (q: string, categoryIds: number[] = []) =>
  listByCategory({ categoryIds, q, showAll: true, page: 1 })
const titles = async (q: string, categoryIds?: number[]) =>
  (await search(q, categoryIds)).items.map((card) => card.title)

test.each([
  ['zebra', ['Zebra quilts']],
  ['QUI', ['Big quiz books', 'Zebra quilts']],
  ['zi', ['Zircon rings']],
  ['z q', []],
  ['qu', ['Big quiz books']],
  ['ℵ', ['ℵ zero']],
  ['चाय', ['चाय पर 20% छूट']],
  ['0% छ', []],
  ['39999', ['Offer 39999 on kurtas']],
  ['zzz', []],
  ['zz', []],
])(
  'a search for %s finds offers beyond those read first; two letters find titles that begin with them',
  async (q, expected) => {
    expect(await titles(q)).toEqual(expected)
    expect((await search(q)).total).toBe(expected.length)
  },
)

test('a search within categories finds only their offers', async () => {
  expect(await titles('zebra', [2])).toEqual(['Zebra quilts'])
  expect(await titles('zebra', [1])).toEqual([])
  expect(await titles('qu', [2, 3])).toEqual(['Big quiz books'])
  expect((await search('lamps', [1])).total).toBe(1001)
})

test('a search counts up to 1,000 and says that there are more', async () => {
  expect(await search('lamps')).toMatchObject({ total: 1001, pages: 17 })
  expect(await search('o')).toMatchObject({ total: 1001, items: { length: 60 } })
  expect(await titles('lamps').then(([first]) => first)).toBe('Offer 00020 on lamps')
  expect(await search('zebra')).toMatchObject({ total: 1 })
  const { body } = await newVisitor().get('/CouponFilters/All?q=lamps')
  expect(body).toContain('more than 1,000 found for “lamps”')
})

test('the API counts a search to 1,000', async () => {
  const found = await listOfferListings({ q: 'offer', withCode: true }, { page: 10, limit: 100 })
  expect(found).toMatchObject({ total: 1000, items: { length: 100 } })
  expect(await listOfferListings({ q: 'zebra', withCode: true }, { page: 1, limit: 100 })).toMatchObject({
    total: 0,
  })
})

test.each([
  ['zeb', ['Zebra quilts']],
  ['q', ['Big quiz books']],
  ['z', ['Zebra quilts', 'Zircon rings', 'Big quiz books']],
  ['zi', ['Zircon rings']],
  ['चा', ['चाय पर 20% छूट']],
  ['xq', []],
])('suggestions for %s: titles that begin with it, then those that contain it', async (q, expected) => {
  expect((await suggestOffers(q)).map((one) => one.title)).toEqual(expected)
})

test('no search reads the whole catalogue, whether it finds something or not', async () => {
  for (const q of ['zebra', 'zzqxw', 'zq', 'z', 'lamps', '39999 on kur']) {
    expect(await collectPlans(() => suggestOffers(q), { most: 5_000, tables: CATALOGUE })).toEqual([])
    expect(await collectPlans(() => search(q), { most: 30_000, tables: CATALOGUE })).toEqual([])
  }
  expect(await askedBy(() => suggestOffers('zebra'))).toHaveLength(3)
})

test('a hidden offer is not found, even before the words are rebuilt', async () => {
  await db.execute(sql`UPDATE campaigns SET hidden_at = now() WHERE title = 'Zircon rings'`)
  expect(await titles('zi')).toEqual([])
  expect(await buildWords(0)).toBe(true)
  expect(await buildWords(0)).toBe(false)
})
