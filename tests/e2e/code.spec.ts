import { expect, waitForScripts, open, test, type Page } from '../support/e2e'
import { NAME, TITLE } from './kesar'
import { signInMember } from './members'

const CODE = `/CouponCode/${NAME}`
const STORE = 'https://kesar-and-co.example/sweets'

test.beforeEach(async ({ context }) => {
  await context.route('https://*.example/**', (route) => route.fulfill({ body: 'The shop.' }))
})

async function openWithClock(page: Page, path: string): Promise<void> {
  await page.clock.install()
  await open(page, path)
}

test('the page shows the code in a field, Copy, the store link, Share and Go Back', async ({
  page,
  server,
}) => {
  await open(page, CODE)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(TITLE)
  await expect(main.getByText('8.00%')).toBeVisible()
  await expect(main.getByLabel('Coupon code')).toHaveValue('KESAR20')
  await expect(main.getByLabel('Coupon code')).toHaveAttribute('readonly')
  await expect(main.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Go Back' })).toHaveAttribute('href', '/Offers/kesar-and-co')
  const share = await main.getByRole('link', { name: 'Share' }).getAttribute('href')
  expect(new URL(share!).searchParams.get('text')).toBe(`${TITLE} ${server.origin}/CouponsDetails/${NAME}`)

  // A guest gets the store's own URL.
  await expect(main.getByRole('link', { name: 'Visit Kesar & Co' })).toHaveAttribute('href', STORE)
  await expect(main.getByText('Without signing in this visit earns no cashback.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Get Deal' })).not.toHaveAttribute('target', /./)
})

test('a member’s store link is the tracked one', async ({ page, server, sql }) => {
  await signInMember(page, server, sql)
  await open(page, CODE)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Visit Kesar & Co' })).toHaveAttribute('href', /^\/out\/\d+$/)
  await expect(main.getByRole('link', { name: 'Get Deal' })).toHaveAttribute('target', '_blank')
  await expect(main.getByText('Without signing in this visit earns no cashback.')).toHaveCount(0)
})

test('an offer without a code shows Offer is activated', async ({ page }) => {
  await open(page, '/Offers/kesar-and-co')
  await page.getByRole('link', { name: 'GET OFFER: offer' }).click()
  await expect(page.getByText('Offer is activated')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toHaveCount(0)
})

test('the code field is selected in full by keyboard, without scripts', async ({ page }) => {
  await open(page, CODE)
  const field = page.getByLabel('Coupon code')
  await page.getByRole('button', { name: 'Copy', exact: true }).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(field).toBeFocused()
  await page.keyboard.press('ControlOrMeta+C')
  const search = page.getByRole('search').first()
  const box = search.getByRole('searchbox').or(search.getByRole('combobox'))
  await box.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(box).toHaveValue('KESAR20')
})

test('Copy shows Copied! for 2 seconds; without scripts it explains how to copy', async ({
  page,
  context,
  withScripts,
}) => {
  if (!withScripts) {
    await open(page, CODE)
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(page.getByText(/hold the code.*then choose Copy/)).toBeVisible()
    return
  }
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openWithClock(page, CODE)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  const done = page.getByRole('button', { name: 'Copied!' })
  await expect(done).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('KESAR20')
  await page.clock.runFor(1900)
  await expect(done).toBeVisible()
  await page.clock.runFor(200)
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
})

test.describe('store tab with scripts', () => {
  test.beforeEach(({ withScripts }) => test.skip(!withScripts, 'a tab cannot open by itself without scripts'))

  test('opens after 2 seconds, once per visit', async ({ page, context }) => {
    await openWithClock(page, CODE)
    const [shop] = await Promise.all([context.waitForEvent('page'), page.clock.runFor(2000)])
    await expect(shop).toHaveURL(STORE)
    expect(await shop.evaluate(() => window.opener === null)).toBe(true)
    await shop.close()

    // Back is the same visit, so the code stays revealed.
    await page.getByRole('link', { name: 'Go Back' }).click()
    await page.waitForURL('/Offers/kesar-and-co')
    await page.goBack()
    await expect(page.getByLabel('Coupon code')).toBeVisible()
    await page.clock.runFor(5000)
    expect(context.pages()).toHaveLength(1)
    await page.reload()
    await waitForScripts(page)
    await page.clock.runFor(5000)
    expect(context.pages()).toHaveLength(1)

    // A new visit starts again.
    await open(page, '/Offers/kesar-and-co')
    await page.getByRole('link', { name: /^GET COUPON/ }).click()
    await expect(page.getByLabel('Coupon code')).toBeVisible()
    await Promise.all([context.waitForEvent('page'), page.clock.runFor(2000)])
  })

  test('does not open after the link was used, nor over a dialog', async ({ page, context }) => {
    await openWithClock(page, `${CODE}?dialog=sign-in`)
    await page.clock.runFor(5000)
    expect(context.pages()).toHaveLength(1)
    await page.getByRole('dialog').getByRole('link', { name: 'Close' }).click()
    await expect(page).toHaveURL(CODE)
    const [shop] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Visit Kesar & Co' }).click(),
    ])
    await shop.close()
    await page.clock.runFor(5000)
    expect(context.pages()).toHaveLength(1)
  })

  test('falls back to focusing the link when the browser blocks it', async ({ page }) => {
    await page.addInitScript(() => {
      window.open = () => null
    })
    await openWithClock(page, CODE)
    await page.clock.runFor(2000)
    await expect(page.getByRole('link', { name: 'Visit Kesar & Co' })).toBeFocused()
  })

  test('uses the tracked link for a member', async ({ page, context, server, sql, exits }) => {
    await signInMember(page, server, sql)
    await openWithClock(page, CODE)
    await Promise.all([context.waitForEvent('page'), page.clock.runFor(2000)])
    await expect.poll(() => exits.length).toBe(1)
    expect(new URL(exits[0]!).searchParams.get('campaign_id')).toBe('91001')
  })
})
