import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { testimonials } from '~/platform/db/schema/editorial'
import { subscriptions } from '~/platform/db/schema/notifications'
import { addStore, addOffer, day } from '../support/catalogue'
import { newVisitor } from '../support/app'
import { beginSale } from '../support/flash-sale'
import { signedIn } from '../support/people'

const guest = newVisitor()
const PUBLIC = 'public, max-age=0, s-maxage=30, stale-while-revalidate=30, stale-if-error=3600'

function getHref(body: string, name: string): string | undefined {
  const link = [...body.matchAll(/<a [^>]*>[\s\S]*?<\/a>/g)].find(
    ([a]) => a.replace(/<[^>]*>/g, '').trim() === name || a.includes(`aria-label="${name}"`),
  )
  return link && /href="([^"]*)"/.exec(link[0])?.[1]?.replaceAll('&amp;', '&')
}

let ids: Record<string, number>

beforeAll(async () => {
  const shop = await addStore({
    name: 'Kavya Kitchen',
    coupon_code: 'KAVYA',
    verified_at: new Date(),
    tracks_in_hours: 96,
    confirms_in_days: 45,
    app_orders: false,
    takes_claims: true,
    voids: 'Gift cards\nReturned orders',
  })
  const ferry = await addStore({ name: 'Ola Ferries', coupon_code: 'OLA' })
  await addStore({ name: 'Empty Shelf', coupon_code: 'EMPTY' })
  const pans = await addOffer({
    brand_id: shop.id,
    title: 'Pans & pots 20% off',
    slug: 'pans',
    code: 'PANS2026',
    category_id: 1,
    logo_url: 'null',
    kpi_html: '<ul><li>Once a person.</li></ul>',
    rate_for: 'Pots and pans',
    rank: 1,
  })
  const plain = await addOffer({
    brand_id: shop.id,
    title: 'offer',
    slug: 'plain',
    rank: 2,
    payout_hundredths: 25000n,
    payout_model: 'flat',
    cap_paise: 1_500_00n,
  })
  const open = await addOffer({
    brand_id: shop.id,
    title: 'Open to guests',
    rate_for: 'Kitchen tools',
    slug: 'open',
    guest_clicks: true,
    category_id: 1,
    rank: 3,
    payout_hundredths: null,
  })
  await addOffer({
    brand_id: ferry.id,
    title: 'Billete de barco',
    slug: 'barco',
    locale: 'es',
    rank: 4,
    cap_paise: 99_50n,
  })
  await addOffer({
    brand_id: ferry.id,
    title: 'Ferry bookings',
    slug: 'ferry',
    code: 'FERRY7',
    locale: 'en',
    ends_at: new Date('2025-06-30T18:29:59Z'),
  })
  for (let n = 10; n < 26; n++)
    await addOffer({ brand_id: shop.id, title: `Item ${n}`, slug: `item-${n}`, category_id: 2, rank: n })
  await beginSale(pans.id)
  await db.insert(testimonials).values({ name: 'Demo: Asha', body: 'Demo: it arrived.', is_demo: true })
  ids = { pans: pans.id, plain: plain.id, open: open.id }
})

