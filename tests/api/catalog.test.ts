/** Catalogue operations: responses and refusals. */
import { beforeAll, describe, expect, test } from 'vitest'
import { beginSale } from '../support/flash-sale'
import { addStore, addOffer, day } from '../support/catalogue'
import { apiClient, apiMember } from './client'

const guest = apiClient()
let storeId: number
let kettle: Awaited<ReturnType<typeof addOffer>>
let hidden: Awaited<ReturnType<typeof addOffer>>

beforeAll(async () => {
  const store = await addStore({
    name: 'Kesar Kitchen',
    coupon_code: 'KESAR',
    verified_at: new Date(),
    tracks_in_hours: 24,
    app_orders: false,
  })
  await addStore({ name: 'Bare Shelf', coupon_code: 'BARE' })
  storeId = store.id
  const brand_id = store.id
  kettle = await addOffer({
    brand_id,
    title: 'Kettles',
    slug: 'kettles',
    code: 'TEA10',
    category_id: 1,
    cap_paise: 750_50n,
  })
  await addOffer({
    brand_id,
    title: 'Pans',
    slug: 'pans',
    payout_model: 'flat',
    payout_hundredths: 25050n,
    category_id: 1,
  })
  await addOffer({ brand_id, title: 'Nothing paid', slug: 'nothing-paid', payout_hundredths: null })
  await addOffer({ brand_id, title: 'Last year', slug: 'last-year', ends_at: day(-1) })
  hidden = await addOffer({ brand_id, title: 'Hidden', slug: 'hidden', hidden_at: new Date() })
})

describe.each([
  ['/api/get-campains', ['Kettles', 'Pans', 'Nothing paid']],
  ['/api/coupons', ['Kettles']],
  ['/api/coupons?q=KETT', ['Kettles']],
  ['/api/coupons?q=pan', []],
  ['/api/offers/brand/KESAR', ['Kettles', 'Pans', 'Nothing paid']],
  ['/api/CouponOffer/KESAR', ['Kettles', 'Pans', 'Nothing paid']],
  ['/api/all-couponss/KESAR', ['Kettles']],
  ['/api/category-coupons/Electronics', ['Kettles', 'Pans']],
  ['/api/category-coupons/All', ['Kettles', 'Pans', 'Nothing paid']],
])('GET %s', (path, titles) => {
  test('lists live offers and their total', async () => {
    const { status, body, headers } = await guest.get(path)
    expect(status).toBe(200)
    expect(body.success).toBe(true)
    expect(body.data.map((one: { title: string }) => one.title)).toEqual(titles)
    expect(body).toMatchObject({ total: titles.length, page: 1, limit: 1000 })
    expect(body).not.toHaveProperty('next')
    expect(headers.get('Cache-Control')).toMatch(/^public/)
  })
  test('the list has pages', async () => {
    const join = path.includes('?') ? '&' : '?'
    const { body } = await guest.get(`${path}${join}page=2&limit=1`)
    expect(body.data.map((one: { title: string }) => one.title)).toEqual(titles.slice(1, 2))
    expect(body.total).toBe(titles.length)
    const beyond = await guest.get(`${path}${join}page=99999999999`)
    expect([beyond.status, beyond.body.data, beyond.body.total]).toEqual([200, [], titles.length])
    for (const wrong of ['page=0', 'limit=101', 'limit=1e1', 'page=-1', 'limit=']) {
      const refused = await guest.get(`${path}${join}${wrong}`)
      expect([wrong, refused.status, Object.keys(refused.body.errors)]).toEqual([
        wrong,
        422,
        [wrong.split('=')[0]],
      ])
    }
  })
})

test('lists of a store accept its id and answer 404 for an unknown store', async () => {
  expect((await guest.get(`/api/offers/brand/${storeId}`)).body.total).toBe(3)
  expect((await guest.get('/api/offers/brand/BARE')).body).toMatchObject({ total: 0, data: [] })
  for (const path of ['/api/offers/brand/x', '/api/CouponOffer/999999', '/api/all-couponss/x']) {
    const { status, body } = await guest.get(path)
    expect([status, body.message]).toEqual([404, 'No offers found.'])
  }
  const unknown = await guest.get('/api/category-coupons/Nothing')
  expect([unknown.status, unknown.body.message]).toEqual([404, 'No coupons available'])
})

