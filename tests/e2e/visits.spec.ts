import { expect, open, test } from '../support/e2e'
import { DETAIL } from './kesar'
import { signInMember } from './members'
import { getDeal } from './shopping'

test('who has just shopped finds the visit from the offer, the wallet and My Cashback', async ({
  page,
  server,
  sql,
  exits,
}) => {
  const { id } = await signInMember(page, server, sql)
  await open(page, '/Account/Wallet')
  await page
    .getByRole('main')
    .getByRole('link', { name: /My Cashback$/ })
    .last()
    .click()
  await expect(page.getByRole('heading', { name: 'My Cashback' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'See All Deals' }).click()
  await expect(page).toHaveURL(/\/Deals$/)

  await open(page, DETAIL)
  const clickId = (await getDeal(page, exits)).searchParams.get('p1')!
  await page.goto(DETAIL)
  await page.getByRole('link', { name: /^Visit DV-[0-9A-Z]{8}$/ }).click()
  await expect(page).toHaveURL(/\/Account\/Visits\/DV-/)
  const number = page.url().split('/').at(-1)!
  await expect(page.getByText(`Visit ${number}`)).toBeVisible()
  await expect(page.getByText('The store has not reported an order for this visit.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Account' }).locator('[aria-current]')).toHaveText(
    'My Cashback',
  )

  for (const status of ['pending', 'approved'])
    await page.request.get(
      `${server.origin}/postback/trackier/demo-trackier-secret?p1=${clickId}&conversion_id=${clickId}&sale_amount=2000&status=${status}`,
    )
  await page.getByRole('main').getByRole('link', { name: 'My Cashback' }).last().click()
  const row = page.getByRole('listitem').filter({ hasText: number })
  await expect(row).toContainText('Withdrawable')
  await expect(row).toContainText('Rs. 160.00')

  // What is old and without an order is folded away.
  await sql`
    INSERT INTO clicks (id, user_id, campaign_id, network, payout_hundredths, payout_model, currency, visitor_hash, created_at)
    SELECT ${`old${id}`}, user_id, campaign_id, network, payout_hundredths, payout_model, currency, '', now() - interval '20 days'
      FROM clicks WHERE id = ${clickId}`
  await page.goto('/Account/Visits')
  await expect(page.locator('.visit-row:visible')).toHaveCount(1)
  await page.getByText('No order seen (1)').click()
  await expect(page.locator('.visit-row:visible')).toHaveCount(2)
})