describe('every page for a guest', () => {
  const pages = [
    '/',
    '/CouponFilters/All',
    '/CouponFilters/ecommerce',
    '/Offers/KAVYA',
    '/CouponsDetails/pans',
    '/CouponsGroup/pans',
    '/CouponCode/pans',
    '/TopStores',
    '/Deals',
    '/Coupontopcodes',
    '/HowitWorks',
    '/Aboutus',
    '/Contactus',
    '/PrivacyPolicy',
    '/TermsConditions',
    '/Flexpage',
  ]
  test.each(pages)('%s: 200, one h1, landmarks, cacheable', async (path) => {
    const page = await guest.get(path)
    expect(page.status).toBe(200)
    expect(page.body.match(/<h1[ >]/g)).toHaveLength(1)
    expect(page.body.match(/<main id="main"/g)).toHaveLength(1)
    expect(page.body).toContain('href="#main"')
    expect(page.body).not.toMatch(/ style="/)
    // The home page is cached no longer than its flash sale runs.
    const kept =
      path === '/'
        ? /^public, max-age=0, s-maxage=\d+, stale-while-revalidate=\d+, stale-if-error=\d+$/
        : PUBLIC
    expect(page.headers.get('Cache-Control')).toMatch(kept)
    expect(page.headers.get('Vary')).toBe('Cookie, Save-Data, Accept-Encoding')
  })
  test('is private with other parameters, a dialog or a session cookie', async () => {
    for (const path of ['/Deals?utm=1', '/?dialog=sign-in', '/CouponsDetails/pans?page=1'])
      expect((await guest.get(path)).headers.get('Cache-Control')).toBe('private, no-store')
    expect((await guest.get('/Deals?page=2')).headers.get('Cache-Control')).toBe(PUBLIC)
    const { visitor: member } = await signedIn()
    expect((await member.get('/Deals')).headers.get('Cache-Control')).toBe('private, no-store')
  })
})

describe('sorted and narrowed lists', () => {
  const meta = (body: string) => ({
    title: /<title>([^<]*)/.exec(body)?.[1],
    canonical: /rel="canonical" href="http:\/\/localhost:3000([^"]*)"/
      .exec(body)?.[1]
      ?.replaceAll('&amp;', '&'),
    isIndexed: !body.includes('content="noindex"'),
  })
  const first = (body: string) => /aria-label="View (?:Deal|Offer): ([^"]*)"/.exec(body)?.[1]

  test('only known values are cached', async () => {
    for (const path of [
      '/Deals?sort=percent',
      '/Coupontopcodes?sort=ending',
      '/CouponFilters/All?sort=amount&code=1&store=',
      '/CouponFilters/ecommerce?store=KAVYA',
      '/Offers/KAVYA?sort=new&code=1',
    ])
      expect((await guest.get(path)).headers.get('Cache-Control')).toBe(PUBLIC)
    for (const path of [
      '/Deals?sort=made-up',
      '/Deals?code=1',
      '/Coupontopcodes?sort=',
      '/CouponFilters/All?code=2',
      '/CouponFilters/All?store=made-up',
      '/CouponFilters/All?sort=new&sort=made-up',
      '/Offers/KAVYA?sort=made-up',
      '/Offers/KAVYA?store=KAVYA',
    ]) {
      const page = await guest.get(path)
      expect([page.status, page.headers.get('Cache-Control')]).toEqual([200, 'private, no-store'])
    }
  })
  test('a list has the chosen order, and an unknown order is by popularity', async () => {
    expect(first((await guest.get('/Deals?sort=amount')).body)).toBe('offer')
    const popular = first((await guest.get('/Deals')).body)
    expect(first((await guest.get('/Deals?sort=made-up')).body)).toBe(popular)
    expect(popular).not.toBe('offer')
  })
  test('a sorted or narrowed list has its own title and canonical link; another order is the same page', async () => {
    const canonical = async (path: string) => meta((await guest.get(path)).body)
    expect(await canonical('/CouponFilters/All?category=Fashion')).toMatchObject({
      title: 'Fashion: coupons, offers and cashback | DealDwaar',
      canonical: '/CouponFilters/Fashion',
    })
    const codes = { canonical: '/CouponFilters/All?code=1', isIndexed: true }
    expect(await canonical('/CouponFilters/All?code=1&sort=new')).toEqual({
      title: 'All categories: coupon codes, newest first | DealDwaar',
      ...codes,
    })
    expect(await canonical('/CouponFilters/All?store=KAVYA')).toEqual({
      title: 'Kavya Kitchen, All categories: coupons, offers and cashback | DealDwaar',
      canonical: '/CouponFilters/All?store=KAVYA',
      isIndexed: true,
    })
    expect((await canonical('/CouponFilters/All?store=KAVYA&code=1')).isIndexed).toBe(false)
    expect((await canonical('/CouponFilters/All?category=Fashion&category=Travel')).isIndexed).toBe(false)
    expect(await canonical('/Offers/KAVYA?code=1&sort=ending')).toMatchObject({
      canonical: '/Offers/KAVYA?code=1',
    })
    expect((await canonical('/Deals?sort=percent')).canonical).toBe('/Deals')
  })
  test('a list is narrowed by store and code, and chips link to the list without them', async () => {
    const { body, text } = await guest.get('/CouponFilters/All?store=KAVYA&code=1&sort=new')
    expect(text).toContain('1 found')
    expect(body).toContain('href="/CouponFilters/All?code=1&amp;sort=new"')
    expect(body).toContain('href="/CouponFilters/All?store=KAVYA&amp;sort=new"')
    const found = await guest.get('/CouponFilters/All?q=item&sort=new&store=OLA')
    expect(found.text).toContain('0 found for “item”')
    expect(found.body).toContain('href="/CouponFilters/All?q=item&amp;sort=new"')
  })
  test('chips count the results of a search, or the whole category', async () => {
    const readCount = async (search: string) => {
      const { body } = await guest.get(`/CouponFilters/All?${search}`)
      const list = /<ul class="chips"[^]*?<\/ul>/.exec(body)![0]
      return [...list.matchAll(/chip-count">(\d+)</g)].map(([, count]) => Number(count))
    }
    const [whole] = await readCount('category=Fashion')
    const [found] = await readCount('q=item+1&category=Fashion')
    expect(found).toBeLessThan(whole!)
    expect((await guest.get('/CouponFilters/All?q=item+1&category=Fashion')).text).toContain(
      `${found} found for`,
    )
    expect(await readCount('q=item+1&category=Fashion&category=Sports')).toEqual([])
  })
})

