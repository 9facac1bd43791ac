import { expect, waitForScripts, open, test, type Page } from '../support/e2e'

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => main(page).getByRole('heading', { level: 1 })
const cards = (page: Page) => main(page).getByRole('listitem')

test('/TopStores lists Top Deals with the number of offers and Get Offers links', async ({ page }) => {
  await open(page, '/TopStores')
  await expect(heading(page)).toHaveText('Top Deals')
  const first = cards(page).first()
  await expect(first.getByText(/^\d+ Offers?$/)).toBeVisible()
  const link = first.getByRole('link', { name: /^Get Offers: / })
  await expect(link).toHaveText('Get Offers')
  await expect(link).toHaveAttribute('href', /^\/Offers\/[^/]+$/)
  await link.click()
  await expect(page).toHaveURL(/\/Offers\//)
})

for (const [path, title] of [
  ['/Deals', 'Top Stores'],
  ['/Coupontopcodes', 'Coupon Codes'],
] as const)
  test(`${path} has 15 a page, page numbers, and cards linked to /CouponsDetails`, async ({ page }) => {
    await open(page, path)
    await expect(heading(page)).toHaveText(title)
    await expect(cards(page)).toHaveCount(15)
    const first = cards(page).first()
    await expect(first.getByRole('link')).toHaveAttribute('href', /^\/CouponsDetails\/[^/]+$/)
    const before = await first.innerText()
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await expect(pages.locator('[aria-current=page]')).toHaveText('1')
    await pages.getByRole('link', { name: '2', exact: true }).click()
    await expect(page).toHaveURL(`${path}?page=2`)
    await expect(pages.locator('[aria-current=page]')).toHaveText('2')
    await expect(cards(page)).toHaveCount(15)
    expect(await cards(page).first().innerText()).not.toBe(before)
    await expect.poll(() => page.evaluate('window.scrollY')).toBe(0)
    await pages.getByRole('link', { name: 'Previous' }).click()
    await expect(page).toHaveURL(path)
    await expect.poll(() => cards(page).first().innerText()).toBe(before)
  })

test('pages beyond the last show the empty texts', async ({ page }) => {
  for (const [path, text] of [
    ['/Deals?page=999', 'No stores found'],
    ['/TopStores?page=999', 'No stores found'],
    ['/Coupontopcodes?page=999', 'No coupons available'],
  ] as const) {
    await open(page, path)
    await expect(main(page).getByText(text)).toBeVisible()
  }
})

test('/Flexpage has its text, the newsletter form and the footer', async ({ page }) => {
  await open(page, '/Flexpage')
  await expect(main(page).getByText('Blank page for Flex Offer')).toBeVisible()
  await expect(main(page).getByRole('button', { name: 'Subscribe' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

test.describe('unknown page', () => {
  test.use({ expectedProblems: [/404/] })
  test('has a search and a link home', async ({ page }) => {
    expect((await page.goto('/no/such/page'))?.status()).toBe(404)
    await waitForScripts(page)
    await expect(heading(page)).toHaveText('Page not found')
    await expect(main(page).getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/')
    await main(page).locator('input[name=q]').fill('flat')
    await main(page).getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/CouponFilters/All?q=flat')
  })
})

test('Back returns the focus to the link that was followed', async ({ page, withScripts }) => {
  test.skip(!withScripts, 'without scripts the browser keeps the place')
  await open(page, '/Deals')
  const link = page.locator('main a[href*="/CouponsDetails/"]').nth(9)
  const href = await link.getAttribute('href')
  await link.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/CouponsDetails/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(page.locator('main a:focus')).toHaveAttribute('href', href!)
  await expect(page.locator('main a:focus')).toBeInViewport()
})
