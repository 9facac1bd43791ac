/** Without a pointer: a person joins, finds a coupon and copies its code. */
import { expect, hydrated, test, type Page } from '../support/e2e'
import type { Locator } from '@playwright/test'

/** Presses Tab until the focus is there; every stop on the way has to show where it is. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`80 times ${key} do not lead to ${target.toString()}`)
}

async function tabAndType(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

const TITLE = 'Flat Rs. 200 off every jhumka'
const CODE = 'JHUM200'

test('join, find a coupon, copy its code', async ({ page, context, server, withScripts }) => {
  await server.ops('catalogue', 'import', 'tests/e2e/feeds/header.json')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const phone = withScripts ? '9300000001' : '9300000002'
  const dialog = page.getByRole('dialog')

  // The first stop skips the header.
  await page.goto('/')
  await hydrated(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()

  // The panel of the profile icon, its Sign Up, and the form; it begins at its first field.
  await tabTo(page, page.getByRole('button', { name: 'Profile' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('region', { name: 'Join us' }).getByRole('link', { name: 'Sign Up' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Sign Up' })).toBeVisible()
  await hydrated(page)
  if (withScripts) await expect(dialog.getByLabel('Full name')).toBeFocused()
  else await tabTo(page, dialog.getByLabel('Full name'))
  await page.keyboard.type('Kavita Rao')
  await tabAndType(page, dialog.getByLabel('Mobile number'), phone)
  await tabAndType(page, dialog.getByLabel('E-mail'), `kavita${phone}@mail.example`)
  await tabAndType(page, dialog.getByLabel('Password', { exact: true }), 'Chai at five 5')
  await tabTo(page, dialog.getByLabel(/I agree/))
  await page.keyboard.press('Space')
  await expect(dialog.getByLabel(/I agree/)).toBeChecked()
  await page.keyboard.press('Enter')

  // The code: with scripts the focus moves by itself.
  await expect(dialog.getByRole('heading', { name: 'OTP Verification' })).toBeVisible()
  await hydrated(page)
  const [, code = ''] = /Your code is (\d{4})\./.exec(await dialog.innerText()) ?? []
  const digits = dialog.getByLabel(/^Digit/)
  if (withScripts) {
    await expect(digits.first()).toBeFocused()
    await page.keyboard.type(code)
  } else for (const [i, digit] of [...code].entries()) await tabAndType(page, digits.nth(i), digit)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Signup Successful!')).toBeVisible()
  await hydrated(page)

  // The coupon: a suggestion where scripts run, else the list of what was found.
  await tabAndType(page, page.locator('#search'), 'every jhumka')
  if (withScripts) {
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  } else {
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('main').locator('a[href^="/CouponsDetails/"]').first())
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await hydrated(page)

  // Its store's offers, and the code.
  const main = page.getByRole('main')
  await tabTo(page, main.locator('a[href^="/Offers/"]').first())
  await page.keyboard.press('Enter')
  await expect(main.getByText('Coupons & Offers')).toBeVisible()
  await hydrated(page)
  await tabTo(page, main.getByRole('link', { name: `GET COUPON: ${TITLE}` }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Coupon code')).toHaveValue(CODE)
  await hydrated(page)
  if (withScripts) {
    await tabTo(page, main.getByRole('button', { name: 'Copy' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  } else {
    // The code's field selects whole when the focus comes.
    await tabTo(page, page.getByLabel('Coupon code'))
    await page.keyboard.press('ControlOrMeta+c')
  }
  await tabTo(page, page.locator('#search'), 'Shift+Tab')
  await page.keyboard.press('ControlOrMeta+v')
  await expect(page.locator('#search')).toHaveValue(CODE)
})
