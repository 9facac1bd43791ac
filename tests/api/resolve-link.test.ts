/** A product's address by the API: from the text to the tracking URL. */
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { sealProduct } from '~/domain/catalog/product-links.server'
import { db } from '~/platform/db/client.server'
import { clicks } from '~/platform/db/schema/clicks'
import { addStore, addOffer } from '../support/catalogue'
import { apiClient, apiMember } from './client'

const guest = apiClient()
const PRODUCT = 'https://www.resolve.example/p/7'
const resolve = (url: string, more = '') =>
  guest.get(`/api/resolve-link?url=${encodeURIComponent(url)}${more}`)

let offer: Awaited<ReturnType<typeof addOffer>>
let store: Awaited<ReturnType<typeof addStore>>

beforeAll(async () => {
  store = await addStore({ name: 'Resolve', store_url: 'https://resolve.example' })
  offer = await addOffer({ brand_id: store.id })
})

describe('resolve-link', () => {
  test('returns the offer and what get-click takes', async () => {
    const { status, body } = await resolve(`A lamp: ${PRODUCT}?gclid=x`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      target: PRODUCT,
      store: 'Resolve',
      coupon_code: store.coupon_code,
      offers: [{ offer: { id: offer.id, payout: 8 }, rate_for: null, opens_product: true }],
    })
    const { id, api } = await apiMember()
    const { to } = body.data.offers[0]
    const clicked = await api.get(`/api/get-click?coupon_id=${offer.id}&user_id=${id}&to=${to}`)
    expect(clicked.status).toBe(200)
    expect(new URL(clicked.body.trackingUrl).searchParams.get('url')).toBe(PRODUCT)
    expect(await db.select().from(clicks).where(eq(clicks.campaign_id, offer.id))).toMatchObject([
      { to_product: true, user_id: id },
    ])
  })

  test.each([
    ['javascript:alert(1)', 422, 'no-address'],
    ['https://bit.ly/x', 422, 'short-link'],
    ['https://unheard.example/p', 404, 'unknown-store'],
    ['x'.repeat(1501), 422, 'too-long'],
    ['', 422, 'no-address'],
  ])('refuses %.30j with %d %s', async (url, status, error) => {
    const answer = await resolve(url)
    expect([answer.status, answer.body.error]).toEqual([status, error])
  })

  test('a store without an offer is 404, several stores are 409 until one is named', async () => {
    await addStore({ name: 'Empty', store_url: 'https://empty-shop.example' })
    expect((await resolve('https://empty-shop.example/p')).body.error).toBe('no-offer')
    const twins = await Promise.all(
      ['a', 'b'].map((path) => addStore({ store_url: `https://api-twins.example/${path}` })),
    )
    for (const { id } of twins) await addOffer({ brand_id: id })
    const asked = await resolve('https://api-twins.example/p')
    expect([asked.status, asked.body.error]).toEqual([409, 'several-stores'])
    expect(asked.body.stores).toEqual(twins.map(({ coupon_code, name }) => ({ coupon_code, name })))
    const chosen = await resolve('https://api-twins.example/p', `&store=${twins[1]!.coupon_code}`)
    expect(chosen.body.data.coupon_code).toBe(twins[1]!.coupon_code)
  })
})

describe('get-click with a product', () => {
  test('refuses one that is changed, expired, or of another offer', async () => {
    const { id, api } = await apiMember()
    const shown = { payout_hundredths: 800n, payout_model: 'percentage', currency: 'Rs.', cap_paise: null }
    const seal = (more: object = {}, now?: number) =>
      sealProduct({ offer: offer.id, target: PRODUCT, shown, ...more }, now)
    const call = (to: string) => api.get(`/api/get-click?coupon_id=${offer.id}&user_id=${id}&to=${to}`)
    for (const [to, error] of [
      ['https://evil.example', 'bad-link'],
      [seal({ offer: offer.id + 1 }), 'bad-link'],
      [seal({}, Date.now() - 3 * 3_600_000), 'old-link'],
      [seal({ target: 'https://evil.example/' }), 'other-store'],
      [seal({ shown: { ...shown, payout_hundredths: 900n } }), 'rate-changed'],
    ] as const) {
      const answer = await call(to)
      expect([answer.status, answer.body.error]).toEqual([409, error])
    }
  })
})
