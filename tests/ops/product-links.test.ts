import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { resolveProductLink } from '~/domain/catalog/product-links.server'
import { db } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { shortlinks } from '~/platform/db/schema/editorial'
import { addStore, addOffer } from '../support/catalogue'
import { ops, opsJson } from './support'

test('a host is added to a store, listed, moved to another one, and removed', async () => {
  const [one, other] = [await addStore({ name: 'Ops One' }), await addStore({ name: 'Ops Other' })]
  const offer = await addOffer({ brand_id: one.id })
  expect(await ops(`stores add-host ${one.coupon_code} www.ops-one.example`)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Done: assigns products at ops-one.example to Ops One'),
  })
  expect(await opsJson('stores hosts')).toMatchObject([{ host: 'ops-one.example', store: 'Ops One' }])
  expect(await resolveProductLink('https://m.ops-one.example/p')).toMatchObject({
    ok: true,
    offers: [{ id: offer.id }],
  })
  expect((await ops(`stores add-host ${other.coupon_code} ops-one.example`)).code).toBe(0)
  expect(await opsJson('stores hosts')).toMatchObject([{ host: 'ops-one.example', store: 'Ops Other' }])
  expect((await ops('stores remove-host ops-one.example')).code).toBe(0)
  expect(await ops('stores remove-host ops-one.example')).toMatchObject({
    code: 1,
    err: expect.stringContaining('ops-one.example: No operator has added this host.'),
  })
})

test.each([
  ['co.in', 'Enter the host of a shop, such as shop.example.'],
  ['bit.ly', 'Links of this host lead to many shops: it belongs to a shortener or a network.'],
])('the host %s is refused', async (host, text) => {
  const { coupon_code } = await addStore()
  expect(await ops(`stores add-host ${coupon_code} ${host}`)).toMatchObject({
    code: 1,
    err: expect.stringContaining(text),
  })
})

test('the offer of product links is set, refused for another store, and left to the rank again', async () => {
  const { id: brand_id, coupon_code } = await addStore({ store_url: 'https://ops-offer.example' })
  const best = await addOffer({ brand_id })
  const chosen = await addOffer({ brand_id })
  const foreign = await addOffer({ brand_id: (await addStore()).id })
  const read = async () => {
    const found = await resolveProductLink('https://ops-offer.example/p')
    return found.ok && found.offers.map(({ id }) => id)
  }
  expect((await ops(`stores link-offer ${coupon_code} ${chosen.id}`)).code).toBe(0)
  expect(await read()).toEqual([chosen.id])
  expect(await ops(`stores link-offer ${coupon_code} ${foreign.slug}`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is an offer of another store.'),
  })
  expect((await ops(`stores link-offer ${coupon_code} best`)).code).toBe(0)
  expect(await read()).toEqual([best.id])
})

test('an operator says whether an offer leads to products, and whether its code keeps cashback', async () => {
  const { id } = await addOffer({ brand_id: (await addStore()).id, code: 'OPS10' })
  const read = async () => {
    const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id))
    return [row!.product_links, row!.keeps_cashback, row!.keeps_source]
  }
  expect((await ops(`catalogue product-links ${id} off`)).code).toBe(0)
  expect((await ops(`catalogue keeps-cashback ${id} no`)).code).toBe(0)
  expect(await read()).toEqual([false, false, 'operator'])
  expect((await ops(`catalogue product-links ${id} unknown`)).code).toBe(0)
  expect((await ops(`catalogue keeps-cashback ${id} unknown`)).code).toBe(0)
  expect(await read()).toEqual([null, null, null])
  expect((await ops(`catalogue keeps-cashback ${id} perhaps`)).code).not.toBe(0)
})

test('migrate names shortlinks that a page of the site has ended', async () => {
  const { id } = await addOffer({ brand_id: (await addStore()).id })
  await db.insert(shortlinks).values({ slug: 'link', campaign_id: id })
  expect((await ops('migrate')).out).toMatch(/The shortlink \/link \(Offer \d+\) has ended/)
})
