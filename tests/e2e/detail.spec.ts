import { expect, waitForScripts, open, test } from '../support/e2e'
import { DETAIL, TITLE } from './kesar'
import { signInMember } from './members'

test('a coupon page shows store, cashback, end date and terms', async ({ page, server }) => {
  await open(page, DETAIL)
  const main = page.getByRole('main')
  await expect(page).toHaveTitle(`${TITLE} | Kesar & Co | DealDwaar`)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(TITLE)
  await expect(main.getByRole('link', { name: 'Kesar & Co', exact: true })).toHaveAttribute(
    'href',
    '/Offers/kesar-and-co',
  )
  await expect(main.getByText('Verified').first()).toBeVisible()
  await expect(main.getByText('8.00%').first()).toBeVisible()
  await expect(main.getByText('Flat 20% off')).toBeVisible()
  await expect(main.getByText('Until 31 Mar 2031', { exact: true })).toBeVisible()
  await expect(main.getByRole('textbox', { name: 'Coupon code' })).toHaveValue('KESAR20')
  await expect(main.getByText('Boxes of kaju katli & more, at ₹499.')).toBeVisible()
  await expect(main.getByText('alert(1)')).toHaveCount(0)
  const terms = main.locator('section', { has: page.getByRole('heading', { name: 'Terms' }) })
  await expect(terms.getByRole('listitem')).toHaveText(['Orders above Rs. 499.', 'Not on gift cards.'])

  // For a guest the link stays in this tab.
  const deal = main.getByRole('link', { name: 'Get Deal' })
  await expect(deal).toHaveAttribute('href', /^\/out\/\d+$/)
  await expect(deal).not.toHaveAttribute('target', /./)
  await expect(deal).toHaveAttribute('rel', 'noopener nofollow sponsored')
  await expect(main.getByText('Affiliate link: the store pays us a commission.')).toBeVisible()

  const share = await main.getByRole('link', { name: 'WhatsApp Share' }).getAttribute('href')
  expect(new URL(share!).origin).toBe('https://wa.me')
  expect(new URL(share!).searchParams.get('text')).toBe(`${TITLE} ${server.origin}${DETAIL}`)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', server.origin + DETAIL)
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', /20% off sweets/)
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(2)
})