describe('record of a store', () => {
  test('the record shows rates as links that lock them, and known facts of its cashback only', async () => {
    const { body, text } = await guest.get('/Offers/KAVYA')
    expect(text).toMatch(/Rates of Kavya Kitchen[^]*Pots and pans\s*12\.00%[^]*Kitchen tools\s*0\.00/)
    expect(body).toContain(
      `href="/out/${ids.pans}" rel="noopener nofollow sponsored" class="button" aria-label="Get Deal: Pots and pans"`,
    )
    expect(body).toMatch(
      new RegExp(`href="/out/${ids.open}" target="_blank"[^>]*aria-label="Get Deal: Kitchen tools"`),
    )
    for (const words of [
      'The rate that you see when you press Get Deal is yours for that visit.',
      'Shows here\nwithin 4 days',
      'Confirmed\nin about 45 days',
      'App orders\nno cashback',
      'On Rs. 2,499 you get Rs. 299.88',
      'Examples, if the terms allow.',
      'Claims for missing cashback are accepted',
    ])
      expect(text).toContain(words)
    expect(body).toContain('<li>Gift cards</li><li>Returned orders</li>')
    expect(text).not.toContain('Do not')
  })
  test('a record without facts is left out', async () => {
    const { text } = await guest.get('/Offers/OLA')
    expect(text).not.toContain('Rates of')
    expect(text).not.toContain('Our record with this store')
    expect(text).not.toContain('Cashback at')
  })
  test('says what counts and what is not accepted, without an empty list of other facts', async () => {
    await addStore({ coupon_code: 'NOCLAIMS', name: 'No Claims', takes_claims: false, app_orders: true })
    const { text } = await guest.get('/Offers/NOCLAIMS')
    expect(text).toContain('App orders\ncount')
    expect(text).toContain('Claims for missing cashback are not accepted')
    await addStore({ coupon_code: 'DOS', name: 'Dos', dos: 'Pay in one visit' })
    const { body } = await guest.get('/Offers/DOS')
    expect(body).toContain('<li>Pay in one visit</li>')
    expect(body).not.toMatch(/<dl[^>]*><\/dl>/)
  })
})

describe('page layout', () => {
  test('shows a guest the header, navigation and join panel', async () => {
    const { body, text } = await guest.get('/')
    expect(text).toContain('Balance: Rs. 0.00')
    expect(text).toContain('Join us for instant cashback!')
    expect(text).toContain('Discover discounts, deals, and more—sign up Now!')
    expect(getHref(body, 'Login')).toBe('/?dialog=sign-in')
    expect(getHref(body, 'Sign Up')).toBe('/?dialog=sign-up')
    expect(getHref(body, 'Redeem')).toBe('/?dialog=withdraw')
    expect(getHref(body, 'View All Categories')).toBe('/CouponFilters/All')
    expect(getHref(body, 'Health-&amp;-Beauty')).toBe('/CouponFilters/Health-&-Beauty')
    expect(getHref(body, 'Coupon Codes')).toBe('/Coupontopcodes')
    expect(getHref(body, 'Top Stores')).toBe('/Deals')
    expect(getHref(body, 'Share and Earn')).toBe('/HowitWorks')
    expect(body).toContain('<button type="button" popovertarget="categories">')
    expect(body).toMatch(/<form method="get" action="\/CouponFilters\/All" class="search-line"/)
  })
  test('has a footer', async () => {
    const { body, text } = await guest.get('/Deals')
    for (const words of ['Help and Support', 'Our Guidelines', 'Follow Us']) expect(text).toContain(words)
    expect(getHref(body, 'Register')).toBe('/Singup')
    expect(getHref(body, 'Disclaimer')).toBe('/Contactus')
    expect(getHref(body, 'Privacy Policy')).toBe('/PrivacyPolicy')
  })
  test('shows a member a profile link and no join panel', async () => {
    const { visitor: member } = await signedIn()
    const { body, text } = await member.get('/')
    expect(getHref(body, 'Your account')).toBe('/Account')
    expect(text).not.toContain('Join us for instant cashback!')
  })
})

