// What Back does after a dialog.
import { expect, waitForScripts, open, test, type Page } from '../support/e2e'
import { signInMember } from './members'

const dialog = (page: Page) => page.getByRole('dialog')

test('Close and Escape leave no dialog for Back to open again', async ({ page, server, withScripts }) => {
  await page.goto('/Aboutus')
  await open(page, '/HowitWorks')
  const expectPath = (path: string) => expect(page).toHaveURL(`${server.origin}${path}`)
  const share = page.getByRole('main').getByRole('link', { name: 'Share Now' })
  await share.click()
  await expect(dialog(page)).toBeVisible()
  if (!withScripts) {
    await dialog(page).getByRole('link', { name: 'Close' }).click()
    await expectPath('/HowitWorks')
    return expect(dialog(page)).toHaveCount(0)
  }
  await dialog(page).getByRole('link', { name: 'Sign Up' }).click()
  await expect(dialog(page).getByLabel('Full name')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expectPath('/HowitWorks')
  await page.goBack()
  await expectPath('/Aboutus')

  await open(page, '/HowitWorks?dialog=sign-in')
  await dialog(page).getByRole('link', { name: 'Close' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expectPath('/HowitWorks')
  await page.goBack()
  await expectPath('/Aboutus')
})

test('after a withdrawal, Back does not open a form for another one', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  await signInMember(page, server, sql, { earned: 8000, upi: true })
  await page.goto('/Account/History')
  await open(page, '/Account/Wallet')
  await page.getByRole('link', { name: 'Redeem' }).click()
  const amount = dialog(page).getByLabel('Amount in rupees')
  await waitForScripts(page)
  if (withScripts) await expect(amount).toBeFocused()
  await dialog(page).getByRole('link', { name: /^All:/ }).click()
  await expect(amount).toHaveValue('80.00')
  await waitForScripts(page)
  if (withScripts) await expect(amount).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.locator('#withdrawals > .notice')).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.withdrawal-saved')).toBeInViewport()
  if (!withScripts) return
  await page.goBack()
  await expect(page).toHaveURL(`${server.origin}/Account/Wallet`)
  await expect(dialog(page)).toHaveCount(0)
})

test('after three refusals one step back leaves the dialog, and so does Close', async ({
  page,
  server,
  withScripts,
}) => {
  test.skip(!withScripts, 'without scripts each refusal is another page')
  const expectPath = (path: string) => expect(page).toHaveURL(`${server.origin}${path}`)
  for (const leave of [
    () => page.goBack(),
    () => dialog(page).getByRole('link', { name: 'Close' }).click(),
  ]) {
    await page.goto('/Aboutus')
    await open(page, '/HowitWorks')
    await page.getByRole('main').getByRole('link', { name: 'Share Now' }).click()
    const phone = dialog(page).getByLabel('Mobile number')
    for (const wrong of ['1', '22', '333']) {
      await phone.fill(wrong)
      const shown = page.waitForResponse((response) => response.request().method() === 'POST')
      await dialog(page).getByRole('button', { name: 'Login' }).click()
      await shown
      await expect(page.getByText('Loading...')).toHaveCount(0)
      await expect(phone).toHaveAttribute('aria-invalid', 'true')
      await expect(phone).toHaveValue(wrong)
    }
    await leave()
    await expectPath('/HowitWorks')
    await expect(dialog(page)).toHaveCount(0)
    await page.goBack()
    await expectPath('/Aboutus')
  }
})
