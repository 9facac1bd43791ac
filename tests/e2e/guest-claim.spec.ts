import { expect, test } from '../support/e2e'
import { freshNumber, open, signUp } from './joining'
import { getDeal } from './shopping'

test('the pending cashback of a guest’s purchase is in the wallet after sign-up', async ({
  page,
  exits,
  withScripts,
}) => {
  await open(page, '/CouponsDetails/ten-off-at-baingan-baazi')
  const p1 = (await getDeal(page, exits)).searchParams.get('p1')!
  expect(p1).toMatch(/^[a-z2-7]{26}$/)

  const answer = await page.request.get(
    `/postback/trackier/demo-trackier-secret?p1=${p1}&txn_id=G-${p1}&sale_amount=640&status=pending`,
  )
  expect(await answer.text()).toBe('OK')

  const phone = freshNumber(withScripts, 7)
  await open(page, '/CouponsDetails/ten-off-at-baingan-baazi?dialog=sign-up')
  await signUp(page, { name: 'Farah Khan', phone, email: `farah${phone}@mail.example` }, withScripts)
  await open(page, '/Account/Wallet')
  await expect(page.locator('[data-balance=pending]')).toHaveText('Rs. 32.00')
  await open(page, '/Account/Notifications')
  await expect(page.getByRole('main').getByText('Cashback pending', { exact: true })).toBeVisible()
})