describe('home page', () => {
  test('has its sections in order', async () => {
    const { text } = await guest.get('/')
    const sections = [
      'Your Gateway to Great Deals',
      'Flash Sale',
      'Grab Deal Now',
      'How It Works',
      'Sign up',
      'Popular Deals',
      'See All Deals',
      'Trending Categories',
      '80% Off on Fashion',
      '60% Off on Gadget',
      'Upto 8% Rewards',
      '60% Off on Order',
      'Popular Stores',
      'See All Stores',
      'Top Coupons',
      'Demo: it arrived.',
      'Newsletter',
      'Frequently Asked Questions',
      'See More',
    ]
    let at = text.indexOf('Skip to content')
    for (const words of sections) {
      const next = text.indexOf(words, at + 1)
      expect(next).toBeGreaterThan(at)
      at = next
    }
  })
  test('has its links', async () => {
    const { body } = await guest.get('/')
    expect(getHref(body, 'Grab Deal Now')).toBe('/CouponsDetails/Pans%20%26%20pots%2020%25%20off')
    expect(getHref(body, 'See All Deals')).toBe('/Deals')
    expect(getHref(body, 'See All Stores')).toBe('/TopStores')
    expect(getHref(body, 'Shop Now: Health')).toBe('/CouponFilters/health')
    expect(body).toContain('href="/CouponsDetails/plain"')
    expect(getHref(body, 'View Deal: Item 16')).toBe('/CouponsDetails/Item%2016')
    expect(getHref(body, 'Get Offers: Kavya Kitchen')).toBe('/Offers/KAVYA')
    expect(body.match(/<details name="faq"/g)).toHaveLength(7)
  })
  test('shows percentage, flat and no cashback', async () => {
    const { text } = await guest.get('/')
    expect(text).toContain('8.00% cashback')
    expect(text).toContain('Rs. 250.00 cashback')
    expect(text).toContain('0.00 cashback')
  })
})

describe('sharing an offer or a store', () => {
  const PAGES: [page: string, label: string, path: string, code: string][] = [
    ['/CouponsDetails/pans', 'WhatsApp Share', '/CouponsDetails/Pans%20%26%20pots%2020%25%20off', 'SHAREAAA'],
    ['/CouponCode/pans', 'Share', '/CouponsDetails/Pans%20%26%20pots%2020%25%20off', 'SHAREBBB'],
    ['/Offers/KAVYA', 'WhatsApp Share', '/Offers/KAVYA', 'SHARECCC'],
  ]
  const sharedBy = ({ body }: { body: string }, label: string) => ({
    message: new URL(getHref(body, label)!).searchParams.get('text'),
    field: /<input[^>]*value="(http:[^"]*)"[^>]*>/.exec(body)?.[1],
  })

  test.each(PAGES)(
    'sharing %s gives a guest’s address as it is, and a member’s with their code',
    async (...row) => {
      const [page, label, path, code] = row
      const plain = `http://localhost:3000${path}`
      const byGuest = sharedBy(await guest.get(page), label)
      expect(byGuest.message!.endsWith(` ${plain}`)).toBe(true)
      expect(byGuest.field).toBe(plain)
      const { visitor } = await signedIn({ referral_code: code })
      const byMember = sharedBy(await visitor.get(page), label)
      expect(byMember).toEqual({ message: `${byGuest.message}?ref=${code}`, field: `${plain}?ref=${code}` })

      const friend = newVisitor()
      const followed = await friend.get(`${path}?ref=${code}`)
      const canonical = (body: string) => /<link rel="canonical"[^>]*>/.exec(body)![0]
      const unshared = await newVisitor().get(path)
      expect(canonical(followed.body)).toBe(canonical(unshared.body))
      expect(followed.text).toBe(unshared.text)
      expect(sharedBy(followed, 'WhatsApp Share').field).toBe(plain)
      expect(followed.headers.get('Cache-Control')).toBe('private, no-store')
      expect(unshared.headers.get('Cache-Control')).toBe(PUBLIC)
      expect((await friend.get('/Singup')).body.includes(`value="${code}"`)).toBe(true)
    },
  )
})

