/** The password again, before somebody who signed in with a code changes where the money goes. */
import { violations } from '../support/axe'
import { expect, hydrated, test } from '../support/e2e'
import { freshNumber, open, signUp, typeCode } from './joining'

test('a code opens the account, the password the payout details', async ({ page, withScripts }) => {
  const phone = freshNumber(withScripts, 8)
  await open(page, '/?dialog=sign-up')
  await signUp(page, { name: 'Lata Rao', phone, email: `lata${phone}@mail.example` }, withScripts)
  await open(page, '/Account?dialog=logout')
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, logout' }).click()
  await expect(page.getByText('You are logged out successfully.')).toBeVisible()
  await open(page, '/?dialog=otp-sign-in')
  await page.getByRole('dialog').getByLabel('Mobile number').fill(phone)
  await page.getByRole('dialog').getByRole('button', { name: 'Send OTP' }).click()
  await typeCode(page, withScripts)
  await expect(page.getByText('You are signed in.')).toBeVisible()

  await open(page, '/Account/Wallet?edit=upi')
  await page.getByLabel('UPI ID').fill('lata.rao@okbank')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your password' })).toBeVisible()
  await expect(page.getByText('then your UPI ID is saved')).toBeVisible()
  await hydrated(page)
  if (withScripts) expect(await violations(page)).toEqual([])
  const password = page.getByRole('main').getByLabel('Password', { exact: true })
  await password.fill('not my password')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Wrong password! Please try again.')).toBeVisible()
  await expect(password).toHaveValue('')
  await password.fill('Chai at five 5')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Added Successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/Account\/Wallet$/)
  await expect(page.getByText('•••• .rao@okbank', { exact: true })).toBeVisible()
})
