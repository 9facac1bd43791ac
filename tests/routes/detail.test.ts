import { beforeAll, describe, expect, test, vi } from 'vitest'

vi.hoisted(() => {
  process.env.TRACKING_SCRIPT_ORIGIN = 'https://tk.example'
})

import { db } from '~/platform/db/client.server'
import { seoTexts } from '~/platform/db/schema/editorial'
import { addStore, addOffer } from '../support/catalogue'
import { newVisitor } from '../support/app'
import { signedIn } from '../support/people'
import { collectQueries } from '../support/queries'
import { collectRoundTrips } from '../support/round-trips'

const guest = newVisitor()

const readData = (body: string) =>
  [...body.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
    ([, json]) => JSON.parse(json!) as Record<string, unknown>,
  )

beforeAll(async () => {
  const shop = await addStore({ name: 'Kavya Kitchen', coupon_code: 'KAVYA', seo_title: 'Kavya coupons' })
  const brand_id = shop.id
  await addOffer({
    brand_id,
    title: 'Pans </script>',
    slug: 'pans',
    category_id: 1,
    tracking_script_cid: '77 a',
  })
  const mixer = await addOffer({
    brand_id,
    title: 'Mixer',
    slug: 'mixer',
    category_id: 1,
    type: 'product',
  })
  await db.insert(seoTexts).values({
    campaign_id: mixer.id,
    title: 'Mixer at Kavya, Rs. 600 off',
    description: 'A mixer of 750 W.',
    structured_data: { '@type': 'Product', name: 'Mixer 750 W' },
  })
  for (let i = 0; i < 64; i++)
    await addOffer({ brand_id, title: `Spoon ${i}`, type: i < 62 ? 'PRODUCT' : 'deal' })
})

describe('metadata', () => {
  test('has the Offer and breadcrumbs, escaped in the script element', async () => {
    const { body } = await guest.get('/CouponsDetails/pans')
    const [offer, way] = readData(body)
    expect(offer).toMatchObject({ '@type': 'Offer', name: 'Pans </script>', category: 'Electronics' })
    expect(way).toMatchObject({ '@type': 'BreadcrumbList' })
    expect(way!.itemListElement).toMatchObject([
      { name: 'DealDwaar' },
      { name: 'Electronics', item: 'http://localhost:3000/CouponFilters/Electronics' },
      { name: 'Pans </script>' },
    ])
  })
  test('uses title, description and product data of the SEO table', async () => {
    const { body } = await guest.get('/CouponsDetails/mixer')
    expect(body).toContain('<title>Mixer at Kavya, Rs. 600 off</title>')
    expect(body).toContain('<meta name="description" content="A mixer of 750 W."/>')
    expect(body).toContain('<meta property="og:title" content="Mixer at Kavya, Rs. 600 off"/>')
    expect(readData(body)[0]).toMatchObject({
      '@type': 'Product',
      name: 'Mixer 750 W',
      offers: { '@type': 'Offer' },
    })
  })
  test('of the older URL and the code page has the canonical link of the offer page', async () => {
    for (const path of ['/CouponsGroup/mixer', '/CouponCode/mixer'])
      expect((await guest.get(path)).body).toContain(
        '<link rel="canonical" href="http://localhost:3000/CouponsDetails/Mixer"/>',
      )
    expect((await guest.get('/CouponCode/mixer')).body).toContain('<meta name="robots" content="noindex"/>')
    expect((await guest.get('/CouponsDetails/nope')).body).toContain(
      '<meta name="robots" content="noindex"/>',
    )
  })
  test('describes a store and its pages', async () => {
    const { body } = await guest.get('/Offers/KAVYA?tab=product&page=2')
    expect(body).toContain('<title>Kavya coupons | DealDwaar</title>')
    expect(body).toContain(
      '<link rel="canonical" href="http://localhost:3000/Offers/KAVYA?tab=product&amp;page=2"/>',
    )
    expect(readData(body)[0]!.itemListElement).toMatchObject([
      {},
      { name: 'Top Deals' },
      { name: 'Kavya Kitchen' },
    ])
  })
})