describe('/CouponsDetails', () => {
  test('shows logo, payout, code, Get Deal, terms, feedback, share and related offers', async () => {
    const { body, text } = await guest.get('/CouponsDetails/Pans%20%26%20pots%2020%25%20off')
    for (const words of [
      'Pans & pots 20% off',
      '12.00%',
      'PANS2026',
      'Once a person.',
      'Did it work?',
      'Go Back',
      'WhatsApp Share',
      'Open to guests',
    ])
      expect(text).toContain(words)
    expect(body).toContain('<span class="initials ')
    expect(getHref(body, 'WhatsApp Share')).toMatch(/^https:\/\/wa\.me\/\?text=/)
    expect(body).toContain(
      '<link rel="canonical" href="http://localhost:3000/CouponsDetails/Pans%20%26%20pots%2020%25%20off"/>',
    )
  })
  test('opens Get Deal in a new tab only for visitors who may click', async () => {
    const closed = await guest.get('/CouponsDetails/pans')
    expect(closed.body).toContain(`<a href="/out/${ids.pans}" rel="noopener nofollow sponsored"`)
    const open = await guest.get('/CouponsDetails/open')
    expect(open.body).toContain(
      `<a href="/out/${ids.open}" target="_blank" rel="noopener nofollow sponsored"`,
    )
    const { visitor: member } = await signedIn()
    expect((await member.get('/CouponsDetails/pans')).body).toContain(
      `<a href="/out/${ids.pans}" target="_blank"`,
    )
  })
  test('answers 404 and Coupon Not Found for an unknown offer', async () => {
    for (const path of ['/CouponsDetails/nope', '/CouponsGroup/nope', '/CouponCode/nope']) {
      const page = await guest.get(path)
      expect(page.status).toBe(404)
      expect(page.text).toContain('Coupon Not Found')
    }
  })
  test('shows an ended offer with its last day and without Get Deal', async () => {
    for (const path of ['/CouponsDetails/ferry', '/CouponCode/ferry']) {
      const page = await guest.get(path)
      expect(page.status).toBe(200)
      expect(page.text).toContain('This offer ended on 30 Jun 2025.')
      expect(page.body).not.toContain('/out/')
      expect(getHref(page.body, 'All offers of Ola Ferries')).toBe('/Offers/OLA')
      expect(page.text).not.toContain('Did it work?')
    }
  })
  test('is in Spanish for the travel store, and in English on the older URL', async () => {
    const spanish = await guest.get('/CouponsDetails/barco')
    expect(spanish.body).toContain('<main id="main" class="page" lang="es">')
    expect(spanish.text).toContain('Obtener oferta')
    expect(spanish.body).toContain('<p class="muted" lang="en">No coupons available</p>')
    expect(spanish.body).toContain('<output lang="en">')
    expect(getHref(spanish.body, 'Iniciar sesión')).toBe('/CouponsDetails/barco?dialog=sign-in')
    const english = await guest.get('/CouponsGroup/barco')
    expect(english.text).toContain('Get Deal')
    expect(english.text).not.toContain('Obtener oferta')
    expect(english.body).toContain(
      '<link rel="canonical" href="http://localhost:3000/CouponsDetails/Billete%20de%20barco"/>',
    )
  })
  test.each(['/Deals', '/Offers/OLA'])('%s marks the language of a card’s title', async (path) => {
    const { body } = await guest.get(path)
    expect(body).toMatch(/<h[23] class="offer-title text-clamp" lang="es">Billete de barco<\/h[23]>/)
    expect(body).not.toContain('class="offer-title text-clamp">Billete')
  })

  test('shows the cap per sale in the page’s language', async () => {
    expect((await guest.get('/CouponsDetails/plain')).text).toContain('up to Rs. 1,500.00 a sale')
    expect((await guest.get('/CouponCode/plain')).text).toContain('up to Rs. 1,500.00 a sale')
    expect((await guest.get('/CouponsDetails/barco')).text).toContain('hasta Rs. 99.50 por compra')
    expect((await guest.get('/CouponsDetails/pans')).text).not.toContain('a sale')
  })
  test('shows an offer without cashback as such and does not promise any for signing in', async () => {
    const { id: brand_id } = await addStore({ name: 'Gift Post', coupon_code: 'GIFTS' })
    const facts = { brand_id, payout_model: 'flat', currency: 'EUR', payout_hundredths: 200n, rank: 900 }
    await addOffer({ ...facts, title: 'Gifts from abroad', slug: 'gifts' })
    await addOffer({ ...facts, title: 'Unpaid', slug: 'unpaid', payout_hundredths: null })
    for (const path of ['/CouponsDetails', '/CouponsGroup', '/CouponCode'])
      for (const [slug, payout, reason] of [
        ['gifts', 'EUR 2.00 not credited', 'This payout is in another currency'],
        ['unpaid', '0.00 no cashback', 'This offer credits no cashback to your wallet.'],
      ]) {
        const { text, body } = await guest.get(`${path}/${slug}`)
        expect(text).toContain(payout)
        expect(text).toContain(reason)
        expect(text).not.toContain('so that the cashback is credited to you')
        expect(getHref(body, 'Login')).toBe(`${path}/${slug}?dialog=sign-in`)
        expect(getHref(body, 'Sign Up')).toBe(`${path}/${slug}?dialog=sign-up`)
      }
    const { text } = await guest.get('/Offers/GIFTS')
    expect(text).toContain('EUR 2.00 not credited')
    expect(text).toContain('0.00 no cashback')
    // Later tests count the live offers.
    await db.delete(campaigns).where(eq(campaigns.brand_id, brand_id))
  })
  test('leaves out an offer text that the title already says', async () => {
    const { id: brand_id } = await addStore({ name: 'Sofa So Good', coupon_code: 'SOFA' })
    await addOffer({ brand_id, title: 'Sofas: Flat 20% off', offer: 'flat 20% off', slug: 'sofas' })
    await addOffer({ brand_id, title: 'Beds', offer: 'Flat 30% off', slug: 'beds' })
    for (const path of ['/Offers/SOFA', '/CouponsDetails/sofas'])
      expect((await guest.get(path)).text).not.toContain('flat 20% off')
    for (const path of ['/Offers/SOFA', '/CouponsDetails/beds'])
      expect((await guest.get(path)).text).toContain('Flat 30% off')
    await db.delete(campaigns).where(eq(campaigns.brand_id, brand_id))
  })
  test('asks a guest to sign in for feedback, and thanks and counts a member', async () => {
    const path = '/CouponsDetails/open'
    const visitor = newVisitor()
    const refused = await visitor.post(path, { feedback: 'yes', from: path })
    expect(refused.status).toBe(303)
    const asked = await visitor.follow(refused)
    expect(asked.text).toContain('Oops... Please login Login first to access this offer!')
    const notice = /class="notice notice-warning".*?<main/s.exec(asked.body)![0]
    expect(getHref(notice, 'Login')).toBe(`${path}?dialog=sign-in`)
    expect(getHref(notice, 'Sign Up')).toBe(`${path}?dialog=sign-up`)
    const { visitor: member } = await signedIn()
    const coded = '/CouponsDetails/pans'
    await member.get(`/out/${ids.pans}`)
    const tried = await member.follow(await member.post(coded, { feedback: 'yes', from: coded }))
    expect(tried.text).toMatch(/Worked 1 of 1 times in 90 days, last on \d+ \w+ \d+\./)
    expect((await guest.get('/CouponCode/pans')).text).toContain('Worked 1 of 1 times in 90 days')
    const { text } = await member.follow(await member.post(path, { feedback: 'yes', from: path }))
    expect(text).toContain('your feedback is submitted')
    expect(text).toContain('100% say yes (1 yes, 0 no)')
  })
})

