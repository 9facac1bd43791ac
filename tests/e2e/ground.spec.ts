import { expect, waitForScripts, test } from '../support/e2e'

test('the home page is complete before any script runs', async ({ page, withScripts }) => {
  const answer = await page.goto('/')
  expect(answer!.status()).toBe(200)
  await expect(page).toHaveTitle(/DealDwaar/)
  await waitForScripts(page)
  const marker = await page.locator('html').getAttribute('data-hydrated')
  expect(marker !== null).toBe(withScripts)
})
