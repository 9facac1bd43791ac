import { expect, open, test } from '../support/e2e'
import { findViolations } from '../support/axe'
import { DETAIL } from './kesar'
import { signInMember } from './members'

test('Get Deal of the demo opens a store, where buying and confirming lead to money in the wallet', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  await signInMember(page, server, sql)
  await open(page, DETAIL)
  const [shop] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('main').getByRole('link', { name: 'Get Deal' }).first().click(),
  ])
  await expect(shop.getByRole('heading', { name: 'Here the store would open' })).toBeVisible()
  if (withScripts) expect(await findViolations(shop)).toEqual([])
  await shop.getByRole('button', { name: 'Buy for Rs. 2,499' }).click()
  await shop.getByRole('button', { name: 'Confirm the order' }).click()
  await shop.getByRole('main').getByRole('link', { name: 'Wallet' }).click()
  await expect(shop.locator('[data-balance="available"]')).toHaveText(/Rs\. 199\.92/)
})