describe('/Offers', () => {
  test('shows the store’s head, masked codes, GET COUPON and GET OFFER', async () => {
    const { body, text } = await guest.get('/Offers/KAVYA')
    expect(text).toContain('19 Coupons & Offers')
    expect(text).toContain('Verified')
    expect(text).toContain('PAN*****')
    expect(text).not.toContain('PANS2026')
    expect(getHref(body, 'GET COUPON: Pans &amp; pots 20% off')).toBe(
      '/CouponCode/Pans%20%26%20pots%2020%25%20off',
    )
    expect(getHref(body, 'GET OFFER: offer')).toBe('/CouponCode/plain')
    expect(text).toContain('Popular Stores')
  })
  test('has the Product(New) tab, and an empty text for empty and unknown stores', async () => {
    expect((await guest.get('/Offers/KAVYA?tab=product')).text).toContain('No items in this tab.')
    const empty = await guest.get('/Offers/EMPTY')
    expect(empty.status).toBe(200)
    expect(empty.text).toContain('No offers found.')
    const unknown = await guest.get('/Offers/NOBODY')
    expect(unknown.status).toBe(404)
    expect(unknown.text).toContain('No offers found.')
  })
})

describe('/CouponCode', () => {
  test('shows the full code, or that the offer is activated', async () => {
    const coupon = await guest.get('/CouponCode/pans')
    for (const words of ['PANS2026', 'Share', 'Go Back', 'Without signing in this visit earns no cashback.'])
      expect(coupon.text).toContain(words)
    const main = coupon.text.slice(coupon.text.indexOf('PANS2026'))
    expect(
      main.indexOf('Without signing in'),
      'the warning is above the links that it is about',
    ).toBeLessThan(main.indexOf('Get Deal'))
    expect((await guest.get('/CouponCode/plain')).text).toContain('Offer is activated')
  })
  test('links to the shop’s own address for a guest and the tracked one for a member', async () => {
    const closed = await guest.get('/CouponCode/pans')
    expect(getHref(closed.body, 'Visit Kavya Kitchen')).toMatch(/^https:\/\/store-\d+\.example\/$/)
    const { visitor: member } = await signedIn()
    const page = await member.get('/CouponCode/pans')
    expect(getHref(page.body, 'Visit Kavya Kitchen')).toBe(`/out/${ids.pans}`)
    expect(page.text).not.toContain('Without signing in')
  })
})

