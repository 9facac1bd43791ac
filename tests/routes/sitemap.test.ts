import fs from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSitemap } from '~/domain/catalog/sitemap.server'
import { addStore, addOffer, day } from '../support/catalogue'
import { newVisitor, origin } from '../support/app'

const guest = newVisitor()

beforeAll(async () => {
  const store = await addStore({ coupon_code: 'R&D' })
  await addStore({ coupon_code: 'EMPTY' })
  const brand_id = store.id
  await addOffer({ brand_id, title: "Tea & 'cups' <20% off>", category_id: 1 })
  await addOffer({ brand_id, title: 'चाय पर 20% छूट' })
  await addOffer({ brand_id, title: 'offer', slug: 'plain-offer' })
  await addOffer({ brand_id, title: 'Hidden one', hidden_at: new Date() })
  await addOffer({ brand_id, title: 'Ended one', ends_at: day(-1) })
  await addOffer({ brand_id, title: 'Last one' })
})

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!)
const plain = (url: string) => url.replaceAll('&amp;', '&').replaceAll('&apos;', "'")

describe('/sitemap.xml', () => {
  test('lists every public page once, and each answers 200', async () => {
    const answer = await guest.get('/sitemap.xml')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('application/xml; charset=utf-8')
    expect(answer.headers.get('Cache-Control')).toMatch(/^public/)
    const urls = locations(answer.body).map(plain)
    expect(new Set(urls).size).toBe(urls.length)
    for (const path of [
      '/',
      '/Deals',
      '/TopStores',
      '/Coupontopcodes',
      '/CouponFilters/All',
      '/CouponFilters/Health-&-Beauty',
      '/CouponsDetails/plain-offer',
      '/Offers/R%26D',
      `/CouponsDetails/${encodeURIComponent("Tea & 'cups' <20% off>")}`,
      `/CouponsDetails/${encodeURIComponent('चाय पर 20% छूट')}`,
    ])
      expect(urls).toContain(origin + path)
    expect(answer.body).not.toMatch(/Hidden|Ended|EMPTY|Account|Flexpage/)
    expect(answer.body).toMatch(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/)
    for (const url of urls) {
      const page = await guest.get(url)
      expect([url, page.status]).toEqual([url, 200])
      const canonical = /<link rel="canonical" href="([^"]*)"/.exec(page.body)?.[1]
      expect(canonical && plain(canonical.replaceAll('&#x27;', "'"))).toBe(url)
    }
  })

  test('is an index of parts when one file is too small', async () => {
    const whole = await readSitemap(null, 50_000, 10)
    const index = await readSitemap(null, 3, 0)
    if (!whole || !index || !('entries' in whole) || !('parts' in index)) throw new Error('wrong kind')
    expect(index.parts).toEqual(['0', 'stores-1', '1', '2'])
    const parts = await Promise.all(index.parts.map((part) => readSitemap(part, 3, 0)))
    const paths = parts.flatMap((part) =>
      part && 'entries' in part ? part.entries.map(({ path }) => path) : [],
    )
    expect(paths.toSorted()).toEqual(whole.entries.map(({ path }) => path).toSorted())
    expect(await readSitemap('99', 3, 0)).toBeNull()
    for (const part of ['99', 'two', '-1', '', '1&part=2', '1&page=2', 'stores-2', '999999999'])
      expect((await guest.get(`/sitemap.xml?part=${part}`)).status).toBe(404)
    expect((await guest.get('/sitemap.xml?utm_source=x')).status).toBe(404)
    expect(locations((await guest.get('/sitemap.xml?part=1')).body)).toHaveLength(4)
  })
})

test('/robots.txt excludes non-pages and names the sitemap', async () => {
  const { body, headers } = await guest.get('/robots.txt')
  expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect(body).toContain('User-agent: *\n')
  const closed = [...body.matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path!)
  const expected =
    '/Account /Desk /api/ /auth/ /newsletter /out/ /postback/ /suggestions /webhooks/ /*dialog='.split(' ')
  expect(closed).toEqual(expect.arrayContaining(expected))
  for (const path of [
    '/',
    '/Deals',
    '/Singup',
    '/Offers/VOLTWALA',
    '/img/a.png',
    '/og/store/a.png',
    '/icon.svg',
  ])
    expect(closed.filter((prefix) => path.startsWith(prefix))).toEqual([])
  // Messengers read what a shared address shows, and search engines its canonical link.
  expect(body).not.toContain('ref=')
  expect(body).toContain(`Sitemap: ${origin}/sitemap.xml`)
})

test('the manifest’s icons exist in the stated size', () => {
  const manifest = JSON.parse(fs.readFileSync('public/manifest.webmanifest', 'utf8')) as {
    icons: { src: string; sizes: string }[]
  }
  for (const { src, sizes } of manifest.icons) {
    const file = fs.readFileSync(`public${src}`)
    if (src.endsWith('.png')) expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`).toBe(sizes)
  }
  expect(manifest.icons.map((icon) => icon.sizes)).toEqual(['any', '192x192', '512x512', '512x512'])
})

describe('head of every page', () => {
  test.each([
    ['/TopStores', 'Top Deals | DealDwaar'],
    ['/Deals', 'Top Stores | DealDwaar'],
    ['/Coupontopcodes', 'Coupon Codes | DealDwaar'],
    ['/CouponFilters/Law', 'Law: coupons, offers and cashback | DealDwaar'],
    ['/HowitWorks', 'Refer and Earn | DealDwaar'],
    ['/Aboutus', 'About Us | DealDwaar'],
    ['/Contactus', 'Contact Us | DealDwaar'],
    ['/PrivacyPolicy', 'Privacy Policy | DealDwaar'],
    ['/TermsConditions', 'Terms &amp; Conditions | DealDwaar'],
    ['/Flexpage', 'Flex Offer | DealDwaar'],
  ])('%s', async (path, title) => {
    // Routes match in any case; the canonical link has the spelling of app/routes.ts (docs/rules.md#5).
    for (const { body } of [await guest.get(path), await guest.get(path.toLowerCase())]) {
      expect(body).toContain(`<title>${title}</title>`)
      expect(body).toMatch(/<meta name="description" content="[^"]{20,}"/)
      expect(body).toContain(`<link rel="canonical" href="${origin}${path}"/>`)
      expect(body).toContain(`<meta property="og:image" content="${origin}/og.png"/>`)
      expect(body).toContain(`<meta property="og:title" content="${title}"/>`)
    }
  })
  test('list pages have their own canonical link; empty, filtered and missing ones are noindex', async () => {
    expect((await guest.get('/Deals?page=2')).body).toContain(
      `<link rel="canonical" href="${origin}/Deals?page=2"/>`,
    )
    const noindex = '<meta name="robots" content="noindex"/>'
    for (const path of ['/Deals?page=99', '/CouponFilters/All?q=tea', '/no/such/page', '/CouponFilters/Nope'])
      expect((await guest.get(path)).body).toContain(noindex)
    expect((await guest.get('/Deals')).body).not.toContain(noindex)
    expect((await guest.get('/no/such/page')).body).not.toContain('rel="canonical"')
  })
})
