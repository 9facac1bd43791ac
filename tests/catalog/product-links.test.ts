/** From a pasted address to a store's offer: what is read, refused, sealed, and where a link leads. */
import fs from 'node:fs'
import fc from 'fast-check'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { NETWORK_NAMES, findTargetParameter } from '~/platform/config/networks'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { campaigns, type brands } from '~/platform/db/schema/catalogue'
import {
  addStoreHost,
  isOfStore,
  listUnknownHosts,
  readAddress,
  recordUnknownHost,
  removeStoreHost,
  resolveProductLink,
  sealProduct,
  setLinkOffer,
  unsealProduct,
} from '~/domain/catalog/product-links.server'
import { setProductLinks } from '~/domain/catalog/offers.server'
import { buildProductUrl, buildTrackingUrl } from '~/domain/tracking/clicks'
import { addStore, addOffer, day } from '../support/catalogue'
import { untilBlocked } from '../support/locks'
import { collectQueries } from '../support/queries'

type Store = typeof brands.$inferSelect

let stores: Record<'voltwala' | 'jebfone' | 'dhaagaLane' | 'kesarKavya', Store>

async function addLinkStore(name: string, store_url: string): Promise<Store> {
  const store = await addStore({ name, store_url })
  await addOffer({ brand_id: store.id })
  return store
}

const inTx = <Result>(work: Parameters<typeof db.transaction<Result>>[0]) => db.transaction(work)

beforeAll(async () => {
  stores = {
    voltwala: await addLinkStore('Voltwala', 'https://www.voltwala.example/'),
    jebfone: await addLinkStore('Jebfone', 'https://jebfone.example'),
    dhaagaLane: await addLinkStore('Dhaaga Lane', 'https://www.dhaagalane.example/in'),
    kesarKavya: await addLinkStore('Kesar Kavya', 'https://www.kesarkavya.co.in'),
  }
  await inTx((tx) => addStoreHost('kesar-kavya.myshopify.com', stores.kesarKavya, tx))
})

const unescape = (text: string) => text.replace(/\\(n|\\)/g, (_, one: string) => (one === 'n' ? '\n' : '\\'))

const table = fs
  .readFileSync('tests/catalog/product-addresses.tsv', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [text: string, store: string, target: string, refusal: string])

describe('a pasted text', () => {
  test.each(table)('%j', async (text, store, target, refusal) => {
    const found = await resolveProductLink(unescape(text))
    expect(found.ok ? [found.store.name, found.target, ''] : ['', '', found.reason]).toEqual([
      store,
      target,
      refusal,
    ])
  })

  test.each([
    ...table.filter(([, , target]) => target).map(([, , target]) => unescape(target)),
    'https://voltwala.example/p?a=1&amp;amp;amp;b=2',
  ])('is read once: the target of %j is read as itself', (text) => {
    const first = readAddress(text)
    const target = first.ok ? first.target : ''
    expect(readAddress(target)).toMatchObject({ ok: true, target })
  })

  test('no text makes the reader throw, and what it accepts is https with a host of names', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.constantFrom(
        'https://',
        '//',
        '\\',
        '@',
        ':443',
        '%2f',
        '\u200b',
        'voltwala.example',
        '?url=',
        '&amp;',
      ),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const found = readAddress(parts.join(''))
        if (!found.ok) return
        const url = new URL(found.target)
        expect([url.protocol, url.port, url.username, url.hostname]).toEqual(['https:', '', '', found.host])
        expect(url.href).toBe(found.target)
      }),
    )
  })
})

test('an address with many hosts inside is refused before they are looked up, and each is looked up once', async () => {
  const hosts = Array.from({ length: 140 }, (_, i) => `//a${i}.de`).join('&')
  const address = `https://www.voltwala.example/p?${hosts}`
  const many = await collectQueries(async () =>
    expect(await resolveProductLink(address)).toEqual({ ok: false, reason: 'network-link' }),
  )
  expect(many).toEqual([])
  const own = Array.from({ length: 40 }, () => '//m.voltwala.example/').join('&')
  const few = await collectQueries(async () =>
    expect(await resolveProductLink(`https://www.voltwala.example/p?${own}`)).toMatchObject({ ok: true }),
  )
  expect(few.length).toBeLessThan(9)
})

