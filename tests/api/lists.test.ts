/** List operations with more rows than one response holds. */
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { addStore } from '../support/catalogue'
import { collectQueries } from '../support/queries'
import { apiClient } from './client'

const guest = apiClient()
const MANY = 1105

beforeAll(async () => {
  const { id } = await addStore({ name: 'Kesar Kitchen', coupon_code: 'KESAR', rank: 0 })
  await db.execute(sql`
    INSERT INTO brands (source, external_id, coupon_code, name, rank)
    SELECT 'test', 's' || n, 'store-' || n, 'Store ' || n, n FROM generate_series(1, ${MANY - 1}::int) n`)
  await db.execute(sql`
    INSERT INTO campaigns (source, external_id, row_hash, slug, title, description_html, description_text, url, network,
                           network_campaign_id, payout_hundredths, rank, brand_id, code, category_id)
    SELECT 'test', 'm' || n, 'h' || n, 'many-' || n, 'Many ' || n, '<p>Text</p>', 'Text', 'https://s.example/', 'trackier',
           n::text, 800, n, CASE WHEN n < ${MANY} THEN ${id}::bigint END, 'CODE' || n, 1
      FROM generate_series(1, ${MANY}::int) n WHERE n < ${MANY}`)
  await db.execute(sql`
    INSERT INTO campaigns (source, external_id, row_hash, slug, title, description_html, description_text, url, network,
                           network_campaign_id, payout_hundredths, rank, brand_id, ends_at)
    SELECT 'test', 'of' || b.id, 'o' || b.id, 'of-' || b.id, 'Of ' || b.id, '', '', 'https://s.example/', 'trackier', 'x',
           800, 5000 + b.id, b.id, NULL
      FROM brands b WHERE b.name LIKE 'Store %'`)
})

describe.each([
  ['/api/get-campains', 'data', 2 * MANY - 2],
  ['/api/coupons', 'data', MANY - 1],
  ['/api/offers/brand/KESAR', 'data', MANY - 1],
  ['/api/CouponOffer/KESAR', 'data', MANY - 1],
  ['/api/all-couponss/KESAR', 'data', MANY - 1],
  ['/api/category-coupons/Electronics', 'data', MANY - 1],
  ['/api/category-coupons/All', 'data', 2 * MANY - 2],
  ['/api/all-brands', 'data', MANY],
  ['/api/topStores', 'topStores', MANY],
])('%s', (path, field, total) => {
  test('without page and limit has 1,000 rows and a link to the rest', async () => {
    const seen = new Set<number>()
    const sizes: number[] = []
    for (let next: string | undefined = path; next;) {
      const { body } = await guest.get(next)
      expect(body.total).toBe(total)
      sizes.push(body[field].length)
      for (const { id } of body[field]) seen.add(id)
      next = body.next
    }
    expect(sizes.slice(0, 2)).toEqual([1000, 100])
    expect(seen.size).toBe(total)
  })
})

test('/api/coupons?q= finds the best 1,000', async () => {
  const { body } = await guest.get('/api/coupons?q=many')
  expect([body.total, body.data.length, body.next]).toEqual([1000, 1000, undefined])
})

test('/api/stores returns its first 1,000 as a bare array, with a Link to the rest', async () => {
  const first = await guest.get('/api/stores')
  expect([first.body.length, first.headers.get('X-Total-Count')]).toEqual([1000, String(MANY)])
  const next = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('Link')!)![1]!
  const second = await guest.get(next)
  expect(second.body.length).toBe(100)
  const last = await guest.get(/<([^>]+)>/.exec(second.headers.get('Link')!)![1]!)
  expect([last.body.length, last.headers.get('Link')]).toEqual([MANY - 1100, null])
  const [before] = first.body.slice(-1)
  expect([before.id, second.body[0].id]).toEqual([second.body[0].id - 1, before.id + 1])
})

test('pages end at 1,000, and the last one links to the following rows', async () => {
  const last = (await guest.get('/api/get-campains?page=10&limit=100')).body
  expect([last.page, last.data.length, last.total]).toEqual([10, 100, 2 * MANY - 2])
  const { body } = await guest.get(last.next)
  expect([body.page, body.limit, body.data[0].slug]).toEqual([undefined, 100, 'many-1001'])
  const beyond = (await guest.get('/api/get-campains?page=11&limit=100')).body
  expect([beyond.data, beyond.next, beyond.total]).toEqual([[], undefined, 2 * MANY - 2])
})

test.each(['x', '1', '-5', '1-2-3', '99999999999-1'])('?after=%s is refused', async (after) => {
  expect((await guest.get(`/api/stores?after=${after}`)).status).toBe(422)
})

test('a list of many rows takes as many queries as a list of one row', async () => {
  const count = async (path: string) => (await collectQueries(() => guest.get(path))).length
  for (const path of ['/api/get-campains', '/api/all-brands', '/api/stores', '/api/CouponOffer/KESAR'])
    expect([path, await count(path)]).toEqual([path, await count(`${path}?limit=1`)])
})
