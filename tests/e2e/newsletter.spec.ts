import { expect, waitForScripts, open, test, type Page } from '../support/e2e'

const form = (page: Page) => page.getByRole('region', { name: 'Subscribe to our Newsletter', exact: true })
const field = (page: Page) => form(page).getByLabel('E-mail address')
const send = (page: Page) => form(page).getByRole('button', { name: 'Subscribe' }).click()

for (const path of ['/', '/Flexpage'])
  test(`the newsletter form on ${path}: an invalid address is reported at its field, a valid one is confirmed`, async ({
    page,
  }) => {
    await open(page, path)
    await field(page).fill('asha @example')
    await send(page)
    await expect(form(page).getByText('Please enter a valid email address.')).toBeInViewport()
    await expect(field(page)).toHaveValue('asha @example')
    await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
    await waitForScripts(page)
    await field(page).fill(' Asha@Example.IN ')
    await send(page)
    await expect(form(page).getByText('Thank you! You are subscribed.')).toBeInViewport()
    await expect(page.getByText('Thank you! You are subscribed.')).toHaveCount(1)
    await expect(field(page)).toHaveValue('')
    expect(new URL(page.url()).pathname).toBe(path)
  })

test('the newsletter form has a honeypot that is invisible and not focusable', async ({ page }) => {
  await open(page, '/')
  const trap = page.locator('input[name=website]')
  expect((await trap.locator('xpath=ancestor::div[1]').boundingBox())!.width).toBeLessThanOrEqual(1)
  await field(page).focus()
  await page.keyboard.press('Tab')
  await expect(form(page).getByRole('button', { name: 'Subscribe' })).toBeFocused()
})