describe('the store of a host', () => {
  test('the longest name counts, a name that many register at belongs to none', async () => {
    const main = await addLinkStore('Long', 'https://long.example')
    const fresh = await addLinkStore('Long Fresh', 'https://fresh.long.example')
    const storeAt = async (url: string) => {
      const found = await resolveProductLink(url)
      return found.ok ? found.store.id : found.reason
    }
    expect(await storeAt('https://www.long.example/p')).toBe(main.id)
    expect(await storeAt('https://fresh.long.example/p')).toBe(fresh.id)
    expect(await storeAt('https://a.fresh.long.example/p')).toBe(fresh.id)
    await addLinkStore('A suffix', 'https://myshopify.com')
    expect(await storeAt('https://myshopify.com/p')).toBe('unknown-store')
    expect(await storeAt('https://other.myshopify.com/p')).toBe('unknown-store')
  })

  test('several stores of a host need a choice, until an operator assigns the host to one', async () => {
    const one = await addLinkStore('Twin A', 'https://twins.example/a')
    const other = await addLinkStore('Twin B', 'https://twins.example/b')
    const asked = await resolveProductLink('https://twins.example/p')
    expect(asked).toMatchObject({ ok: false, reason: 'several-stores', target: 'https://twins.example/p' })
    expect(await resolveProductLink('https://twins.example/p', other.coupon_code)).toMatchObject({
      ok: true,
      store: { id: other.id },
    })
    expect(await resolveProductLink('https://twins.example/p', stores.voltwala.coupon_code)).toMatchObject({
      reason: 'several-stores',
    })
    await inTx((tx) => addStoreHost('WWW.twins.example', one, tx))
    expect(await resolveProductLink('https://m.twins.example/p')).toMatchObject({
      ok: true,
      store: { id: one.id },
    })
    expect(await isOfStore('https://twins.example/p', other.id)).toBe(false)
    expect(await inTx((tx) => removeStoreHost('twins.example', tx))).toMatchObject({
      ok: true,
      before: one.id,
    })
    expect(await isOfStore('https://twins.example/p', other.id)).toBe(true)
  })

  test('the offers of each candidate are read once, without their terms', async () => {
    await addLinkStore('Pair A', 'https://pair.example/a')
    await addStore({ name: 'Pair B', store_url: 'https://pair.example/b' })
    const queries = await collectQueries(async () =>
      expect(await resolveProductLink('https://pair.example/p')).toMatchObject({ ok: true }),
    )
    expect(queries.filter((query) => query.includes('"link_offers"'))).toHaveLength(2)
    expect(queries.filter((query) => query.includes('"kpi_html"'))).toEqual([])
  })

  test.each([
    ['bit.ly', 'link-host'],
    ['x.awin1.com', 'link-host'],
    ['co.in', 'invalid'],
    ['myshopify.com', 'invalid'],
    ['localhost', 'invalid'],
    ['127.0.0.1', 'invalid'],
    ['https://shop.example', 'invalid'],
    ['shop.example/p', 'invalid'],
    ['', 'invalid'],
  ])('%j becomes no host of a store: %s', async (host, reason) => {
    expect(await inTx((tx) => addStoreHost(host, stores.voltwala, tx))).toMatchObject({ ok: false, reason })
  })

  test('a store whose address is at a network gets no products', async () => {
    const { TRACKIER_HOST } = env()
    await addLinkStore('By its link', `https://${TRACKIER_HOST}/click`)
    expect(await resolveProductLink(`https://${TRACKIER_HOST}/click?p1=x`)).toMatchObject({
      reason: 'network-link',
    })
  })
})

