import { expect, open, test } from '../support/e2e'
import { DETAIL } from './kesar'
import { signInDemo, signInMember } from './members'

test('a referral link is remembered until sign-up, and the new member is listed masked', async ({
  page,
  browser,
  server,
  sql,
  withScripts,
}) => {
  await signInDemo(page, server, sql)
  await open(page, '/Account/Referral')
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

test('Share Now offers the link to send and to copy, and leads to the list of referred members', async ({
  page,
  context,
  server,
  sql,
  withScripts,
}) => {
  if (withScripts) await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInDemo(page, server, sql)
  await open(page, '/HowitWorks?dialog=refer')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\?text=/,
  )
  await expect(dialog.getByRole('link', { name: 'SMS' })).toHaveAttribute('href', /^sms:\?body=/)
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  if (withScripts) {
    await expect(dialog.getByRole('button', { name: 'Copied!' })).toBeVisible()
    const link = await dialog.getByLabel('Your link').inputValue()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  } else {
    await expect(dialog.getByText('Touch and hold the link, then choose Copy.')).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await dialog.getByRole('link', { name: 'Who joined, and what it brought you' }).click()
  await expect(page).toHaveURL(/\/Account\/Referral$/)
  await expect(page.getByRole('heading', { name: 'Who joined' })).toBeVisible()
})

test('a member shares an offer with their code by copying, and by other apps where the browser can', async ({
  page,
  server,
  sql,
  context,
  withScripts,
}) => {
  const { phone } = await signInMember(page, server, sql)
  const link = `${server.origin}${DETAIL}?ref=LATA${phone}`
  if (!withScripts) {
    await open(page, DETAIL)
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByLabel(/then choose Copy/)).toHaveValue(link)
    await expect(page.getByRole('button', { name: 'Other apps' })).toHaveCount(0)
    return
  }
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    navigator.share = (shared) => Promise.resolve(document.body.setAttribute('data-shared', shared!.url!))
  })
  await open(page, DETAIL)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await page.getByRole('button', { name: 'Other apps' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-shared', link)
})
