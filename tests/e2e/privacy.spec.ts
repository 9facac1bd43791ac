/** All that is held about a person taken home, and the account deleted. */
import { readFile } from 'node:fs/promises'
import postgres from 'postgres'
import { signIn } from '../../scripts/pages.mjs'
import { expect, hydrated, test } from '../support/e2e'

const PERSON = { phone_number: '9700000001', password: 'demo-ravi-2026' }

/** Somebody whom no other test of this worker needs, with the password of one of the demo's people. */
async function addPerson(databaseUrl: string) {
  const sql = postgres(databaseUrl, { max: 1 })
  await sql`
    INSERT INTO users (username, phone_number, email, password_hash, referral_code)
    SELECT 'Leela Menon', '+919700000001', 'leela@mail.example', password_hash, 'LEAVESUS'
      FROM users WHERE phone_number = '+919000000002'`
  await sql.end()
}

test('export, then deletion: refused, confirmed, gone', async ({ page, server }) => {
  await addPerson(server.databaseUrl)
  await signIn(page, server.origin, PERSON)
  await page.goto('/Account')
  await hydrated(page)
  await page.getByRole('main').getByRole('link', { name: 'Your data' }).click()
  await expect(page.getByRole('heading', { name: 'Delete your account' })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as JSON' }).click(),
  ])
  const held = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, object[]>
  expect(held.account![0]).toMatchObject({ full_name: 'Leela Menon', email: 'leela@mail.example' })

  const form = page.getByRole('region', { name: 'Delete your account' })
  const sure = form.getByRole('checkbox', { name: /cannot be brought back/ })
  await form.getByLabel('Password').fill(PERSON.password)
  await form.getByRole('button', { name: 'Delete account' }).click()
  await expect(form.getByText('Please confirm that your account is to be deleted.')).toBeVisible()
  await expect(form.getByLabel('Password')).toHaveValue('')
  await hydrated(page)
  await sure.check()
  await form.getByLabel('Password').fill(PERSON.password)
  await form.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await page.goto('/Account')
  await expect(page).toHaveURL(`${server.origin}/`)
  await page.goto('/?dialog=sign-in')
  await hydrated(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Mobile number').fill(PERSON.phone_number)
  await dialog.getByLabel('Password', { exact: true }).fill(PERSON.password)
  await dialog.getByRole('button', { name: 'Login' }).click()
  await expect(dialog.getByText(/Wrong password! Please try again\.|User does not exist/)).toBeVisible()
  expect(await server.ops('audit')).toContain('The books balance')
})
