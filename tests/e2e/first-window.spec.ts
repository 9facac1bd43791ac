// What is visible without scrolling.
import { expect, open, test, type Page } from '../support/e2e'
import { signInMember } from './members'

const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1280, height: 800 }

async function openAt(size: typeof PHONE, page: Page, path: string) {
  await page.setViewportSize(size)
  await open(page, path)
}

for (const size of [PHONE, DESKTOP])
  test(`home shows a search, Sign Up and what a deal pays to a guest at ${size.width} px`, async ({
    page,
  }) => {
    await openAt(size, page, '/')
    const head = page.getByRole('main').locator('.hero')
    const search = page.locator(size === PHONE ? 'main #search-home' : 'header #search')
    await expect(search).toBeInViewport({ ratio: 1 })
    const join = head.getByRole('link', { name: 'Sign Up' })
    await expect(join).toBeInViewport({ ratio: 1 })
    await expect(join).toHaveAttribute('href', '/?dialog=sign-up')
    await expect(page.locator('.banner-slide-payout').first()).toBeInViewport({ ratio: 1 })
    await expect(head).toContainText(/\d+ stores/)
    await expect(head).toContainText(/\d+ codes worked this week/)
  })

test('the search of home finds what the search of the header finds, and How It Works leads to the steps', async ({
  page,
}) => {
  await openAt(PHONE, page, '/')
  await page.getByRole('link', { name: 'How It Works' }).click()
  await expect(page.getByRole('heading', { name: 'How It Works' })).toBeInViewport()
  const box = page.locator('#search-home')
  await box.fill('kurtas')
  await box.press('Enter')
  await expect(page).toHaveURL('/CouponFilters/All?q=kurtas')
})

test('home is at most 6,000 px high on a phone', async ({ page }) => {
  await openAt(PHONE, page, '/')
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(6000)
})

test('home shows a member the money, the last visits and the stores visited last', async ({
  page,
  server,
  sql,
}) => {
  await signInMember(page, server, sql, { earned: 8000 })
  await sql`
    INSERT INTO clicks (id, user_id, campaign_id, network, payout_hundredths, payout_model, currency, visitor_hash)
    SELECT 'firstwindow', (SELECT max(id) FROM users), id, network, 500, 'percentage', 'Rs.', '' FROM campaigns
     WHERE external_id = 'voltwala-1'`
  await openAt(PHONE, page, '/')
  const head = page.getByRole('main').locator('.hero')
  await expect(head.getByRole('definition').filter({ hasText: 'Rs. 80.00' })).toBeInViewport()
  const visits = head.locator('.hero-visit-list').getByRole('listitem')
  await expect(visits).toHaveCount(2)
  await expect(visits.filter({ hasText: 'Voltwala' })).toContainText('Visited')
  await expect(head.locator('.hero-stores').getByRole('link', { name: 'Voltwala' })).toHaveAttribute(
    'href',
    '/Offers/voltwala',
  )
})

test('the first offer of a category begins in the upper part of a phone', async ({ page }) => {
  await openAt(PHONE, page, '/CouponFilters/Electronics')
  const top = await page
    .locator('.category-list .coupon-card')
    .first()
    .evaluate((card) => card.getBoundingClientRect().top)
  expect(top).toBeLessThanOrEqual(420)
  const banner = await page.locator('.category-banner').evaluate((one) => one.getBoundingClientRect().height)
  expect(banner).toBeLessThanOrEqual(72)
})

test('Get Deal of an offer with a code is in the first window of a phone, and Copy beside the code', async ({
  page,
}) => {
  await openAt(PHONE, page, '/CouponsDetails/Voltwala%20laptop%20days%3A%20flat%2012%25%20off')
  const bottom = await page
    .getByRole('link', { name: 'Get Deal' })
    .evaluate((link) => link.getBoundingClientRect().bottom)
  expect(bottom).toBeLessThanOrEqual(640)
  const [code, copy] = await Promise.all(
    [page.getByRole('textbox', { name: 'Coupon code' }), page.locator('.copy-line > .button')].map((one) =>
      one.boundingBox(),
    ),
  )
  expect(Math.abs(code!.y + code!.height / 2 - copy!.y - copy!.height / 2)).toBeLessThan(2)
})

test('what a store pays is at least as large as its heading', async ({ page }) => {
  await openAt(PHONE, page, '/Offers/voltwala')
  const size = (selector: string) =>
    page.locator(selector).evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
  expect(await size('.offers-head .figure > b')).toBeGreaterThanOrEqual(await size('.offers-head h1'))
  await expect(page.locator('.card-rows .framed-logo')).toHaveCount(0)
})
