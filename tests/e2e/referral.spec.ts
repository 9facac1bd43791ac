import { expect, hydrated, test } from '../support/e2e'
import { signInDemo } from './members'

test('a referral link is remembered until sign-up, and the new member is listed masked', async ({
  page,
  browser,
  server,
  sql,
  withScripts,
}) => {
  await signInDemo(page, server, sql)
  await page.goto('/Account/Referral')
  await hydrated(page)
  const link = await page.getByLabel('Your link').inputValue()
  const code = await page.getByLabel('Your referral code').inputValue()
  expect(new URL(link).searchParams.get('ref')).toBe(code)
  await expect(page.getByText('R••• N•••')).toBeVisible()
  await expect(page.getByText(/1 friends?, who brought you Rs\. \d+\.\d\d/)).toBeVisible()
  await expect(page.getByText('Ravi')).toHaveCount(0)

  const friend = await browser.newContext({ javaScriptEnabled: withScripts, baseURL: server.origin })
  const theirs = await friend.newPage()
  await theirs.goto(link)
  await theirs.goto('/Deals')
  await theirs.goto('/Coupontopcodes?dialog=sign-up')
  await expect(theirs.getByRole('dialog').getByLabel('Referral code')).toHaveValue(code)
  await friend.close()
})

test('Share Now leads to the list of referred members', async ({ page, server, sql }) => {
  await signInDemo(page, server, sql)
  await page.goto('/HowitWorks?dialog=refer')
  await hydrated(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\?text=/,
  )
  await expect(dialog.getByRole('link', { name: 'SMS' })).toHaveAttribute('href', /^sms:\?body=/)
  await dialog.getByRole('link', { name: 'Who joined, and what it brought you' }).click()
  await expect(page).toHaveURL(/\/Account\/Referral$/)
  await expect(page.getByRole('heading', { name: 'Who joined' })).toBeVisible()
})