describe('GET /api/single-coupon/{id}', () => {
  test('returns every field', async () => {
    const { body } = await guest.get(`/api/single-coupon/${kettle.id}`)
    expect(body.data).toMatchObject({
      id: kettle.id,
      slug: 'kettles',
      code: 'TEA10',
      brand: 'Kesar Kitchen',
      coupon_code: 'KESAR',
      category: 'Electronics',
      payout: 8,
      payout_model: 'percentage',
      currency: 'Rs.',
      cap: 750.5,
    })
    expect((await guest.get('/api/coupon/pans')).body.data).toMatchObject({ payout: 250.5, cap: null })
    expect((await guest.get('/api/coupon/Nothing%20paid')).body.data.payout).toBeNull()
  })
  test('has the number of live offers of its store', async () => {
    const lists = await Promise.all(
      ['get-campains', 'coupons'].map(async (name) => (await guest.get(`/api/${name}`)).body.data),
    )
    const rows = lists.flat() as { id: number; coupon_count: number }[]
    const single = (await guest.get(`/api/single-coupon/${rows[0]!.id}`)).body.data
    expect([...rows, single].map((row) => row.coupon_count)).toEqual([...rows, single].map(() => 3))
  })
  test.each(['x', '0', '-1', '1e3', '99999999', '9223372036854775808'])(
    'answers 404 for the id %s',
    async (id) => {
      const { status, body } = await guest.get(`/api/single-coupon/${id}`)
      expect([status, body]).toEqual([404, { success: false, message: 'Coupon not found' }])
    },
  )
  test('answers 404 for a hidden offer', async () => {
    expect((await guest.get(`/api/single-coupon/${hidden.id}`)).status).toBe(404)
    expect((await guest.get('/api/coupon/hidden')).status).toBe(404)
  })
})

test('GET /api/all-brands, /api/topStores and /api/stores list their stores', async () => {
  const [all, top, bare] = await Promise.all(
    ['all-brands', 'topStores', 'stores'].map((name) => guest.get(`/api/${name}`)),
  )
  expect(all!.body.data).toMatchObject([
    {
      id: storeId,
      name: 'Kesar Kitchen',
      coupon_count: 3,
      verified: true,
      tracks_in_hours: 24,
      confirms_in_days: null,
      counted_orders: null,
      app_orders: false,
    },
  ])
  expect(top!.body.topStores).toEqual(all!.body.data)
  expect(bare!.body).toEqual(all!.body.data)
  expect(bare!.headers.get('X-Total-Count')).toBe('1')
})

test('GET /api/limited-offer returns the flash sale, or 404 without one', async () => {
  expect((await guest.get('/api/limited-offer')).status).toBe(404)
  await beginSale(kettle.id, 9_00n)
  const { status, body } = await guest.get('/api/limited-offer')
  expect([status, body.title, body.payout, body.payout_model, body.currency]).toEqual([
    200,
    'Kettles',
    9,
    'percentage',
    'Rs.',
  ])
})

describe('POST /api/feedback', () => {
  test('counts one vote per member, the latest', async () => {
    const path = `/api/${kettle.id}/feedback`
    expect((await guest.get(path)).body).toEqual({ percentage: 0, yesCount: 0, noCount: 0 })
    const [one, two] = [await apiMember(), await apiMember()]
    const vote = (who: typeof one, feedback: string) =>
      who.api.post('/api/feedback', { user_id: who.id, coupon_id: kettle.id, feedback })
    await vote(one, 'no')
    await vote(one, 'yes')
    const { body } = await vote(two, 'no')
    expect(body).toMatchObject({ message: 'your feedback is submitted ', yesCount: 1, noCount: 1 })
    expect((await guest.get(path)).body).toEqual({ percentage: 50, yesCount: 1, noCount: 1 })
  })
  test('refuses a guest, an unknown answer and an unknown coupon', async () => {
    const { id, api } = await apiMember()
    const body = { user_id: id, coupon_id: kettle.id, feedback: 'yes' }
    expect((await guest.post('/api/feedback', body)).status).toBe(401)
    expect((await api.post('/api/feedback', { ...body, feedback: 'maybe' })).status).toBe(422)
    expect((await api.post('/api/feedback', { ...body, coupon_id: hidden.id })).status).toBe(404)
    expect((await guest.get('/api/999999/feedback')).status).toBe(404)
    expect((await guest.get('/api/x/feedback')).status).toBe(422)
  })
})

test('an unknown path is 404 in JSON, another method 405 with Allow', async () => {
  expect((await guest.get('/api/nothing/of/this')).status).toBe(404)
  const { status, headers } = await guest.post('/api/get-campains', {})
  expect([status, headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  const wrong = await guest.get('/api/login')
  expect([wrong.status, wrong.headers.get('Allow')]).toEqual([405, 'POST'])
})
