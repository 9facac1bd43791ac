import { findViolations } from '../support/axe'
import { expect, waitForScripts, open, test } from '../support/e2e'
import { typeCode } from './joining'
import { addMember, freshPhone, PASSWORD } from './members'

test('a session opened by a code needs the password for payout details', async ({
  page,
  sql,
  withScripts,
}) => {
  const phone = freshPhone()
  await addMember(sql, phone)
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
  await waitForScripts(page)
  if (withScripts) expect(await findViolations(page)).toEqual([])
  const password = page.getByRole('main').getByLabel('Password', { exact: true })
  await password.fill('not my password')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Wrong password! Please try again.')).toBeVisible()
  await expect(password).toHaveValue('')
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Added Successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/Account\/Wallet#upi-details$/)
  await expect(page.getByText('la•••@okbank', { exact: true })).toBeVisible()
})