describe('store with more than 60 offers', () => {
  const cards = (body: string) => body.match(/aria-label="GET (?:COUPON|OFFER): /g)?.length ?? 0
  test('lists 60 a page, with the count of each tab', async () => {
    const first = await guest.get('/Offers/KAVYA')
    expect(first.text).toContain('66 Coupons & Offers')
    expect(first.text).toMatch(/All 66\s*Product\(New\) 63/)
    expect(cards(first.body)).toBe(60)
    expect(first.body).toContain('href="/Offers/KAVYA?page=2"')
    expect(cards((await guest.get('/Offers/KAVYA?page=2')).body)).toBe(6)
    expect(cards((await guest.get('/Offers/KAVYA?tab=product&page=2')).body)).toBe(3)
  })
  test('answers 200 with the tab’s empty text beyond the last page', async () => {
    const beyond = await guest.get('/Offers/KAVYA?page=9')
    expect(beyond.status).toBe(200)
    expect(beyond.text).toContain('No offers found.')
    expect((await guest.get('/Offers/KAVYA?tab=product&page=9')).text).toContain('No items in this tab.')
  })
})

describe('advertiser tracking script', () => {
  const address = 'https://tk.example/tk/index.php'
  const readPolicy = (page: { headers: Headers }) => page.headers.get('Content-Security-Policy')!

  test('is only on its offer’s page and in that page’s content security policy', async () => {
    const own = await guest.get('/CouponsDetails/pans')
    expect(own.body).toContain(`<script async="" src="${address}?cid=77%20a"></script>`)
    expect(readPolicy(own)).toMatch(new RegExp(`script-src [^;]* ${address}(;| )`))
    for (const path of ['/CouponsDetails/mixer', '/CouponsGroup/pans', '/CouponCode/pans', '/']) {
      const page = await guest.get(path)
      expect(page.body).not.toContain(`src="${address}`)
      expect(readPolicy(page)).not.toContain('tk.example')
    }
  })
  test('makes a client-side navigation to the page a document load', async () => {
    const data = (path: string, from: string) =>
      guest.get(`${path}.data`, { 'Sec-Fetch-Dest': 'empty', Referer: `http://localhost:3000${from}` })
    const arriving = await data('/CouponsDetails/pans', '/Deals')
    expect(arriving.status).toBe(202)
    expect(arriving.body).toContain('reload')
    expect(arriving.headers.get('Cache-Control')).toBe('private, no-store')
    const staying = await data('/CouponsDetails/pans', '/CouponsDetails/pans')
    expect(staying.status).toBe(200)
    expect(staying.headers.get('Cache-Control')).toBe('private, no-store')
    expect((await data('/CouponsDetails/mixer', '/Deals')).status).toBe(200)
  })
})

describe('number of queries', () => {
  test.each(['/CouponsDetails/pans', '/CouponsGroup/pans', '/CouponCode/pans', '/Offers/KAVYA?tab=product'])(
    'of %s for a guest is at most four',
    async (path) => {
      const queries = await collectQueries(() => guest.get(path))
      expect(queries.length).toBeGreaterThan(0)
      expect(queries.length).toBeLessThanOrEqual(4)
    },
  )
})

describe('round trips to the database: at most two', () => {
  const PAGES = [
    '/',
    '/CouponsDetails/pans',
    '/CouponsGroup/pans',
    '/CouponCode/pans',
    '/Offers/KAVYA',
    '/CouponFilters/All?show=all&page=1',
    '/CouponFilters/Electronics',
    '/Deals',
    '/TopStores',
    '/Aboutus',
  ]
  const ACCOUNT = [
    '/Account',
    '/Account/History',
    '/Account/Wallet',
    '/Account/ChangePassword',
    '/Account/Referral',
    '/Account/Privacy',
    '/Account/Notifications',
  ]

  test.each([
    ...PAGES.map((path) => ['guest', path]),
    ...[...PAGES, ...ACCOUNT].map((path) => ['member', path]),
  ])('for a %s: %s', async (who, path) => {
    const visitor = who === 'guest' ? guest : (await signedIn()).visitor
    // The second time, when a member's device is known.
    await visitor.get(path!)
    let status = 0
    const trips = await collectRoundTrips(async () => {
      status = (await visitor.get(path!)).status
    })
    expect(status).toBe(200)
    expect(trips.slice(2)).toEqual([])
    expect(trips).not.toEqual([])
  })

  test('a sorted list takes at most three round trips, a search six', async () => {
    for (const [path, most] of [
      ['/Deals?sort=new', 3],
      ['/CouponFilters/All?q=spoon', 6],
    ] as const)
      expect((await collectRoundTrips(() => guest.get(path))).slice(most)).toEqual([])
  })

  test('a statement that needs the result of another one counts as a further round trip', async () => {
    const ask = () => db.execute('SELECT 1')
    expect(
      await collectRoundTrips(async () => [await ask(), await Promise.all([ask(), ask()])]),
    ).toHaveLength(2)
  })
})

test('Get Deal is a plain link and never prefetched', async () => {
  const { visitor: member } = await signedIn()
  for (const path of ['/CouponsDetails/pans', '/CouponCode/pans']) {
    const { body } = await member.get(path)
    expect(body).toMatch(/<a href="\/out\/\d+" target="_blank" rel="noopener nofollow sponsored"/)
    expect(body).not.toMatch(/rel="(?:prefetch|prerender)"[^>]*\/out\//)
    expect(body).toContain('Affiliate link: the store pays us a commission. You pay nothing extra.')
  }
})
