import { expect, open, test } from '../support/e2e'
import { addMember, freshPhone, PASSWORD } from './members'

test('form input is restored after the session ended and the member signed in again', async ({
  page,
  server,
  sql,
}) => {
  const phone = freshPhone()
  await addMember(sql, phone)
  const dialog = page.getByRole('dialog')
  const signIn = async () => {
    await dialog.getByLabel('Mobile number').fill(phone)
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Login' }).click()
  }
  await open(page, '/?dialog=sign-in')
  await signIn()
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()

  await open(page, '/Account/Wallet?edit=bank')
  await page.getByLabel('Account number').fill('000123456789')
  await page.getByLabel('Account holder name').fill('Lata Rao')
  await page.getByLabel('IFSC code').fill('ABCD0123456')
  await sql`DELETE FROM sessions USING users WHERE users.id = user_id AND phone_number = ${`+91${phone}`}`
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(
    dialog.getByText('You were signed out. Please sign in again: what you typed is kept.'),
  ).toBeVisible()
  await signIn()

  await expect(page).toHaveURL(`${server.origin}/Account/Wallet?edit=bank#bank-details`)
  await expect(page.getByLabel('Account number')).toHaveValue('000123456789')
  await expect(page.getByLabel('Account holder name')).toHaveValue('Lata Rao')
  await expect(page.getByLabel('IFSC code')).toHaveValue('ABCD0123456')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Added Successfully!')).toBeVisible()
})