describe('the offer of a store', () => {
  const listFoundOffers = async (host: string) => {
    const found = await resolveProductLink(`https://${host}/p`)
    return found.ok ? found.offers.map(({ id }) => id) : found.reason
  }

  test('is the best ranked live one for everything, with cashback and without a code', async () => {
    const { id: brand_id } = await addStore({ store_url: 'https://choose.example' })
    await addOffer({ brand_id, code: 'A1' })
    const single = await addOffer({ brand_id, type: 'Product' })
    await addOffer({ brand_id, rate_for: 'Phones' })
    await addOffer({ brand_id, payout_hundredths: null })
    await addOffer({ brand_id, currency: 'EUR', payout_model: 'flat' })
    await addOffer({ brand_id, ends_at: day(-1) })
    await addOffer({ brand_id, starts_at: day(1) })
    await addOffer({ brand_id, hidden_at: day(-1) })
    const best = await addOffer({ brand_id })
    const other = await addOffer({ brand_id })
    expect(await listFoundOffers('choose.example')).toEqual([best.id])
    expect(await inTx((tx) => setLinkOffer(brand_id, other.slug, tx))).toMatchObject({
      ok: true,
      before: null,
    })
    expect(await listFoundOffers('choose.example')).toEqual([other.id])
    await inTx((tx) => setLinkOffer(brand_id, single.slug, tx))
    expect(await listFoundOffers('choose.example')).toEqual([single.id])
    await inTx((tx) => setLinkOffer(brand_id, other.slug, tx))
    await db
      .update(campaigns)
      .set({ hidden_at: day(-1) })
      .where(eq(campaigns.id, other.id))
    expect(await listFoundOffers('choose.example')).toEqual([best.id])
    expect(await inTx((tx) => setLinkOffer(brand_id, null, tx))).toMatchObject({ before: other.id })
  })

  test('is set by two operators at once, and the later one counts', async () => {
    const { id: brand_id } = await addStore({ store_url: 'https://at-once.example' })
    const [one, other] = [await addOffer({ brand_id }), await addOffer({ brand_id })]
    const later = await inTx(async (tx) => {
      await setLinkOffer(brand_id, one.slug, tx)
      const waiting = inTx((second) => setLinkOffer(brand_id, other.slug, second))
      await untilBlocked()
      return { waiting }
    })
    expect(await later.waiting).toMatchObject({ ok: true, before: one.id })
    expect(await listFoundOffers('at-once.example')).toEqual([other.id])
  })

  test('are up to five where all are for certain goods', async () => {
    const { id: brand_id } = await addStore({ store_url: 'https://goods.example' })
    const made = []
    for (const rate_for of ['A', 'B', 'C', 'D', 'E', 'F']) made.push(await addOffer({ brand_id, rate_for }))
    expect(await listFoundOffers('goods.example')).toEqual(made.slice(0, 5).map(({ id }) => id))
  })

  test('is none where only codes are left, and no offer of another store can be set', async () => {
    const { id: brand_id } = await addStore({ store_url: 'https://codes.example' })
    await addOffer({ brand_id, code: 'ONLY' })
    expect(await listFoundOffers('codes.example')).toBe('no-offer')
    const foreign = await addOffer({ brand_id: stores.jebfone.id })
    expect(await inTx((tx) => setLinkOffer(brand_id, foreign.slug, tx))).toMatchObject({
      reason: 'other-store',
    })
    const unfit = async (facts: object) => {
      const { slug } = await addOffer({ brand_id, ...facts })
      return inTx((tx) => setLinkOffer(brand_id, slug, tx))
    }
    expect(await unfit({ code: 'ANY' })).toMatchObject({ reason: 'has-code' })
    expect(await unfit({ payout_hundredths: null })).toMatchObject({ reason: 'no-cashback' })
    expect(await inTx((tx) => setLinkOffer(brand_id, 'nothing', tx))).toMatchObject({ reason: 'no-offer' })
  })
})

