import type postgres from 'postgres'
import { expect, waitForScripts, open, test, type Page } from '../support/e2e'
import { addMember, freshPhone, PASSWORD } from './members'

let serial = 0
const freshNumber = (withScripts: boolean) =>
  `7${withScripts ? 1 : 2}00000${String(++serial).padStart(3, '0')}`

/** A page with its own query parameters. */
const DEEP = '/CouponFilters/All?q=rs&category=Electronics'

const getDialog = (page: Page) => page.getByRole('dialog')
const getBoxes = (page: Page) => getDialog(page).getByLabel(/^Digit/)
const getWhole = (page: Page) => getDialog(page).getByLabel('Code', { exact: true })
const getFirst = (page: Page) => getBoxes(page).or(getWhole(page)).first()

const withDialog = (path: string, name: string) => `${path}${path.includes('?') ? '&' : '?'}dialog=${name}`

const expectView = (page: Page, title: string) =>
  expect(getDialog(page).getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible()

const expectClosedAt = async (page: Page, path: string) => {
  await expect(page).toHaveURL(path)
  await expect(getDialog(page)).toHaveCount(0)
}

async function press(page: Page, name: string): Promise<void> {
  await getDialog(page).getByRole('button', { name, exact: true }).click()
}

async function fillSignUp(page: Page, phone: string, more: Record<string, string> = {}) {
  const fields = {
    'Full name': 'Meera Nair',
    'Mobile number': phone,
    'E-mail': `${phone}@mail.example`,
    ...more,
  }
  for (const [label, value] of Object.entries(fields)) await getDialog(page).getByLabel(label).fill(value)
  await getDialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
  await getDialog(page)
    .getByLabel(/I agree/)
    .check()
  await press(page, 'Sign Up')
}

async function shownCode(page: Page): Promise<string> {
  const shown = getDialog(page).getByText(/Demo mode: no SMS is sent\. Your code is \d{4}\./)
  return /(\d{4})\./.exec(await shown.innerText())![1]!
}

/** Fills four boxes, of which the last sends them, or without scripts the single field. */
async function enter(page: Page, code: string): Promise<void> {
  const boxes = getBoxes(page)
  if (await boxes.count()) {
    for (const [i, digit] of [...code].entries()) await boxes.nth(i).fill(digit)
    return
  }
  await getWhole(page).fill(code)
  await press(page, 'Verify OTP')
}

const otherThan = (code: string) => (code === '0000' ? '1111' : '0000')

async function addAccount(sql: postgres.Sql): Promise<string> {
  const phone = freshPhone()
  await addMember(sql, phone)
  return phone
}

async function logout(page: Page): Promise<void> {
  await open(page, '/Account?dialog=logout')
  await press(page, 'Yes, logout')
  await expect(page.getByText('You are logged out successfully.')).toBeVisible()
}

/** Backdates the last code of this number. */
const age = (sql: postgres.Sql, phone: string, seconds: number) =>
  sql`UPDATE otp_challenges SET sent_at = sent_at - make_interval(secs => ${seconds})
       WHERE phone_number = ${`+91${phone}`}`

test('every dialog view has its title, links to the others and autocomplete values', async ({ page }) => {
  await open(page, DEEP)
  await page.getByRole('button', { name: 'Profile' }).click()
  const panel = page.getByRole('region', { name: 'Join us for instant cashback!' })
  await expect(panel.getByText('Discover discounts, deals, and more—sign up Now!')).toBeVisible()
  await panel.getByRole('link', { name: 'Login', exact: true }).click()
  await expectView(page, 'Hi, Welcome Back')
  await expect(page).toHaveURL(withDialog(DEEP, 'sign-in'))
  const dialog = getDialog(page)
  const getToken = (label: string) => dialog.getByLabel(label, { exact: true }).getAttribute('autocomplete')
  expect([await getToken('Mobile number'), await getToken('Password')]).toEqual([
    'username',
    'current-password',
  ])
  await expect(dialog.getByLabel('Remember me')).not.toBeChecked()

  await dialog.getByRole('link', { name: 'Sign Up' }).click()
  await expectView(page, 'Sign Up')
  expect([await getToken('Full name'), await getToken('Mobile number')]).toEqual(['name', 'username'])
  expect([await getToken('E-mail'), await getToken('Password')]).toEqual(['email', 'new-password'])
  await expect(dialog.getByLabel('E-mail')).not.toHaveAttribute('placeholder', /optional/i)
  await dialog.getByRole('link', { name: 'Login' }).click()
  await expectView(page, 'Hi, Welcome Back')

  await dialog.getByRole('link', { name: 'Sign in with OTP' }).click()
  await expectView(page, 'Login with OTP')
  expect(await getToken('Mobile number')).toBe('tel')
  await dialog.getByRole('link', { name: 'Login with password' }).click()
  await dialog.getByRole('link', { name: 'Forgot Password' }).click()
  await expectView(page, 'Reset Password')
  await dialog.getByRole('link', { name: 'Close' }).click()
  await expectClosedAt(page, DEEP)
})

test('sign-up shows each error in the dialog, then the code, and returns to the page', async ({
  page,
  withScripts,
}) => {
  const phone = freshNumber(withScripts)
  await open(page, withDialog(DEEP, 'sign-up'))
  const dialog = getDialog(page)
  await press(page, 'Sign Up')
  await expect(dialog.getByText('Enter your mobile number.')).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveText('Please correct the 5 fields that are marked.')
  await expect(dialog.getByText('Please accept the terms.')).toBeVisible()
  await waitForScripts(page)
  if (withScripts) await expect(dialog.getByLabel('Full name')).toBeFocused()

  await fillSignUp(page, phone, { 'Referral code': 'NOBODY22' })
  await expect(dialog.getByText('Referral code not found.')).toBeVisible()
  await waitForScripts(page)
  await expect(dialog.getByLabel('E-mail')).toHaveValue(`${phone}@mail.example`)
  // The response never contains the password; with scripts the page keeps it.
  const password = dialog.getByLabel('Password', { exact: true })
  await expect(password).toHaveValue(withScripts ? PASSWORD : '')
  await expect(dialog.getByLabel(/I agree/)).toBeChecked()
  await password.fill('short')
  await press(page, 'Sign Up')
  await expect(dialog.getByText('Please choose a password of 8 to 128 characters.')).toBeVisible()
  await expect(dialog.getByText('Referral code not found.')).toBeVisible()
  await waitForScripts(page)
  await expect(password).toHaveValue('')

  // Correcting the number does not require typing the rest again.
  await fillSignUp(page, freshNumber(withScripts), {
    'Referral code': '',
    'E-mail': `${phone}@mail.example`,
  })
  await expectView(page, 'OTP Verification')
  await dialog.getByRole('link', { name: 'Change it' }).click()
  await expectView(page, 'Sign Up')
  await waitForScripts(page)
  await expect(dialog.getByLabel('Full name')).toHaveValue('Meera Nair')
  await expect(dialog.getByLabel(/I agree/)).toBeChecked()
  await dialog.getByLabel('Mobile number').fill(phone)
  await password.fill(PASSWORD)
  await press(page, 'Sign Up')
  await expectView(page, 'OTP Verification')
  await waitForScripts(page)
  await press(page, 'Verify OTP')
  await expect(dialog.getByText('Please enter the 4 digits of your code.')).toBeVisible()
  await waitForScripts(page)
  const code = await shownCode(page)
  await enter(page, otherThan(code))
  await expect(dialog.getByText('Oops... Wrong OTP. Please try again.')).toBeVisible()
  await waitForScripts(page)
  if (withScripts) await expect(getBoxes(page).first()).toBeFocused()
  await expect(getFirst(page)).toHaveValue('')
  await enter(page, code)
  await expect(page.getByText('Signup Successful!')).toBeVisible()
  await expectClosedAt(page, DEEP)
  await expect(page.getByText('Balance: Rs. 0.00').first()).toBeVisible()

  await logout(page)
  const other = freshNumber(withScripts)
  for (const [number, email, text] of [
    [other, `${phone}@mail.example`, 'Email already exists!'],
    [phone, `${other}@mail.example`, 'Phone number already exists!'],
    [phone, `${phone}@mail.example`, 'Both email and phone number already exist!'],
  ] as const) {
    await open(page, '/?dialog=sign-up')
    await fillSignUp(page, number, { 'E-mail': email })
    await expect(dialog.getByRole('alert')).toHaveText(`${text}Login Forgot Password`)
    if (text === 'Email already exists!')
      await expect(dialog.locator('.field', { has: page.getByLabel('E-mail') })).toContainText(text)
  }
})

test('sign-in shows a wrong password, then returns to the page, and Back opens no dialog', async ({
  page,
  sql,
  withScripts,
}) => {
  const phone = await addAccount(sql)
  await open(page, DEEP)
  await page.getByRole('button', { name: 'Profile' }).click()
  await page
    .getByRole('region', { name: 'Join us' })
    .getByRole('link', { name: 'Login', exact: true })
    .click()
  const dialog = getDialog(page)
  await expectView(page, 'Hi, Welcome Back')
  await waitForScripts(page)
  await dialog.getByLabel('Mobile number').fill(phone)
  await dialog.getByLabel('Password', { exact: true }).fill('not this one')
  await press(page, 'Login')
  await expect(dialog.getByRole('alert')).toHaveText('Wrong password! Please try again.')
  await waitForScripts(page)
  await expect(dialog.getByLabel('Mobile number')).toHaveValue(phone)
  const password = dialog.getByLabel('Password', { exact: true })
  await expect(password).toHaveValue('')
  // The number is carried over to the other ways to sign in.
  await dialog.getByRole('link', { name: 'Sign in with OTP' }).click()
  await expectView(page, 'Login with OTP')
  await expect(dialog.getByLabel('Mobile number')).toHaveValue(phone)
  await dialog.getByRole('link', { name: 'Login with password' }).click()
  await expectView(page, 'Hi, Welcome Back')
  await waitForScripts(page)
  await dialog.getByLabel('Mobile number').fill(phone)
  if (withScripts) await password.focus()
  if (withScripts) {
    await expect(password).toBeFocused()
    await password.fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await dialog.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'password')
  } else await expect(dialog.getByRole('button', { name: 'Show password' })).toHaveCount(0)
  await password.fill(PASSWORD)
  await press(page, 'Login')
  await expect(page.getByText('You are signed in.')).toBeVisible()
  await expectClosedAt(page, DEEP)
  await page.goBack()
  await expectClosedAt(page, DEEP)
})

