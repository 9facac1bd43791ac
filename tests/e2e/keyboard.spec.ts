import { expect, waitForScripts, open, test, type Page } from '../support/e2e'
import { addMember, freshPhone, PASSWORD, signInMember } from './members'
import type { Locator } from '@playwright/test'

/** Every element on the way must have a visible focus indicator. */
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

test('a shopper can join, find a coupon and copy its code by keyboard', async ({
  page,
  context,
  withScripts,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const phone = freshPhone()
  const dialog = page.getByRole('dialog')

  await open(page, '/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: 'Profile' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('region', { name: 'Join us' }).getByRole('link', { name: 'Sign Up' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Sign Up' })).toBeVisible()
  await waitForScripts(page)
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

  // With scripts the focus moves from digit to digit.
  await expect(dialog.getByRole('heading', { name: 'OTP Verification' })).toBeVisible()
  await waitForScripts(page)
  const [, code = ''] = /Your code is (\d{4})\./.exec(await dialog.innerText()) ?? []
  const digits = dialog.getByLabel(/^Digit/)
  if (withScripts) {
    await expect(digits.first()).toBeFocused()
    await page.keyboard.type(code)
  } else await tabAndType(page, dialog.getByLabel('Code', { exact: true }), code)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Signup Successful!')).toBeVisible()
  await waitForScripts(page)

  // With scripts a suggestion, without the list of results.
  await tabTo(page, page.locator('#search'), withScripts ? 'Shift+Tab' : 'Tab')
  await page.keyboard.type('every jhumka')
  if (withScripts) {
    await expect(page.getByRole('option')).toHaveCount(2)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  } else {
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('main').locator('a[href^="/CouponsDetails/"]').first())
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await waitForScripts(page)

  const main = page.getByRole('main')
  await tabTo(page, main.locator('a[href^="/Offers/"]').last())
  await page.keyboard.press('Enter')
  await expect(main.getByText('Coupons & Offers')).toBeVisible()
  await waitForScripts(page)
  await tabTo(page, main.getByRole('link', { name: `GET COUPON: ${TITLE}` }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Coupon code')).toHaveValue(CODE)
  await waitForScripts(page)
  if (withScripts) {
    await tabTo(page, main.getByRole('button', { name: 'Copy', exact: true }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  } else {
    // Focus selects the whole code.
    await tabTo(page, page.getByLabel('Coupon code'))
    await page.keyboard.press('ControlOrMeta+c')
  }
  await tabTo(page, page.locator('#search'), 'Shift+Tab')
  await page.keyboard.press('ControlOrMeta+v')
  await expect(page.locator('#search')).toHaveValue(CODE)
})

test.describe('focus with scripts', () => {
  test.skip(({ withScripts }) => !withScripts, 'without them each page is a new document')

  /** Performs an action by keyboard and expects the focus on `to`. */
  async function leads(page: Page, what: Locator, to: Locator, key = 'Enter'): Promise<void> {
    await what.focus()
    await page.keyboard.press(key)
    await expect(to).toBeFocused()
  }

  const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
  const dialog = (page: Page) => page.getByRole('dialog')
  const notice = (page: Page) => page.locator('.notice[role]')

  test('moves to the heading of the next page, and back to the control that opened a dialog', async ({
    page,
    sql,
  }) => {
    const phone = freshPhone()
    await addMember(sql, phone)
    await open(page, '/Aboutus')
    const profile = page.getByRole('button', { name: 'Profile' })
    const join = page.getByRole('region', { name: 'Join us' })
    await profile.press('Enter')
    await leads(page, join.getByRole('link', { name: 'Sign Up' }), dialog(page).getByLabel('Full name'))
    await page.keyboard.press('Escape')
    await expect(profile).toBeFocused()

    await profile.press('Enter')
    await leads(page, join.getByRole('link', { name: 'Login' }), dialog(page).getByLabel('Mobile number'))
    await leads(
      page,
      dialog(page).getByRole('link', { name: 'Sign in with OTP' }),
      dialog(page).locator('[name=phone_number]'),
    )
    await page.keyboard.type('9123456780')
    await page.keyboard.press('Enter')
    await expect(notice(page)).toBeFocused()
    await expect(notice(page)).toContainText('User does not exist.')
    await leads(page, dialog(page).getByRole('link', { name: 'Close' }), profile)

    const nav = page.getByRole('navigation', { name: 'Main' })
    await leads(page, nav.getByRole('link', { name: 'Top Stores' }), heading(page))
    await leads(page, page.getByRole('link', { name: 'Next' }), heading(page))
    await expect(page).toHaveURL(/page=2$/)
    await page.getByRole('link', { name: 'Previous' }).focus()
    await page.goBack()
    await expect(page).not.toHaveURL(/page/)
    await expect(page.getByRole('link', { name: 'Next' })).toBeFocused()

    await nav.getByRole('button', { name: 'Popular Categories' }).press('Enter')
    await leads(page, page.getByRole('link', { name: 'View All Categories' }), heading(page))
    const travel = page.getByLabel('Travel')
    await leads(page, travel, travel, 'Space')
    await expect(page).toHaveURL(/category=Travel/)
    await expect(travel).toBeFocused()
    const more = page.getByRole('main').getByRole('link', { name: 'Show More' })
    await more.press('Enter')
    await expect(more).toHaveCount(0)
    await expect(page.locator('.card-rows > li').nth(6).getByRole('link')).toBeFocused()

    await page.setViewportSize({ width: 360, height: 740 })
    const menu = page.getByRole('button', { name: 'Menu' })
    await menu.press('Enter')
    await leads(
      page,
      page.locator('#menu').getByRole('link', { name: 'Login' }),
      dialog(page).getByLabel('Mobile number'),
    )
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()

    await menu.press('Enter')
    await leads(
      page,
      page.locator('#menu').getByRole('link', { name: 'Login' }),
      dialog(page).getByLabel('Mobile number'),
    )
    await page.keyboard.type(phone)
    await dialog(page).getByLabel('Password', { exact: true }).fill('wrong')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByLabel('Password', { exact: true })).toBeFocused()
  })

  test('moves to Get Deal after joining at an offer', async ({ page, sql }) => {
    const phone = freshPhone()
    await addMember(sql, phone)
    await open(page, '/CouponFilters/All?q=every+jhumka')
    await page.getByRole('main').locator('a[href^="/CouponsDetails/"]').first().press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
    const login = page.getByRole('main').getByRole('link', { name: 'Login' }).first()
    await leads(page, login, dialog(page).getByLabel('Mobile number'))
    await page.keyboard.type(phone)
    await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText('You are signed in.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: /^Get Deal/ })).toBeFocused()
  })

  test('moves to the part that was opened, refused or completed for a member', async ({
    page,
    server,
    sql,
  }) => {
    await signInMember(page, server, sql, { earned: 8000, upi: true })
    await open(page, '/Account/Wallet')
    const upi = page.getByRole('region', { name: 'UPI details' })
    const field = upi.getByLabel('UPI ID')
    await leads(page, upi.getByRole('link', { name: 'Edit' }), field)
    await page.keyboard.type('nobody')
    await page.keyboard.press('Enter')
    await expect(upi.locator('.field-error')).toBeVisible()
    await expect(field).toBeFocused()
    await leads(page, upi.getByRole('link', { name: 'Cancel' }), upi)

    const redeem = page.getByRole('link', { name: 'Redeem' })
    const amount = dialog(page).getByLabel('Amount in rupees')
    await redeem.press('Enter')
    await amount.fill('0')
    await amount.press('Enter')
    await expect(dialog(page).locator('.field-error')).toBeVisible()
    await expect(amount).toBeFocused()
    await amount.fill('1')
    await amount.press('Enter')
    await expect(page.getByText('✅ Withdrawal successful')).toBeVisible()
    await expect(page.locator('#withdrawals > .notice')).toBeFocused()
    const cancel = page.getByRole('form', { name: 'Cancel the withdrawal of Rs. 1.00' }).getByRole('button')
    await leads(page, cancel, page.locator('.notice-bar .notice'))

    await leads(page, upi.getByRole('link', { name: 'Edit' }), field)
    await field.fill('lata.two@demobank')
    await field.press('Enter')
    await expect(page.getByText('updated Successfully!')).toBeVisible()
    await expect(upi.locator('.notice')).toBeFocused()

    const tabs = page.getByRole('navigation', { name: 'Account' })
    await leads(page, tabs.getByRole('link', { name: 'Profile' }), heading(page))
    await leads(page, page.getByRole('link', { name: 'Edit' }), page.getByLabel('Full name'))
    await leads(page, page.getByRole('link', { name: 'Cancel' }), page.locator(':focus:not(body)'))

    await open(page, '/Account/Notifications')
    const item = page.getByRole('main').getByRole('listitem').first()
    await leads(page, item.getByRole('button', { name: 'Mark as read' }), item)
    const all = page.getByRole('main').getByRole('button', { name: 'Mark all as read' })
    await all.press('Enter')
    await expect(all).toHaveCount(0)
    await expect(page.locator('main :focus')).toHaveCount(1)

    await leads(
      page,
      tabs.getByRole('link', { name: 'Logout' }),
      dialog(page).getByRole('button', { name: 'Yes, logout' }),
    )
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${server.origin}/`)
    await expect(heading(page)).toBeFocused()
  })
})
