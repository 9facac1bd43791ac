// Confirming an address and replacing a lost number, by links in the demo's mails.
import { findViolations } from '../support/axe'
import { expect, waitForScripts, open, test, type Page } from '../support/e2e'
import { freshNumber, signUp } from './joining'

/** Opens the latest mail to the address with this subject, and follows its link. The worker writes it with a delay. */
async function followMail(page: Page, to: string, subject: string): Promise<void> {
  const list = async () => (await (await page.request.get('/demo/mail')).text()).split('<li')
  await expect
    .poll(async () => (await list()).some((row) => row.includes(to) && row.includes(subject)))
    .toBe(true)
  await page.goto('/demo/mail')
  const mail = page.getByRole('listitem').filter({ hasText: to }).getByRole('link', { name: subject })
  await mail.first().click()
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
  const [, path] = /https?:\/\/[^/\s]+(\/auth\/\S+)/.exec(await page.locator('pre').innerText()) ?? []
  await open(page, path!)
}

test('an address is confirmed by its link, and a change of a lost number is begun and stopped', async ({
  page,
  sql,
  withScripts,
}) => {
  const phone = freshNumber(withScripts, 7)
  const email = `meena${phone}@mail.example`
  await open(page, '/?dialog=sign-up')
  await signUp(page, { name: 'Meena Rao', phone, email }, withScripts)
  await open(page, '/Account')
  await expect(page.getByText('Not confirmed yet.')).toBeVisible()
  await followMail(page, email, 'Confirm your e-mail address')
  await expect(page.getByRole('heading', { name: 'Confirm your e-mail' })).toBeVisible()
  if (withScripts) expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText('Your e-mail is confirmed.').first()).toBeVisible()

  await sql`UPDATE users SET email_confirmed_at = now() - interval '31 days' WHERE email = ${email}`
  await open(page, '/auth/lost-number')
  const main = page.getByRole('main')
  await main.getByLabel('E-mail').fill('meena')
  await main.getByRole('button', { name: 'Send the link' }).click()
  await expect(main.getByText('Please enter a valid email address.')).toBeVisible()
  await main.getByLabel('E-mail').fill(email)
  await main.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('If a number can be changed with this address')).toBeVisible()
  await followMail(page, email, 'Change the mobile number of your account')
  await main.getByLabel('Password', { exact: true }).fill('Chai at five 5')
  await main.getByLabel('New mobile number').fill(freshNumber(withScripts, 7))
  await main.getByRole('button', { name: 'Send OTP' }).click()
  await expect(main.getByRole('heading', { name: 'OTP Verification' })).toBeVisible()
  await waitForScripts(page)
  if (withScripts) expect(await findViolations(page)).toEqual([])
  const [, code = ''] = /Your code is (\d{4})\./.exec(await main.innerText()) ?? []
  if (withScripts) {
    await main
      .getByLabel(/^Digit/)
      .first()
      .focus()
    await page.keyboard.type(code)
  } else {
    await main.getByLabel('Code', { exact: true }).fill(code)
    await main.getByRole('button', { name: 'Verify OTP' }).click()
  }
  await expect(page.getByText(/^Your number changes on /)).toBeVisible()
  await followMail(page, email, 'Was it you? Your mobile number will change')
  await main.getByRole('button', { name: 'Stop the change' }).click()
  await expect(page.getByText('Your number stays.')).toBeVisible()
})
