import { findViolations } from '../support/axe'
import { expect, waitForScripts, test, type Page, type Server } from '../support/e2e'
import { rewrite } from './rewrite'

// Two people who act at one shop need each other's consent.
test.use({ ownServer: 'desk-access' })

const PASSWORD = 'Chai at five 5'

/** By the demo's only owner, who waits a minute and gives the command again. Leads to the page of the mail's link. */
async function openInvitation(page: Page, server: Server, name: string): Promise<void> {
  const email = `${name.toLowerCase().replace(' ', '.')}@desk.example`
  const invite = () => server.ops('operators', 'invite', name, '--role', 'support', '--email', email, '--yes')
  expect(await invite()).toContain('who may agree alone')
  // Neither the log nor what was asked can be made older.
  await page.waitForTimeout(61_000)
  expect(await invite()).toContain(name)
  const mail = page.getByRole('listitem').filter({ hasText: email })
  await expect(async () => {
    await page.goto('/demo/mail')
    await expect(mail).toBeVisible({ timeout: 100 })
  }).toPass()
  await mail.getByRole('link').click()
  const text = await page.locator('.demo-mail-text').innerText()
  await page.goto(/\/Desk\/Invitation\/\w+/.exec(text)![0])
}

async function look(page: Page, heading: string, withScripts: boolean): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await waitForScripts(page)
  if (withScripts) expect(await findViolations(page)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

/** The demo shows the code. */
async function enterCode(page: Page): Promise<void> {
  const code = /your code is (\d{6})/.exec(await page.getByText('your code is').innerText())![1]!
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function givePassword(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name or e-mail address').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test.afterAll(async ({ server }) => {
  expect(await server.ops('audit')).toContain('The books balance')
})

test('an operator follows an invitation, signs out everywhere, and comes back by a recovery code', async ({
  page,
  server,
  withScripts,
}) => {
  const name = withScripts ? 'Bea Rao' : 'Dev Rao'
  await page.setViewportSize({ width: 360, height: 740 })
  await openInvitation(page, server, name)
  await look(page, `Welcome, ${name}`, withScripts)
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm new password').fill('Chai at five 6')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Passwords do not match!')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm new password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()

  await look(page, 'Your second factor', withScripts)
  const picture = page.getByRole('img', { name: 'QR code for the authenticator app' })
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await enterCode(page)

  await look(page, 'Recovery codes', withScripts)
  const codes = await page.locator('.desk-codes li').allInnerTexts()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('The recovery codes are kept')).toBeVisible()
  await expect(page.getByText(`${name}, support`)).toBeVisible()

  await page.getByRole('link', { name: 'Sign-ins' }).click()
  await look(page, 'Sign-ins', withScripts)
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText('You are signed out everywhere.')).toBeVisible()

  await page.goto('/Desk/Password')
  await expect(page.getByText('Please sign in.')).toBeVisible()
  await look(page, 'Sign in', withScripts)
  await givePassword(page, name)
  await look(page, 'Your code', withScripts)
  await page.getByLabel('Code', { exact: true }).fill(codes[0]!)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('You have 9 more.')).toBeVisible()
  await look(page, 'Change password', withScripts)
})

test('the demo’s operator signs in with what the demo shows, and enters a code again', async ({
  page,
  sql,
  withScripts,
}) => {
  await sql`UPDATE operators SET totp_step = NULL WHERE name = 'Lakshmi Menon'`
  await page.goto('/Desk')
  await page.getByLabel('Name or e-mail address').fill('Lakshmi Menon')
  await page.getByLabel('Password', { exact: true }).fill('demo-lakshmi-2026')
  await page.getByRole('button', { name: 'Continue' }).click()
  await enterCode(page)
  await expect(page.getByText('Lakshmi Menon, owner')).toBeVisible()
  await rewrite(sql, (tx) => tx`UPDATE desk_sessions SET code_at = now() - interval '11 minutes'`)
  await sql`UPDATE operators SET totp_step = NULL WHERE name = 'Lakshmi Menon'`
  await page.getByRole('link', { name: 'Sign-ins' }).click()
  await page.getByRole('link', { name: 'Change password' }).click()
  await expect(page.getByText('Please enter a code first')).toBeVisible()
  await look(page, 'A code once more', withScripts)
  await enterCode(page)
  await look(page, 'Change password', withScripts)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
})

test('both codes of now are used: the demo says to wait', async ({ page, sql }) => {
  const name = 'Lakshmi Menon'
  await page.goto('/Desk/SignIn')
  await page.getByLabel('Name or e-mail address').fill(name)
  await page.getByLabel('Password', { exact: true }).fill('demo-lakshmi-2026')
  await sql`UPDATE operators SET totp_step = extract(epoch FROM now())::bigint / 30 + 2 WHERE name = ${name}`
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('both codes of now are used')).toBeVisible()
  await sql`UPDATE operators SET totp_step = NULL WHERE name = ${name}`
})
