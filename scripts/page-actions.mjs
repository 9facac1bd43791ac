// What brings a page into a state that scripts/pages.mjs lists; each works with scripts and without.
/** @import { Page } from 'playwright' */

/** @param {string} id @returns {(page: Page) => Promise<void>} Opens a popover by its button in the header. */
export const press = (id) => (page) => page.locator(`[popovertarget=${id}]`).first().click()

/** Submits a form, empty by default, and waits. @param {Record<string, string>} [fields] */
export const send =
  (
    fields = {},
    {
      form: place = 'dialog form[method=post], main form[method=post]',
      until = '[aria-invalid=true], [role=alert]',
    } = {},
  ) =>
  async (/** @type {Page} */ page) => {
    const form = page.locator(place).first()
    for (const [name, value] of Object.entries(fields))
      await form.locator(`[name="${name}"]`).first().fill(value)
    await form.locator('[type=submit]').first().click()
    await page.locator(until).first().waitFor()
  }

let serial = 0
const freshNumber = () => `8${String(Date.now() % 1e6).padStart(6, '0')}${String(++serial).padStart(3, '0')}`

/** @param {Page} page */
export async function askForCode(page) {
  const phone = freshNumber()
  const form = page.locator('form[action="/auth/sign-up"]')
  for (const [name, value] of Object.entries({
    username: 'Lakshmi Venkataraman Subramaniam',
    phone_number: phone,
    email: `${phone}@mail.example`,
    password: 'Chai at five 5',
  }))
    await form.locator(`[name=${name}]`).fill(value)
  await form.locator('[name=agreeToTerms]').check()
  await form.locator('[type=submit]').click()
  await page.locator('form[action="/auth/otp"]').waitFor()
}

/** @param {Page} page @param {string} code Four digits. */
async function typeCode(page, code) {
  const form = page.locator('form[action="/auth/otp"]')
  const boxes = form.locator('[name=otp]')
  // Without scripts there is one box for all digits, with them one for each.
  const parts = (await boxes.count()) === 1 ? [code] : [...code]
  for (const [i, part] of parts.entries()) await boxes.nth(i).fill(part)
  // The last of several boxes sends the form.
  if (parts.length === 1) await form.locator('[type=submit]').click()
}

/** @param {Page} page */
export async function typeWrongCode(page) {
  await askForCode(page)
  const right = /(\d{4})\./.exec(await page.locator('.join-demo-code').innerText())?.[1]
  await typeCode(page, right === '0000' ? '1111' : '0000')
  await page.locator('dialog [role=alert]').waitFor()
}

/** Used in rotation, because a number is not sent two codes in quick succession. */
const NUMBERS = ['9000000003', '9000000002', '9000000001']

/** @param {Page} page */
async function proveNumber(page) {
  const form = page.locator('form[action="/auth/forgot-password"]')
  await form.locator('[name=phone_number]').fill(NUMBERS[serial++ % NUMBERS.length] ?? '')
  await form.locator('[type=submit]').click()
  const code = await page.locator('.join-demo-code').innerText()
  await typeCode(page, /(\d{4})\./.exec(code)?.[1] ?? '')
  await page.locator('form[action="/auth/reset-password"]').waitFor()
}

/** @param {Page} page */
export async function mistypePassword(page) {
  await proveNumber(page)
  await send({ new_password: 'Chai at six 66', confirm_password: 'Chai at six 67' })(page)
}

/** From the list, the newest first; -1 is the oldest. @param {number} at */
export function openVisit(at) {
  return async (/** @type {Page} */ page) => {
    await page.locator('.visit-list a').filter({ visible: true }).nth(at).click()
    await page.locator('.visit-steps').first().waitFor()
  }
}

/** A guest is refused here. @param {Page} page */
export async function follow(page) {
  await page.locator('main a[href^="/out/"]').first().click()
  await page.locator('[role=alert]').waitFor()
}

/** @param {number} at of the list */
export const openClaim = (at) => async (/** @type {Page} */ page) => {
  await page.locator('.claim-row a').nth(at).click()
  await page.locator('#thread-title').waitFor()
}

/** @param {Page} page */
export async function askQuestion(page) {
  const number = await page.locator('.visit-number').first().innerText()
  await page.goto(new URL(`/Account/Claims/new?visit=${number}&kind=question`, page.url()).href)
  await page.locator('textarea').waitFor()
}

/** Opens the first link of a list. @param {string} link @param {string} until */
export const openFirst = (link, until) => async (/** @type {Page} */ page) => {
  await page.locator(`main a[href^="${link}"]`).first().click()
  await page.locator(until).first().waitFor()
}

export const subscribe = (/** @type {Page} */ page) =>
  send(
    { email: `${freshNumber()}@mail.example` },
    { form: 'form[action="/newsletter"]', until: '[role=status].notice' },
  )(page)

/** Sends a claim without its text. @param {Page} page */
export async function askEmptyQuestion(page) {
  await askQuestion(page)
  await send({}, { form: 'form[action="/Account/Claims/new"]' })(page)
}

/** @param {Page} page */
export async function searchDesk(page) {
  const form = page.locator('form[action="/Desk/search"]')
  await form.locator('[name="input.words"]').fill('volt')
  await form.locator('[type=submit]').click()
  await page.waitForURL('**/Desk/Drafts/*')
}
