import { expect, waitForScripts, open, test, type Page } from '../support/e2e'
import { freshNumber, signUp } from './joining'
import { getDeal } from './shopping'

test('a guest sees the recorded visit, and has its pending cashback in the wallet after sign-up', async ({
  page,
  exits,
  withScripts,
}) => {
  await open(page, '/CouponsDetails/ten-off-at-baingan-baazi')
  await waitForScripts(page)
  const p1 = (await getDeal(page, exits)).searchParams.get('p1')!
  expect(p1).toMatch(/^[a-z2-7]{26}$/)
  if (!withScripts) await page.reload()
  const told = page.getByText(/Visit recorded \d+ \w+ \d{4}, \d+:\d\d [ap]m, 5\.00% locked/)
  await expect(told).toBeVisible()
  await expect(
    page.getByText('Sign up in this browser within 7 days, and the cashback is yours.'),
  ).toBeVisible()
  if (withScripts) await staysTold(page)

  const answer = await page.request.get(
    `/postback/trackier/demo-trackier-secret?p1=${p1}&conversion_id=G-${p1}&sale_amount=640&status=pending`,
  )
  expect(await answer.text()).toBe('OK')

  const phone = freshNumber(withScripts, 7)
  await open(page, '/CouponsDetails/ten-off-at-baingan-baazi?dialog=sign-up')
  await signUp(page, { name: 'Farah Khan', phone, email: `farah${phone}@mail.example` }, withScripts)
  await open(page, '/Account/Wallet')
  await expect(page.locator('[data-balance=pending]')).toHaveText('Rs. 32.00')
  await open(page, '/Account/Notifications')
  await expect(page.getByRole('main').getByText(/^Cashback pending · \d+ \w{3} \d{4}, /)).toBeVisible()
})

/** The visitor comes back to a tab that has said it: read again, the page would no longer say it. */
async function staysTold(page: Page): Promise<void> {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(asked).toEqual([])
}
