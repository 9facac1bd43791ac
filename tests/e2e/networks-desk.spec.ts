/** Contact data and a network's secret, set at the desk: what the shop shows, and what is shown once. */
import { expect, open, test, waitForScripts, type Page } from '../support/e2e'
import { signInAtDesk } from './desk-session'
import { rewrite } from './rewrite'

test.use({ ownServer: 'networks-desk', actionTimeout: 15_000 })

const main = (page: Page) => page.getByRole('main')

async function send(page: Page, button: string | RegExp): Promise<void> {
  await waitForScripts(page)
  await main(page).getByRole('button', { name: button }).first().click()
}

async function confirm(page: Page, effect: RegExp): Promise<void> {
  await send(page, 'Preview')
  await expect(main(page).getByText('Preview: nothing is done yet')).toBeVisible()
  await send(page, effect)
  await expect(main(page).getByRole('heading', { name: 'Done', exact: true })).toBeVisible()
}

async function isAsWideAsThePhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  const { scroll, inner } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    inner: window.innerWidth,
  }))
  expect(scroll).toBeLessThanOrEqual(inner)
}

test('contact data set at the desk are in the footer and on Contact within a minute', async ({
  page,
  server,
  sql,
}) => {
  test.slow()
  await open(page, '/Contactus')
  await expect(main(page).getByText('support@dealdwaar.example').first()).toBeVisible()
  await signInAtDesk(page, server, sql)
  for (const [name, value] of [
    ['SUPPORT_EMAIL', 'help@shop.example'],
    ['SOCIAL_LINKS', 'Telegram=https://t.me/shop'],
  ] as const) {
    await open(page, `/Desk/settings/set?name=${name}`)
    await main(page).getByLabel('Value').fill(value)
    await main(page).getByLabel('Reason').fill('The shop has its own now')
    await confirm(page, new RegExp(`^Sets ${name}`))
    await expect(main(page).getByText('It affects:').first()).toBeVisible()
  }
  await expect(async () => {
    await open(page, '/Contactus')
    await expect(main(page).getByRole('link', { name: 'help@shop.example' }).first()).toBeVisible({
      timeout: 1_000,
    })
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Telegram' })).toBeVisible({
      timeout: 1_000,
    })
  }).toPass({ timeout: 60_000 })
})

test('a link to an unknown host is refused at its field, and what was typed is kept', async ({
  page,
  server,
  sql,
}) => {
  await signInAtDesk(page, server, sql)
  await open(page, '/Desk/settings/set?name=SOCIAL_LINKS')
  await main(page).getByLabel('Value').fill('X=https://x.evil.example/shop')
  await main(page).getByLabel('Reason').fill('Moved')
  await send(page, 'Preview')
  await expect(
    main(page)
      .getByText(/^SOCIAL_LINKS must be such as/)
      .first(),
  ).toBeVisible()
  await expect(main(page).getByLabel('Value')).toHaveValue('X=https://x.evil.example/shop')
  await isAsWideAsThePhone(page)
})

test('a secret that was agreed to is shown once, and a test report is read with it', async ({
  page,
  server,
  sql,
}) => {
  test.slow()
  await server.ops('networks', 'secret', 'impact', '--former-hours', '72', '--yes').catch(() => '')
  // The one owner of the demo may agree alone after a minute.
  await rewrite(sql, (tx) => tx`UPDATE approvals SET created_at = created_at - interval '2 minutes'`)
  await signInAtDesk(page, server, sql)
  await open(page, '/Desk/networks/show?network=impact')
  await expect(main(page).getByText('closed: no secret').first()).toBeVisible()
  await isAsWideAsThePhone(page)
  await main(page).getByRole('link', { name: 'Make a network’s secret' }).first().click()
  await waitForScripts(page)
  await expect(main(page).getByLabel('Network')).toHaveValue('impact')
  await main(page).getByLabel('Former hours').fill('72')
  await confirm(page, /^Makes a secret for impact/)
  const shown = await main(page).innerText()
  const secret = /[0-9a-f]{48}/.exec(shown)![0]
  expect(shown).toContain(`/postback/impact/${secret}?SubId1=`)
  await isAsWideAsThePhone(page)
  await page.reload()
  await expect(main(page).getByRole('heading', { name: 'Done', exact: true })).toBeVisible()
  expect(await page.content()).not.toContain(secret)
  await open(page, '/Desk/networks/try?network=impact')
  if (!(await main(page).getByText('It is a test: nothing is stored.').count()))
    await main(page).getByRole('button').first().click()
  await expect(main(page).getByText(/It is a test: nothing is stored/)).toBeVisible()
  expect(await page.content()).not.toContain(secret)
})