describe('a sealed product', () => {
  const shown = { payout_hundredths: 400n, payout_model: 'percentage', currency: 'Rs.', cap_paise: 50_000n }
  const product = { offer: 7, target: 'https://www.voltwala.example/p/1?size=L#top', shown }

  test('is read again for its offer within two hours, as often as it comes', () => {
    const sealed = sealProduct(product)
    for (let i = 0; i < 2; i++) expect(unsealProduct(sealed, 7)).toEqual({ ok: true, product })
    expect(unsealProduct(sealed, 8)).toEqual({ ok: false, reason: 'bad-link' })
    const almost = Date.now() + 2 * 3_600_000 - 10_000
    expect(unsealProduct(sealed, 7, almost)).toMatchObject({ ok: true })
    expect(unsealProduct(sealed, 7, almost + 20_000)).toEqual({
      ok: false,
      reason: 'old-link',
      target: product.target,
    })
    expect(unsealProduct(sealed, 8, almost + 20_000)).toEqual({ ok: false, reason: 'bad-link' })
  })

  test('is refused if it is changed, truncated or made up', () => {
    const sealed = sealProduct(product)
    const bytes = Buffer.from(sealed, 'base64url')
    fc.assert(
      fc.property(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = Buffer.from(bytes)
        changed[at]! ^= by
        expect(unsealProduct(changed.toString('base64url'), 7)).toEqual({ ok: false, reason: 'bad-link' })
      }),
    )
    for (const text of ['', 'x', sealed.slice(0, -4), `${sealed}${sealed}`, 'A'.repeat(4000)])
      expect(unsealProduct(text, 7)).toEqual({ ok: false, reason: 'bad-link' })
  })

  test('has at most 3 KB with the longest address', () => {
    const head = 'https://www.voltwala.example/'
    const found = readAddress(head + 'a'.repeat(1500 - head.length))
    expect(found).toMatchObject({ ok: true })
    const longest = readAddress(`${head}${'é'.repeat(328)}`)
    if (!longest.ok) throw new Error(longest.reason)
    expect(longest.target.length).toBeLessThanOrEqual(2000)
    const sealed = sealProduct({
      offer: 999_999_999_999_999,
      target: head + 'a'.repeat(2000 - head.length),
      shown,
    })
    expect(sealed.length).toBeLessThanOrEqual(3072)
    expect(readAddress(`${head}${'é'.repeat(400)}`)).toMatchObject({ ok: false, reason: 'too-long' })
  })
})

