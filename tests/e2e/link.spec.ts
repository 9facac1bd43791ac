/** From a pasted address to the product, with scripts and without. */
import { expect, open, test } from '../support/e2e'
import { signInMember } from './members'

const PRODUCT = 'https://naulakha-gems.example/jhumka/7?size=L'
const TEXT = `Look at these jhumkas: ${PRODUCT}&utm_source=app`

test.beforeEach(async ({ context }) => {
  await context.route('https://*.example/**', (route) => route.fulfill({ body: 'The shop.' }))
})

test('an address in the search of the header leads to the product', async ({ page }) => {
  await open(page, '/Deals')
  const box = page.getByRole('banner').getByLabel('Search brands and coupons')
  if (await box.isVisible()) {
    await box.fill(PRODUCT)
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await box.press('Enter')
  } else await open(page, `/CouponFilters/All?q=${encodeURIComponent(PRODUCT)}`)
  await expect(page).toHaveURL(/\/Link\?url=/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your product at Naulakha Gems')
  await expect(page.getByText(/^Today .+, locked when you press Get Deal$/)).toBeVisible()
})

test('a member pastes a text and gets to that very product', async ({ page, server, sql }) => {
  await signInMember(page, server, sql)
  await open(page, '/Link')
  await page.getByLabel('Address of the product').fill(TEXT)
  await page.getByRole('button', { name: 'Show cashback' }).click()
  const deal = page.getByRole('main').getByRole('link', { name: 'Get Deal' })
  await expect(deal).toHaveAttribute('target', '_blank')
  const href = await deal.getAttribute('href')
  const answer = await page.request.get(href!, {
    maxRedirects: 0,
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(answer.status()).toBe(302)
  const { searchParams } = new URL(answer.headers().location!)
  expect(searchParams.get('url')).toBe(PRODUCT)
})

test('a refused text stays in the field, with a sentence that belongs to it', async ({ page }) => {
  await open(page, '/Link')
  const field = page.getByLabel('Address of the product')
  await field.fill('https://bit.ly/abc')
  await page.getByRole('button', { name: 'Show cashback' }).click()
  await expect(field).toHaveValue('https://bit.ly/abc')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(/We cannot see where this short link leads/)
})

test('what a phone shares opens the product, and a guest’s Get Deal comes back to it', async ({ page }) => {
  await open(page, `/Link?${new URLSearchParams({ title: 'Jhumkas', text: TEXT })}`)
  await page.getByRole('main').getByRole('link', { name: 'Get Deal' }).click()
  await expect(page).toHaveURL(/\/Link\?url=/)
  await expect(page.getByText('Login first to access this offer!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your product at Naulakha Gems')
})