test('OTP sign-in reports an unknown number, then signs in on the same page', async ({ page, sql }) => {
  const phone = await addAccount(sql)
  await open(page, withDialog(DEEP, 'otp-sign-in'))
  const dialog = getDialog(page)
  await dialog.getByLabel('Mobile number').fill('12345')
  await press(page, 'Send OTP')
  await expect(dialog.getByText('Please enter a valid 10-digit mobile number.')).toBeVisible()
  await waitForScripts(page)
  await dialog.getByLabel('Mobile number').fill('6999999999')
  await press(page, 'Send OTP')
  await expect(dialog.getByRole('alert').locator('p').first()).toHaveText(
    '❌ User does not exist. Please sign up.',
  )
  await expect(dialog.getByRole('alert').getByRole('link')).toHaveText('Sign Up')
  await waitForScripts(page)
  await dialog.getByLabel('Mobile number').fill(phone)
  await press(page, 'Send OTP')
  await expectView(page, 'OTP Verification')
  await waitForScripts(page)
  await enter(page, await shownCode(page))
  await expect(page.getByText('You are signed in.')).toBeVisible()
  await expectClosedAt(page, DEEP)
})

test('a password reset reports different passwords with both texts', async ({ page, sql, withScripts }) => {
  const phone = await addAccount(sql)
  await open(page, withDialog(DEEP, 'forgot-password'))
  const dialog = getDialog(page)
  await dialog.getByLabel('Mobile number').fill(phone)
  await press(page, 'Send OTP')
  await expectView(page, 'OTP Verification')
  await waitForScripts(page)
  await enter(page, await shownCode(page))
  await expectView(page, 'Reset Password')
  await waitForScripts(page)
  for (const label of ['New password', 'Confirm password'])
    await expect(dialog.getByLabel(label)).toHaveAttribute('autocomplete', 'new-password')
  await dialog.getByLabel('New password').fill('Chai at six 66')
  await dialog.getByLabel('Confirm password').fill('Chai at six 67')
  await press(page, 'Reset Password')
  await expect(dialog.getByText('Passwords do not match!')).toBeVisible()
  await expect(dialog.getByText('password and confirm password not match')).toBeVisible()
  await waitForScripts(page)
  if (withScripts) await expect(dialog.getByLabel('Confirm password')).toBeFocused()
  await dialog.getByLabel('New password').fill('Chai at six 66')
  await dialog.getByLabel('Confirm password').fill('Chai at six 66')
  await press(page, 'Reset Password')
  await expect(page.getByText('Password reset successful!')).toBeVisible()
  await expectView(page, 'Hi, Welcome Back')
})