describe('where a visit leads', () => {
  const settings = { ...env(), TUNE_HOST: 'go.tune.example', TUNE_AFFILIATE_ID: '5', AWIN_PUBLISHER_ID: '9' }

  const LINKS: Record<string, (string | null)[]> = {
    trackier: [
      null,
      'https://track.trackier.example/click?campaign_id=1&pub_id=2&url=https%3A%2F%2Felse.example&URL=x',
    ],
    tune: [null, 'https://go.tune.example/aff_c?offer_id=1&aff_id=2'],
    impact: ['https://shop.pxf.io/c/123/456/789?subId1=old'],
    admitad: [
      'https://ad.admitad.com/g/abc/?ulp=https%3A%2F%2Felse.example%2F',
      'https://ad.admitad.com/goto/abc/',
    ],
    awin: [
      'https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&ued=https%3A%2F%2Felse.example',
      'https://www.awin1.com/pclick.php?p=1',
    ],
  }

  test('the host is that of the offer’s link or template, and the target is of that offer’s store', async () => {
    const hosts = ['www.voltwala.example', 'm.voltwala.example', 'voltwala.example']
    const path = fc.webUrl({ withQueryParameters: true, withFragments: true }).map((url) => {
      const { pathname, search, hash } = new URL(url)
      return pathname + search + hash
    })
    const offer = fc.constantFrom(...NETWORK_NAMES).chain((network) =>
      fc.record({
        network: fc.constant(network),
        tracking_url: fc.constantFrom(...LINKS[network]!),
        product_links: fc.constantFrom(true, false, null),
        network_campaign_id: fc.constant('77'),
      }),
    )
    await fc.assert(
      fc.asyncProperty(offer, fc.constantFrom(...hosts), path, async (offer, host, rest) => {
        const address = readAddress(`https://${host}${rest}`)
        if (!address.ok) return
        const plain = buildTrackingUrl(offer, 'CLICK', settings)
        const url = buildProductUrl(offer, 'CLICK', address.target, settings)
        const parameter = findTargetParameter(offer, settings)
        expect(url === null).toBe(parameter === null)
        if (url === null || plain === null) return
        const { origin, pathname, searchParams } = new URL(url)
        expect(origin + pathname).toBe(new URL(plain).origin + new URL(plain).pathname)
        const named = [...searchParams].filter(([name]) => name.toLowerCase() === parameter)
        expect(named).toEqual([[parameter, address.target]])
        expect(await isOfStore(named[0]![1], stores.voltwala.id)).toBe(true)
        expect([...searchParams.values()]).toContain('CLICK')
      }),
      { numRuns: 60 },
    )
  })

  test.each([
    ['trackier', null, null, 'url'],
    ['trackier', false, null, null],
    ['trackier', null, 'https://www.voltwala.example/?partner=7', null],
    ['admitad', null, 'https://ad.admitad.com/g/abc/', 'ulp'],
    ['awin', null, 'https://www.awin1.com/cread.php?awinmid=1&awinaffid=2', 'ued'],
    ['awin', null, 'https://www.awin1.com/pclick.php?p=1', null],
    ['awin', true, 'https://www.awin1.com/pclick.php?p=1', 'ued'],
    ['impact', null, 'https://shop.pxf.io/c/1/2/3', null],
    ['impact', true, 'https://shop.pxf.io/c/1/2/3', 'u'],
    ['tune', null, 'https://go.tune.example/aff_c?offer_id=1', null],
    ['tune', true, 'https://go.tune.example/aff_c?offer_id=1', 'url'],
    ['unheard-of', true, 'https://go.example/', null],
  ])(
    '%s, said %s, with the link %s: the parameter is %s',
    (network, product_links, tracking_url, parameter) => {
      expect(findTargetParameter({ network, product_links, tracking_url }, settings)).toBe(parameter)
    },
  )

  test('an operator’s word about an offer is stored and returned', async () => {
    const { id } = await addOffer({ brand_id: stores.jebfone.id })
    expect(await inTx((tx) => setProductLinks(id, false, tx))).toBeNull()
    expect(await inTx((tx) => setProductLinks(id, null, tx))).toBe(false)
  })
})

test('hosts that were asked for are counted by day, without the address, for 90 days', async () => {
  const at = (text: string) => new Date(`${text}T12:00:00Z`)
  await recordUnknownHost('old.example', '', at('2026-08-01'))
  await recordUnknownHost('shop.example', '', at('2026-11-28'))
  for (let i = 0; i < 2; i++) await recordUnknownHost('shop.example', '', at('2026-11-29'))
  await recordUnknownHost('other.example', '', at('2026-11-29'))
  expect(await listUnknownHosts(90, 10, at('2026-11-29'))).toEqual([
    { host: 'shop.example', times: 3, last_day: '2026-11-29' },
    { host: 'other.example', times: 1, last_day: '2026-11-29' },
  ])
})

test('of one address five hosts a day are counted', async () => {
  const now = new Date('2026-12-01T12:00:00Z')
  for (let i = 0; i < 7; i++) await recordUnknownHost(`many-${i}.example`, '192.0.2.77', now)
  await recordUnknownHost('many-8.example', '192.0.2.78', now)
  const hosts = (await listUnknownHosts(1, 20, now)).map(({ host }) => host)
  expect(hosts).toEqual(
    ['many-0', 'many-1', 'many-2', 'many-3', 'many-4', 'many-8'].map((name) => `${name}.example`),
  )
})
