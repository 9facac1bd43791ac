// The member's choices of messages, and the link that ends them. Confirming an address by a mail of the demo: address.spec.ts.
import { expect, open, test } from '../support/e2e'
import { freshPhone, signInMember } from './members'

test('each of the six switches is saved, and a reload shows it as it was saved', async ({
  page,
  server,
  sql,
}) => {
  const { id } = await signInMember(page, server, sql)
  await sql`UPDATE users SET email_confirmed_at = now() WHERE id = ${id}`
  await open(page, '/Account/Notifications')
  const section = page.getByRole('region', { name: 'Messages' })
  const boxes = section.getByRole('checkbox')
  await expect(boxes).toHaveCount(6)
  const read = async () => Promise.all((await boxes.all()).map((box) => box.isChecked()))
  const opposite = (await read()).map((isChecked) => !isChecked)
  expect(opposite.filter(Boolean)).toHaveLength(2)
  for (const [i, box] of (await boxes.all()).entries()) await box.setChecked(opposite[i]!)
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByRole('status').getByText('Your choice is saved.')).toBeInViewport()
  await open(page, '/Account/Notifications')
  expect(await read()).toEqual(opposite)
})

test('the link of a newsletter ends the subscription by a button alone', async ({ page, sql }) => {
  const [phone, token] = [freshPhone(), `messages-${Date.now()}`]
  await sql`INSERT INTO subscriptions (email, unsubscribe_token) VALUES (${`${phone}@mail.example`}, ${token})`
  const left = async () => {
    const [row] = await sql`SELECT unsubscribed_at FROM subscriptions WHERE unsubscribe_token = ${token}`
    return row!.unsubscribed_at !== null
  }
  await open(page, `/unsubscribe/list-${token}`)
  expect(await left()).toBe(false)
  await page.getByRole('main').getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('You will get no more of these mails.')).toBeVisible()
  expect(await left()).toBe(true)
})