test('the OTP boxes accept digits only, move the focus, spread a pasted or auto-filled code, and send it', async ({
  page,
  context,
  withScripts,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, '/Deals?dialog=sign-up')
  await fillSignUp(page, freshNumber(withScripts))
  await expectView(page, 'OTP Verification')
  await waitForScripts(page)
  const boxes = getBoxes(page)
  await expect(getFirst(page)).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(getFirst(page)).toHaveAttribute('inputmode', 'numeric')
  const code = await shownCode(page)
  if (!withScripts) {
    // The single field extracts a pasted code from surrounding text.
    await getWhole(page).fill(`Your code: ${code.slice(0, 2)} ${code.slice(2)}.`)
    await press(page, 'Verify OTP')
    await expect(page.getByText('Signup Successful!')).toBeVisible()
    return
  }
  const values = () => boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join('|'))
  await expect(boxes).toHaveCount(4)
  await expect(boxes.first()).toBeFocused()
  await page.keyboard.type('a1-b2')
  expect(await values()).toBe('1|2||')
  await expect(boxes.nth(2)).toBeFocused()
  await page.keyboard.press('Backspace')
  expect(await values()).toBe('1|||')
  await expect(boxes.nth(1)).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(boxes.first()).toBeFocused()
  expect(await values()).toBe('|||')

  // The whole code is sent, once, and a wrong one is typed again. Pasted into any box, with surrounding text.
  let sent = 0
  page.on('request', (request) => void (request.method() === 'POST' && sent++))
  await page.evaluate((text) => navigator.clipboard.writeText(text), `Your code: ${otherThan(code)}.`)
  await boxes.nth(2).focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(getDialog(page).getByText('Wrong OTP. Please try again.')).toBeVisible()
  expect(await values()).toBe('|||')
  await expect(boxes.first()).toBeFocused()
  expect(sent).toBe(1)

  // Autofill of the phone puts the whole code into the first box.
  await boxes.first().fill(code)
  await expect(page.getByText('Signup Successful!')).toBeVisible()
  expect(sent).toBe(2)
})

