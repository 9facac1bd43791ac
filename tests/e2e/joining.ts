import { expect, waitForScripts, type Page } from '../support/e2e'

let serial = 0
/** Unique in this worker's database, because each test file uses its own series. */
export const freshNumber = (withScripts: boolean, series = 0) =>
  `9${withScripts ? 1 : 2}0000${series}${String(++serial).padStart(3, '0')}`

/** Types the code that the demo shows on the page. */
export async function typeCode(page: Page, withScripts: boolean): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'OTP Verification' })).toBeVisible()
  const [, code = ''] =
    /Demo mode: no SMS is sent\. Your code is (\d{4})\./.exec(await dialog.innerText()) ?? []
  expect(code).toMatch(/^\d{4}$/)
  await waitForScripts(page)
  if (withScripts) {
    const boxes = dialog.getByLabel(/^Digit/)
    await expect(boxes).toHaveCount(4)
    // Only scripts move the focus between the boxes.
    await boxes.first().focus()
    await page.keyboard.type(code)
  } else {
    await dialog.getByLabel('Code', { exact: true }).fill(code)
    await dialog.getByRole('button', { name: 'Verify OTP' }).click()
  }
}

/** Includes the code. */
export async function signUp(
  page: Page,
  person: { name: string; phone: string; email: string; code?: string },
  withScripts: boolean,
) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Full name').fill(person.name)
  await dialog.getByLabel('Mobile number').fill(person.phone)
  await dialog.getByLabel('E-mail').fill(person.email)
  await dialog.getByLabel('Password', { exact: true }).fill('Chai at five 5')
  if (person.code) await dialog.getByLabel('Referral code').fill(person.code)
  await dialog.getByLabel(/I agree/).check()
  await dialog.getByRole('button', { name: 'Sign Up' }).click()
  await typeCode(page, withScripts)
  await expect(page.getByText('Signup Successful!')).toBeVisible()
}
