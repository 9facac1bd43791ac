// Each way to a form of a member's details, on a phone: its first field is in sight.
import { expect, waitForScripts, open, test, type Page } from '../support/e2e'
import { signInMember } from './members'

test.use({ viewport: { width: 360, height: 740 } })

type Way = [
  to: string,
  field: string,
  with_: { upi?: boolean; earned?: number },
  go: (page: Page) => Promise<void>,
]

const by = (path: string, name: string | RegExp) => async (page: Page) => {
  await open(page, path)
  await page.getByRole('link', { name }).first().click()
}
const at = (path: string) => (page: Page) => open(page, path)
const ofCard = (title: string) => async (page: Page) => {
  await open(page, '/Account/Wallet')
  await page.getByRole('region', { name: title }).getByRole('link').click()
}
const refused =
  (path: string, button = 'Save') =>
  async (page: Page) => {
    await open(page, path)
    await page.getByRole('button', { name: button }).click()
  }

const BANK = 'Account number'
const UPI = 'UPI ID'
const NAME = 'Full name'
const ways: Way[] = [
  ['the notice, bank', BANK, {}, by('/Account/Wallet?dialog=withdraw', 'Add bank account')],
  ['the notice, UPI', UPI, {}, by('/Account/Wallet?dialog=withdraw', 'Add UPI ID')],
  ['the notice of another page', UPI, {}, by('/Deals?dialog=withdraw', 'Add UPI ID')],
  ['the card, bank', BANK, {}, ofCard('Bank details')],
  ['the card, UPI', UPI, {}, ofCard('UPI details')],
  [
    'the dialog for withdrawals',
    BANK,
    { upi: true, earned: 5000 },
    by('/Account/Wallet?dialog=withdraw', /^Add Details/),
  ],
  ['the profile', NAME, {}, by('/Account', 'Edit details')],
  ['the address, bank', BANK, {}, at('/Account/Wallet?edit=bank#bank-details')],
  ['the address, UPI', UPI, {}, at('/Account/Wallet?edit=upi#upi-details')],
  ['the address, profile', NAME, {}, at('/Account?edit=details#details')],
  ['a refusal, bank', BANK, {}, refused('/Account/Wallet?edit=bank')],
  ['a refusal, UPI', UPI, {}, refused('/Account/Wallet?edit=upi')],
  ['a refusal, deletion', 'Password', {}, refused('/Account/Privacy', 'Delete account')],
]

for (const [title, label, possessions, go] of ways)
  test(`the form that ${title} opens is in sight`, async ({ page, server, sql, withScripts }) => {
    await signInMember(page, server, sql, possessions)
    await go(page)
    const field = page.getByLabel(label, { exact: true })
    await waitForScripts(page)
    await expect(async () => {
      const [header, box] = await Promise.all([page.locator('.header').boundingBox(), field.boundingBox()])
      expect(box!.y).toBeGreaterThanOrEqual(header!.y + header!.height)
      expect(box!.y + box!.height).toBeLessThanOrEqual(740)
    }).toPass({ timeout: 10_000 })
    if (withScripts) await expect(field).toBeFocused()
  })