describe('/CouponFilters', () => {
  test('shows six offers, Show More, then all', async () => {
    const few = await guest.get('/CouponFilters/Fashion')
    expect(few.body.match(/View Offer: /g)).toHaveLength(6)
    expect(few.text).toContain('16 found')
    expect(few.text).toContain('Show Filters')
    expect(few.text).toContain('Hide Filters')
    expect(getHref(few.body, 'Show More')).toBe('/CouponFilters/Fashion?show=all')
    const all = await guest.get('/CouponFilters/Fashion?show=all')
    expect(all.body.match(/View Offer: /g)).toHaveLength(16)
    expect(getHref(all.body, 'Show More')).toBeUndefined()
  })
  test('has a filter form that keeps the current search', async () => {
    const page = await guest.get('/CouponFilters/All?q=item+1&category=Fashion&category=Sports')
    expect(page.text).toContain('10 found for “item 1”')
    expect(page.body).toMatch(/<input type="checkbox" name="category" checked="" value="Fashion"\/>/)
    expect(getHref(page.body, 'Clear')).toBe('/CouponFilters/All')
    expect(page.headers.get('Cache-Control')).toBe(PUBLIC)
  })
  test('answers 200 for a known empty category and 404 for an unknown one', async () => {
    const empty = await guest.get('/CouponFilters/Law')
    expect(empty.status).toBe(200)
    expect(empty.text).toContain('No coupons available')
    const unknown = await guest.get('/CouponFilters/Gardening')
    expect(unknown.status).toBe(404)
    expect(unknown.text).toContain('No coupons available')
    expect((await guest.get('/CouponFilters/All?q=zzz')).text).toContain('No coupons available')
  })
})

describe('lists with pages', () => {
  test.each([
    ['/Deals', 'No stores found'],
    ['/Coupontopcodes', 'No coupons available'],
    ['/TopStores', 'No stores found'],
    ['/Offers/KAVYA', 'No offers found.'],
    ['/CouponFilters/All?show=all', 'No coupons available'],
  ])('%s: any page number beyond the last is empty with a link to Previous', async (path, text) => {
    for (const page of ['1000000', '9'.repeat(40)]) {
      const answer = await guest.get(`${path}${path.includes('?') ? '&' : '?'}page=${page}`)
      expect(answer.status).toBe(200)
      expect(answer.text).toContain(text)
      const previous = await guest.get(getHref(answer.body, 'Previous')!)
      expect(previous.text).not.toContain(text)
    }
  })
  test('/Deals has 15 a page, page numbers, and the empty text beyond the last', async () => {
    const first = await guest.get('/Deals')
    expect(first.body.match(/View Deal: /g)).toHaveLength(15)
    expect(getHref(first.body, '2')).toBe('/Deals?page=2')
    expect((await guest.get('/Deals?page=2')).body.match(/View Deal: /g)).toHaveLength(5)
    const beyond = await guest.get('/Deals?page=99')
    expect(beyond.status).toBe(200)
    expect(beyond.text).toContain('No stores found')
    expect(getHref(beyond.body, 'Previous')).toBe('/Deals?page=2')
    for (const page of ['0', 'two', '-1', '1e3'])
      expect((await guest.get(`/Deals?page=${page}`)).body.match(/View Deal: /g)).toHaveLength(15)
  })
  test('/Coupontopcodes lists offers with a code', async () => {
    const { body } = await guest.get('/Coupontopcodes')
    expect(body.match(/View Deal: /g)).toHaveLength(1)
  })
  test('/TopStores lists stores with their offers', async () => {
    const { body, text } = await guest.get('/TopStores')
    expect(text).toContain('19 Offers')
    expect(getHref(body, 'Get Offers: Ola Ferries')).toBe('/Offers/OLA')
    expect(text).not.toContain('Empty Shelf')
  })
})

