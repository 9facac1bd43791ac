import { expect, open, test } from '../support/e2e'
import { addMember, freshPhone, PASSWORD } from './members'

const STORE = '/Offers/voltwala'

test('a guest follows a store through sign-in, finds it in the account and unfollows it', async ({
  page,
  sql,
}) => {
  const phone = freshPhone()
  await addMember(sql, phone)
  const main = page.getByRole('main')
  await open(page, STORE)
  await main.getByRole('button', { name: 'Follow' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Sign in to follow this store.')
  await dialog.getByLabel('Mobile number').fill(phone)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(STORE)
  await expect(page.getByRole('status').first()).toContainText('We tell you when its rate rises')
  await expect(main.getByRole('button', { name: 'Following (press to unfollow)' })).toBeVisible()

  await page.getByRole('link', { name: 'Stores you follow' }).click()
  const row = main.getByRole('listitem').filter({ hasText: 'Voltwala' })
  await expect(row).toHaveCount(1)
  await row.getByRole('button', { name: 'Unfollow Voltwala' }).click()
  await expect(page.getByRole('status').first()).toContainText('You do not follow Voltwala any more.')
  await expect(main).toContainText('You follow no store yet.')
})
