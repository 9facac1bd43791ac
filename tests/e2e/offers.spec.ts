import { expect, waitForScripts, open, test } from '../support/e2e'
import { NAME, TITLE } from './kesar'

test('a store’s page shows its title, number of offers and verification', async ({ page, server }) => {
  await open(page, '/Offers/kesar-and-co')
  const main = page.getByRole('main')
  await expect(page).toHaveTitle('Kesar & Co coupons for every feast | DealDwaar')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Kesar & Co coupons for every feast')
  await expect(main.getByText('2 Coupons & Offers')).toBeVisible()
  await expect(main.getByText('Verified').first()).toBeVisible()
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    `${server.origin}/Offers/kesar-and-co`,
  )
  // The store's name works in the URL as well as its code.
  await open(page, '/Offers/Kesar%20%26%20Co')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Kesar & Co coupons for every feast')
})

test('each card shows cashback, offer, verification and three characters of the code', async ({ page }) => {
  await open(page, '/Offers/kesar-and-co')
  const cards = page.getByRole('main').locator('.coupon-card')
  await expect(cards).toHaveCount(2)
  const coupon = cards.filter({ hasText: TITLE })
  await expect(coupon.getByText('8.00%')).toBeVisible()
  await expect(coupon.getByText('Flat 20% off')).toBeVisible()
  await expect(coupon.getByText('Boxes of kaju katli & more, at ₹499.')).toBeVisible()
  await expect(coupon.getByText('Verified')).toBeVisible()
  await expect(coupon.getByText('KES*****', { exact: true })).toBeVisible()
  await expect(page.getByText('KESAR20')).toHaveCount(0)
  expect(await page.content()).not.toContain('KESAR20')
  const reveal = coupon.getByRole('link', { name: 'GET COUPON' })
  await expect(reveal).toHaveText('GET COUPON')
  await expect(reveal).toHaveAttribute('href', `/CouponCode/${NAME}`)

  const offer = cards.filter({ hasText: 'A free diya' })
  await expect(offer.getByText('Rs. 250.00')).toBeVisible()
  await expect(offer.getByRole('link', { name: 'GET OFFER' })).toHaveText('GET OFFER')
  await expect(offer.getByRole('link', { name: 'GET OFFER' })).toHaveAttribute(
    'href',
    /^\/CouponCode\/[a-z0-9-]+$/,
  )
  await reveal.click()
  await expect(page).toHaveURL(`/CouponCode/${NAME}`)
  await expect(page.getByLabel('Coupon code')).toHaveValue('KESAR20')
})

test('a store’s page has the tabs All and Product(New) with their counts', async ({ page }) => {
  await open(page, '/Offers/kesar-and-co')
  const tabs = page.getByRole('navigation', { name: 'Kinds of offers' }).getByRole('link')
  await expect(tabs).toHaveText(['All 2', 'Product(New) 1'])
  await expect(tabs.first()).toHaveAttribute('aria-current', 'page')
  await tabs.last().click()
  await expect(page).toHaveURL('/Offers/kesar-and-co?tab=product')
  await expect(tabs.last()).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('main').locator('.coupon-card')).toHaveCount(1)
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText('offer')
  await waitForScripts(page)
  await tabs.first().click()
  await expect(page).toHaveURL('/Offers/kesar-and-co')

  await open(page, '/Offers/brisa-ferris?tab=product')
  await expect(page.getByText('No items in this tab.')).toBeVisible()
  await open(page, '/Offers/brisa-ferris?page=7')
  await expect(page.getByText('No offers found.')).toBeVisible()
})

test('a store’s page shows popular stores at the side', async ({ page }) => {
  await open(page, '/Offers/kesar-and-co')
  const aside = page.getByRole('complementary')
  await expect(aside.getByRole('heading', { name: 'Popular Stores' })).toBeVisible()
  const stores = aside.getByRole('link')
  await expect(stores).toHaveCount(8)
  await expect(stores.first()).toHaveAttribute('href', /^\/Offers\//)
  await expect(stores.first()).toContainText(/\d+ Offers?/)
})

test.describe('unknown store', () => {
  test.use({ expectedProblems: [/404/] })

  test('shows No offers found.', async ({ page }) => {
    const answer = await page.goto('/Offers/nobody%20%26%20nothing')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No offers found.')
  })
})
