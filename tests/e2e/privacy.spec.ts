import { readFile } from 'node:fs/promises'
import { expect, waitForScripts, open, test } from '../support/e2e'
import { PASSWORD, signInMember } from './members'

test('data can be exported, and the account is deleted after a confirmed password', async ({
  page,
  server,
  sql,
}) => {
  const { phone } = await signInMember(page, server, sql)
  await open(page, '/Account')
  await page.getByRole('main').getByRole('link', { name: 'Your data' }).click()
  await expect(page.getByRole('heading', { name: 'Delete your account' })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as JSON' }).click(),
  ])
  const held = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, object[]>
  expect(held.account![0]).toMatchObject({ full_name: 'Lata Rao', email: `${phone}@mail.example` })

  const form = page.getByRole('region', { name: 'Delete your account' })
  const sure = form.getByRole('checkbox', { name: /cannot be brought back/ })
  await form.getByLabel('Password').fill(PASSWORD)
  await form.getByRole('button', { name: 'Delete account' }).click()
  await expect(form.getByText('Please confirm that your account is to be deleted.')).toBeVisible()
  await expect(form.getByLabel('Password')).toHaveValue('')
  await waitForScripts(page)
  await sure.check()
  await form.getByLabel('Password').fill(PASSWORD)
  await form.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await page.goto('/Account')
  await expect(page).toHaveURL(`${server.origin}/`)
  await open(page, '/?dialog=sign-in')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Mobile number').fill(phone)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Login' }).click()
  await expect(dialog.getByText(/Wrong password! Please try again\.|User does not exist/)).toBeVisible()
  expect(await server.ops('audit')).toContain('The books balance')
})