test('suggestions are answered in JSON', async () => {
  const answer = await guest.get('/suggestions?q=PANS')
  expect(JSON.parse(answer.body)).toEqual({
    suggestions: [
      {
        title: 'Pans & pots 20% off',
        locale: 'en',
        store: 'Kavya Kitchen',
        href: '/CouponsDetails/Pans%20%26%20pots%2020%25%20off',
        logo: null,
        payout: '12.00%',
      },
    ],
  })
})

test('newsletter form: a valid address is normalised, an invalid one is returned', async () => {
  const visitor = newVisitor()
  const wrong = await visitor.follow(await visitor.post('/newsletter', { email: 'asha @example', from: '/' }))
  expect(wrong.text).toContain('Please enter a valid email address.')
  expect(wrong.body).toContain('value="asha @example"')
  const right = await visitor.follow(
    await visitor.post('/newsletter', { email: ' Asha@Example.IN ', from: '/' }),
  )
  expect(right.text).toContain('Thank you! You are subscribed.')
  expect((await db.select().from(subscriptions)).map((row) => row.email)).toEqual(['asha@example.in'])
})

test('an unknown deeper path answers 404 with a search and a link home', async () => {
  const page = await guest.get('/no/such/page')
  expect(page.status).toBe(404)
  expect(page.text).toContain('Page not found')
  expect(page.body).toContain('id="missing-search"')
  expect(getHref(page.body, 'Go to the home page')).toBe('/')
})

describe('an address that was copied with what stood behind it', () => {
  const MARKS = [
    ')',
    '.',
    '+',
    '%2B',
    ',',
    '!',
    '%22',
    '%E2%80%99',
    '%E2%80%8B',
    '%EF%BB%BF',
    '%20',
    '%E0%A5%A4',
  ]
  const PAGES = ['/CouponsDetails/pans', '/CouponCode/pans', '/CouponsGroup/pans', '/Offers/KAVYA', '/Deals']
  test.each(MARKS)('finds its page without ‘%s’, and keeps the search', async (mark) => {
    for (const path of PAGES) {
      const page = await guest.get(`${path}${mark}?page=1`)
      expect([page.status, page.location]).toEqual([302, `${path}?page=1`])
      expect((await guest.get(path)).status).toBe(200)
    }
  })
  test('loses one mark after the other, because names end with marks, too', async () => {
    const shop = await addStore()
    await addOffer({ brand_id: shop.id, title: 'Save (now)', slug: 'save-now' })
    expect((await guest.get('/CouponsDetails/Save%20(now)')).status).toBe(200)
    const visitor = newVisitor()
    const once = await visitor.get('/CouponsDetails/Save%20(now)).')
    expect(once.location).toBe('/CouponsDetails/Save%20(now))')
    const twice = await visitor.follow(once)
    expect([twice.status, twice.text.includes('Save (now)')]).toEqual([200, true])
  })
  test('is a 404 where there is nothing without them, either', async () => {
    expect((await newVisitor().follow(await guest.get('/no/such/page).'))).status).toBe(404)
    expect((await guest.get('/CouponsDetails/)')).status).toBe(404)
    expect((await guest.get('/auth/email/used-up-token_-')).status).toBe(404)
  })
})

test('the contact page shows support hours in both time zones', async () => {
  expect((await guest.get('/Contactus')).text).toContain(
    'Monday to Friday 10 AM to 7 PM SGT (7:30 AM to 4:30 PM IST)',
  )
  expect((await guest.get('/Flexpage')).text).toContain('Blank page for Flex Offer')
})

test('Share Now and Redeem ask a guest to sign in first', async () => {
  for (const path of ['/HowitWorks?dialog=refer', '/Deals?dialog=withdraw']) {
    const visitor = newVisitor()
    const page = await visitor.follow(await visitor.get(path))
    expect(page.text).toContain('Please login first!')
  }
})

test('an offer that begins tomorrow answers 404', async () => {
  const shop = await addStore()
  await addOffer({ brand_id: shop.id, title: 'Tomorrow', slug: 'tomorrow', starts_at: day(1) })
  expect((await guest.get('/CouponsDetails/tomorrow')).status).toBe(404)
})
