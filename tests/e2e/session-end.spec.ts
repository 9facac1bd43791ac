/** A session that ends while a form is being filled in. */
import postgres from 'postgres'
import { expect, hydrated, test } from '../support/e2e'

test('what was typed is there after signing in again', async ({ page, server, withScripts }) => {
  const sql = postgres(server.databaseUrl, { max: 1, onnotice: () => {} })
  const phone = `96${withScripts ? 1 : 2}0000001`.padEnd(10, '7')
  await sql`
    INSERT INTO users (username, phone_number, email, referral_code, password_hash)
    SELECT 'Usha Rao', ${`+91${phone}`}, ${`${phone}@mail.example`}, ${`USHA${phone}`}, password_hash
      FROM users WHERE phone_number = '+919000000003'`
  const dialog = page.getByRole('dialog')
  const signIn = async () => {
    await dialog.getByLabel('Mobile number').fill(phone)
    await dialog.getByLabel('Password', { exact: true }).fill('demo-meera-2026')
    await dialog.getByRole('button', { name: 'Login' }).click()
  }
  await page.goto('/?dialog=sign-in')
  await hydrated(page)
  await signIn()
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()

  await page.goto('/Account/Wallet?edit=bank')
  await hydrated(page)
  await page.getByLabel('Account number').fill('000123456789')
  await page.getByLabel('Account holder name').fill('Usha Rao')
  await page.getByLabel('IFSC code').fill('ABCD0123456')
  await sql`DELETE FROM sessions USING users WHERE users.id = user_id AND phone_number = ${`+91${phone}`}`
  await sql.end()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(
    dialog.getByText('You were signed out. Please sign in again: what you typed is kept.'),
  ).toBeVisible()
  await signIn()

  await expect(page).toHaveURL(`${server.origin}/Account/Wallet?edit=bank`)
  await expect(page.getByLabel('Account number')).toHaveValue('000123456789')
  await expect(page.getByLabel('Account holder name')).toHaveValue('Usha Rao')
  await expect(page.getByLabel('IFSC code')).toHaveValue('ABCD0123456')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Added Successfully!')).toBeVisible()
})
