// Paper has no grounds and no controls: what is printed is dark in both themes, and buttons are left out.
import { expect, test, type Page } from '../support/e2e'
import { DETAIL, NAME } from './kesar'
import { signInDemo } from './members'

test.skip(({ withScripts }) => withScripts, 'print output does not depend on scripts')

/** Visible texts whose colour is too light for white paper. */
const lightTexts = (page: Page) =>
  page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
    const lightness = (colour: string) => {
      context.clearRect(0, 0, 1, 1)
      context.fillStyle = '#fff'
      context.fillRect(0, 0, 1, 1)
      context.fillStyle = colour
      context.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
      return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
    }
    const found = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent!.trim()
      const element = texts.currentNode.parentElement!
      if (!text || !element.checkVisibility({ visibilityProperty: true })) continue
      const { color } = getComputedStyle(element)
      if (lightness(color) > 0.5) found.push(`${text}: ${color}`)
    }
    return found
  })

const controls = (page: Page) =>
  page
    .locator('.header, .footer, nav, dialog, form, button, input[type=submit], .button')
    .filter({ visible: true })

async function expectReadable(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect.soft(await lightTexts(page), `light texts of ${path}`).toEqual([])
  expect.soft(await controls(page).allInnerTexts(), `controls of ${path}`).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })
    test.beforeEach(({ page }) => page.emulateMedia({ media: 'print' }))

    test('public pages are printed as dark text without controls', async ({ page }) => {
      for (const path of [
        '/',
        '/Offers/kesar-and-co',
        '/CouponFilters/Travel',
        '/HowitWorks',
        '/TermsConditions',
      ])
        await expectReadable(page, path)
    })

    test('an offer is printed with its end, and its code on the page of the code', async ({ page }) => {
      await expectReadable(page, DETAIL)
      await expect(page.getByText(/^Until \d+ \w+ \d{4}$/).first()).toBeVisible()
      await expectReadable(page, `/CouponCode/${NAME}`)
      await expect(page.getByLabel('Coupon code')).toBeVisible()
    })

    test('a member’s pages are printed as dark text without controls', async ({ page, server, sql }) => {
      await signInDemo(page, server, sql)
      const pages = [
        '/Account/Wallet',
        '/Account/Visits',
        '/Account/History',
        '/Account/Statement',
        '/Account/Referral',
      ]
      for (const path of pages) await expectReadable(page, path)
      await page.goto('/Account/Visits')
      await expectReadable(page, (await page.locator('.visit-list a').last().getAttribute('href'))!)
      await expect(page.getByText(/^Visit DV-[0-9A-Z]{8}$/)).toBeVisible()
      await expect(page.getByText(/^DealDwaar account of Asha Verma/)).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Offer terms at that time' })).toBeVisible()
      await page.goto('/Account/Wallet')
      await expect(page.getByText(/^Rs\. [\d,]+\.\d\d$/).first()).toBeVisible()
    })
  })
