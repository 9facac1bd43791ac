import { expect, open, test, type Page } from '../support/e2e'

/** In display order. */
const CATEGORIES =
  'Fashion, E-commerce, Electronics, Health-medicine, Sports, Travel, Services, Lifestyle, Clothing, Airlines, Vehicles, Home-Improvement, Network Security'.split(
    ', ',
  )

const offers = (page: Page) => page.getByRole('region', { name: 'Offers' })
const cards = (page: Page) => offers(page).getByRole('listitem')
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const filters = (page: Page) => page.getByRole('form', { name: 'Filters' })
const found = async (page: Page) =>
  Number.parseInt(
    await offers(page)
      .getByText(/^\d+ found/)
      .innerText(),
  )

test('the category page shows the banner, the top stores and the filter boxes in order', async ({ page }) => {
  for (const [path, heading] of [
    ['ecommerce', 'E-commerce'],
    ['health', 'Health-medicine'],
    ['Food-&-Dining', 'Food-&-Dining'],
    ['Electronics', 'Electronics'],
    ['All', 'All categories'],
    ['Mobile-&-Tablets', 'Mobile-&-Tablets'],
  ] as const) {
    await page.goto(`/CouponFilters/${path}`)
    await expect(page.locator('.banner').getByRole('heading', { level: 1 })).toHaveText(heading)
  }
  await open(page, '/CouponFilters/All')
  const stores = page.getByRole('region', { name: 'Top Stores' })
  await expect(stores.getByRole('link', { name: /^Get Offers: / })).toHaveCount(6)
  await expect(stores.getByRole('link').first()).toHaveAttribute('href', /^\/Offers\/[^/]+$/)
  expect(
    await page.getByRole('group', { name: 'Product Categories' }).locator('label').allInnerTexts(),
  ).toEqual(CATEGORIES)
})

test('a category shows six offers, then by Show More all, 60 a page, each linked to its page', async ({
  page,
  withScripts,
}) => {
  await open(page, '/CouponFilters/All')
  await expect(cards(page)).toHaveCount(6)
  await expect(cards(page).first().getByRole('link')).toHaveAttribute('href', /^\/CouponsDetails\/[^/]+$/)
  const total = await found(page)
  expect(total).toBeGreaterThan(60)
  await offers(page).getByRole('link', { name: 'Show More' }).click()
  await expect(page).toHaveURL('/CouponFilters/All?show=all')
  await expect(cards(page)).toHaveCount(60)
  await expect(offers(page).getByRole('link', { name: 'Show More' })).toHaveCount(0)
  if (withScripts) await expect(cards(page).nth(6).getByRole('link')).toBeFocused()
  const pages = page.getByRole('navigation', { name: 'Pages of offers' })
  await pages.getByRole('link', { name: '2', exact: true }).click()
  await expect(page).toHaveURL('/CouponFilters/All?show=all&page=2')
  await expect(pages.locator('[aria-current=page]')).toHaveText('2')
  await expect(cards(page)).toHaveCount(Math.min(60, total - 60))
})

test('the filter is kept in the URL, and submits itself with scripts or by its button without', async ({
  page,
  withScripts,
}) => {
  await open(page, '/CouponFilters/All')
  const all = await found(page)
  await box(page, 'Travel').check()
  if (!withScripts) await filters(page).getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/^[^?]*\/CouponFilters\/All\?q=&category=Travel$/)
  await expect(box(page, 'Travel')).toBeChecked()
  await expect.poll(() => found(page)).toBeLessThan(all)
  const travel = await found(page)

  await box(page, 'Sports').check()
  if (!withScripts) await filters(page).getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/category=Sports&category=Travel$/)
  await expect.poll(() => found(page)).toBeGreaterThan(travel)
  if (withScripts) await expect(box(page, 'Sports')).toBeFocused()

  await page.goBack()
  await expect(box(page, 'Sports')).not.toBeChecked()
  await expect.poll(() => found(page)).toBe(travel)

  await page.getByRole('link', { name: 'Clear' }).click()
  await expect(page).toHaveURL('/CouponFilters/All')
  await expect(box(page, 'Travel')).not.toBeChecked()
  await expect.poll(() => found(page)).toBe(all)
})

test('the search submits itself with scripts and keeps focus and text; no match shows a text', async ({
  page,
  withScripts,
}) => {
  await open(page, '/CouponFilters/All')
  const search = page.getByRole('form', { name: 'Filters' }).getByRole('searchbox')
  await search.pressSequentially('zzqxw vbnmk')
  if (withScripts) await expect(search).toBeFocused()
  else await search.press('Enter')
  await expect(page).toHaveURL('/CouponFilters/All?q=zzqxw+vbnmk')
  await expect(offers(page).getByText('0 found for “zzqxw vbnmk”')).toBeVisible()
  await expect(offers(page).getByText('No coupons available')).toBeVisible()
  await expect(search).toHaveValue('zzqxw vbnmk')
})

test('unticking the category of the page leads to all categories', async ({ page, withScripts }) => {
  await open(page, '/CouponFilters/Travel')
  await expect(box(page, 'Travel')).toBeChecked()
  await box(page, 'Travel').uncheck()
  if (!withScripts) await filters(page).getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL('/CouponFilters/All')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All categories')
  await expect(box(page, 'Travel')).not.toBeChecked()
})

test.describe('category page on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })
  test('has Show Filters and Hide Filters', async ({ page }) => {
    await open(page, '/CouponFilters/All')
    await expect(box(page, 'Fashion')).toBeHidden()
    await page.getByText('Show Filters').click()
    await expect(box(page, 'Fashion')).toBeVisible()
    await expect(page.getByText('Show Filters')).toBeHidden()
    await page.getByText('Hide Filters').click()
    await expect(box(page, 'Fashion')).toBeHidden()
  })
})

test('a list is sorted and narrowed by its form, and a chip takes a filter off', async ({
  page,
  withScripts,
}) => {
  await open(page, '/CouponFilters/All?category=Travel')
  const form = page.getByRole('form', { name: 'Sort' })
  const apply = async () => {
    if (!withScripts) await form.getByRole('button', { name: 'Apply' }).click()
  }
  await form.getByLabel('Sort').focus()
  await form.getByLabel('Sort').selectOption('Highest %')
  await apply()
  await expect(page).toHaveURL(/category=Travel&sort=percent/)
  if (withScripts) await expect(form.getByLabel('Sort')).toBeFocused()
  const rates = (await cards(page).locator('.payout').allInnerTexts()).map((text) => parseFloat(text))
  expect(rates).toEqual(rates.toSorted((a, b) => b - a))
  const all = await found(page)
  await form.getByRole('checkbox', { name: 'With a code' }).check()
  await apply()
  await expect.poll(() => found(page)).toBeLessThan(all)
  const chips = page.getByRole('list', { name: 'Active filters' })
  await chips.getByRole('link', { name: /^Remove: With a code/ }).click()
  await expect.poll(() => found(page)).toBe(all)
  await chips.getByRole('link', { name: /^Remove: Travel/ }).click()
  await expect(page).toHaveURL(/\/CouponFilters\/All\?sort=percent/)
  await expect(chips).toHaveCount(0)
})

test('an unknown category is 404 with the empty text', async ({ page }) => {
  const answer = await page.request.get('/CouponFilters/Gardening')
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toContain('No coupons available')
})
