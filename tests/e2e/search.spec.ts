import { expect, open, test } from '../support/e2e'

const PHONE = { width: 360, height: 740 }

test('a search shows the store first, with what it pays, above the fold of a phone', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await open(page, '/CouponFilters/All?q=voltwaala')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Results for “voltwaala”')
  await expect(main.getByText('Including results for “Voltwala”.')).toBeVisible()
  const store = main.getByRole('list', { name: 'Stores' }).getByRole('listitem').first()
  await expect(store.getByRole('heading')).toHaveText('Voltwala')
  await expect(store.getByText(/^Up to/)).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.banner')).toHaveCount(0)
  await store.getByRole('link', { name: 'Get Offers: Voltwala' }).click()
  await expect(page).toHaveURL('/Offers/voltwala')
})

test('a search for nothing offers categories and popular stores', async ({ page }) => {
  await open(page, '/CouponFilters/All?q=zzqxw')
  const main = page.getByRole('main')
  await expect(main.getByText('No coupons available')).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Popular Stores' })).toBeVisible()
  await main
    .getByRole('navigation', { name: 'Categories to choose' })
    .getByRole('link', { name: 'Travel' })
    .click()
  await expect(page).toHaveURL('/CouponFilters/Travel')
})

test('what is typed before the scripts come gets suggestions when they are there', async ({
  page,
  withScripts,
}) => {
  let letPass = () => {}
  const wait = new Promise<void>((resolve) => (letPass = resolve))
  await page.route('**/assets/**/*.js', async (route) => {
    await wait
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const box = page.locator('input[name="q"]:visible').first()
  await box.click()
  await box.pressSequentially('volt')
  letPass()
  if (!withScripts) {
    await box.press('Enter')
    return expect(page).toHaveURL('/CouponFilters/All?q=volt')
  }
  await expect(page.getByRole('option').first()).toBeVisible()
})

test('a search of two words shows what has all of them, then what has one', async ({ page }) => {
  await open(page, '/CouponFilters/All?q=running%20shoes')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2, name: 'Also for “shoes”' })).toBeVisible()
  await expect(main.getByRole('heading', { level: 3 }).first()).toContainText('Running shoes')
})