test('Go Back leads to the category, and with scripts to the previous page', async ({
  page,
  withScripts,
}) => {
  await open(page, DETAIL)
  const back = page.getByRole('link', { name: 'Go Back' })
  await expect(back).toHaveAttribute('href', '/CouponFilters/Food-&-Dining')
  await open(page, '/Offers/kesar-and-co?tab=product')
  await page.getByRole('link', { name: 'GET OFFER: offer' }).click()
  await page.waitForURL(/\/CouponCode\//)
  await page.getByRole('link', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(withScripts ? /kesar-and-co\?tab=product$/ : /kesar-and-co$/)
})

test('related coupons share the category, and without a category there are none', async ({ page }) => {
  await open(page, DETAIL)
  const aside = page.getByRole('complementary')
  await expect(aside.getByRole('heading', { name: 'Related coupons' })).toBeVisible()
  const related = aside.getByRole('listitem')
  expect(await related.count()).toBeLessThanOrEqual(4)
  await expect(aside.getByText('Holi box')).toHaveCount(0)
  const slug = await page
    .goto('/Offers/kesar-and-co?tab=product')
    .then(() => page.getByRole('link', { name: 'GET OFFER: offer' }).getAttribute('href'))
  await open(page, slug!.replace('/CouponCode/', '/CouponsDetails/'))
  await expect(aside.getByText('No coupons available')).toBeVisible()
  await expect(page.getByText('Rs. 250.00').first()).toBeVisible()
})

test('Did it work? asks a guest to sign in', async ({ page }) => {
  await open(page, DETAIL)
  await expect(page.getByRole('heading', { name: 'Did it work?' })).toBeVisible()
  await expect(page.getByText('No votes yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Yes' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Oops... Please login' })
  await expect(notice).toContainText('Login first to access this offer!')
  await expect(notice).toBeInViewport()
  await expect(page).toHaveURL(DETAIL)
  await expect(page.getByText('No votes yet.')).toBeVisible()
})

test('Did it work? counts one vote per member, and a second vote replaces the first', async ({
  page,
  server,
  sql,
}) => {
  // An offer that no other test uses, because votes are visible to all.
  const path = `/CouponsGroup/${encodeURIComponent('Ferri a Ibiza: 15% de descuento')}`
  await signInMember(page, server, sql)
  await open(page, path)
  const [yes, no] = [
    page.getByRole('button', { name: 'Yes' }),
    page.getByRole('button', { name: 'No', exact: true }),
  ]
  await yes.click()
  await expect(page.getByText('your feedback is submitted')).toBeVisible()
  await expect(page.getByText('100% say yes (1 yes, 0 no)')).toBeVisible()
  await expect(yes).toHaveAttribute('aria-pressed', 'true')
  await waitForScripts(page)
  await no.click()
  await expect(page.getByText('0% say yes (0 yes, 1 no)')).toBeVisible()
  await expect(no).toHaveAttribute('aria-pressed', 'true')
  await expect(yes).toHaveAttribute('aria-pressed', 'false')
  await expect(page).toHaveURL(path)
  await page.context().clearCookies()
  await signInMember(page, server, sql)
  await open(page, path)
  await expect(page.getByText('your feedback is submitted')).toHaveCount(0)
  await yes.click()
  await expect(page.getByText('50% say yes (1 yes, 1 no)')).toBeVisible()
})

test('a member’s Get Deal opens a new tab, and the page says that the visit was recorded', async ({
  page,
  server,
  sql,
  context,
  exits,
  withScripts,
}) => {
  await context.route('https://*.example/**', (route) => route.fulfill({ body: 'The shop.' }))
  await signInMember(page, server, sql)
  await open(page, DETAIL)
  const deal = page.getByRole('main').getByRole('link', { name: 'Get Deal' })
  await expect(deal).toHaveAttribute('target', '_blank')
  const [shop] = await Promise.all([context.waitForEvent('page'), deal.click()])
  await expect.poll(() => exits.length).toBe(1)
  expect(new URL(exits[0]!).searchParams.get('campaign_id')).toBe('91001')
  await shop.close()
  await expect(page).toHaveURL(DETAIL)
  if (!withScripts) await page.reload()
  await expect(page.getByText(/Visit recorded \d+ \w+ \d{4}, \d+:\d\d [ap]m, 8\.00% locked/)).toBeVisible()
})

test('an ended offer shows its end and has no link to the store', async ({ page }) => {
  for (const route of ['CouponsDetails', 'CouponsGroup', 'CouponCode']) {
    await open(page, `/${route}/${encodeURIComponent('Kesar’s Holi box')}`)
    await expect(page.getByText('This offer ended on 5 Mar 2026.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Get Deal' })).toHaveCount(0)
    await expect(page.locator('main a[href^="/out/"]')).toHaveCount(0)
    await expect(page.getByText('HOLI10')).toHaveCount(0)
  }
})

test.describe('unknown coupon', () => {
  test.use({ expectedProblems: [/404/] })

  test('shows Coupon Not Found with a search and links', async ({ page }) => {
    for (const route of ['CouponsDetails', 'CouponsGroup', 'CouponCode']) {
      const answer = await page.goto(`/${route}/${encodeURIComponent('nothing & nobody')}`)
      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coupon Not Found')
      await expect(page.getByRole('main').getByRole('link', { name: 'All offers' })).toHaveAttribute(
        'href',
        '/CouponFilters/All',
      )
    }
  })
})

test('the travel store is in Spanish here and in English on the older URL', async ({ page, server }) => {
  const name = encodeURIComponent('Ferri a Ibiza: 15% de descuento')
  await open(page, `/CouponsDetails/${name}`)
  const main = page.getByRole('main')
  await expect(main).toHaveAttribute('lang', 'es')
  for (const text of ['Obtener oferta', 'Volver', 'Compartir por WhatsApp', 'Sí'])
    await expect(main.getByText(text, { exact: true })).toBeVisible()
  await expect(main.getByText('¿Te ha funcionado?')).toBeVisible()
  await expect(main.getByText('Hasta el 31 ene 2031', { exact: true })).toBeVisible()
  await expect(main.getByText('Get Deal')).toHaveCount(0)

  await open(page, `/CouponsGroup/${name}`)
  await expect(main).not.toHaveAttribute('lang', /./)
  for (const text of ['Get Deal', 'Go Back', 'WhatsApp Share', 'Did it work?'])
    await expect(main.getByText(text, { exact: true })).toBeVisible()
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    `${server.origin}/CouponsDetails/${name}`,
  )
})