test('Resend OTP appears after 90 seconds', async ({ page, sql, withScripts }) => {
  const phone = freshNumber(withScripts)
  if (withScripts) await page.clock.install()
  await open(page, '/Deals?dialog=sign-up')
  await fillSignUp(page, phone)
  await expectView(page, 'OTP Verification')
  await waitForScripts(page)
  const dialog = getDialog(page)
  await expect(dialog.getByText(/You can ask for a new code in (90|8\d) s/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Resend OTP' })).toHaveCount(0)
  await expect(dialog.getByRole('link', { name: 'Check again' })).toHaveCount(withScripts ? 0 : 1)
  await age(sql, phone, 91)
  if (withScripts) {
    await page.clock.fastForward(60_000)
    await expect(dialog.getByText(/You can ask for a new code in (30|2\d) s/)).toBeVisible()
    await page.clock.fastForward(31_000)
  } else await dialog.getByRole('link', { name: 'Check again' }).click()
  await press(page, 'Resend OTP')
  await expect(dialog.getByText('A new code is on its way.')).toBeVisible()
  await expect(dialog.getByText(/You can ask for a new code in (90|8\d) s/)).toBeVisible()
  await waitForScripts(page)
  await enter(page, await shownCode(page))
  await expect(page.getByText('Signup Successful!')).toBeVisible()
  await expectClosedAt(page, '/Deals')
})

test('three wrong codes end the code, and the page says so', async ({ page, withScripts }) => {
  await open(page, '/?dialog=sign-up')
  await fillSignUp(page, freshNumber(withScripts))
  await expectView(page, 'OTP Verification')
  const code = await shownCode(page)
  for (let i = 0; i < 3; i++) {
    await waitForScripts(page)
    await enter(page, otherThan(code))
    await expect(getDialog(page).getByText('Oops... Wrong OTP. Please try again.')).toBeVisible()
    // Wait for the response to this attempt.
    if (i < 2) await expect(getFirst(page)).toHaveValue('')
  }
  await expect(getDialog(page).getByText('This code has expired. Please ask for a new one.')).toBeVisible()
  await expect(getFirst(page)).toHaveCount(0)
  await expect(getDialog(page).getByText(/You can ask for a new code in \d+ s/)).toBeVisible()
})

test('Escape and Back close the dialog on the page where it was opened', async ({ page, withScripts }) => {
  await open(page, '/')
  const link = page.getByRole('main').locator('a[href="/?dialog=sign-up"]').first()
  await link.click()
  await expectView(page, 'Sign Up')
  await page.goBack()
  await expectClosedAt(page, '/')
  if (!withScripts) return
  await link.click()
  await expect(getDialog(page).getByLabel('Full name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expectClosedAt(page, '/')
  await expect(link).toBeFocused()
})
