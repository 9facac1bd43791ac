import type postgres from 'postgres'
import { expect, open, test, type Page, type Server } from '../support/e2e'
import { signInMember } from './members'

const PAGE = '/Account/Notifications'
const HEADER = '/Account/header.json'

const header = (page: Page) => page.getByRole('banner')
const panel = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true })
const items = (page: Page) =>
  page.getByRole('region', { name: 'Notifications', exact: true }).getByRole('listitem')

let serial = 0

/** A new signed-in member with `count` notifications. */
async function member(
  page: Page,
  server: Server,
  sql: postgres.Sql,
  count = 0,
  possessions: Parameters<typeof signInMember>[3] = {},
) {
  const { id } = await signInMember(page, server, sql, possessions)
  const tell = async (n: number) => {
    for (let i = 0; i < n; i++)
      await sql`INSERT INTO notifications (user_id, reference, title, body, href)
        VALUES (${id}, ${`e2e:${++serial}`}, ${`Title ${i + 1}`}, 'Body', '/Account/History')`
  }
  await tell(count)
  return { tell }
}

test('an unread item is opened by a button and then is a link; one button marks all', async ({
  page,
  server,
  sql,
}) => {
  await member(page, server, sql, 3)
  await open(page, PAGE)
  await expect(items(page)).toHaveCount(3)
  await expect(items(page).first()).toContainText('Title 3')
  await items(page)
    .first()
    .getByRole('button', { name: /^Title 3/ })
    .click()
  await expect(page).toHaveURL(`${server.origin}/Account/History`)

  await open(page, PAGE)
  await expect(items(page).first().getByRole('link')).toContainText('Title 3')
  await expect(header(page).getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible()
  await page.getByRole('button', { name: 'Mark as read: Title 2' }).click()
  await expect(header(page).getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()

  // The side panel shows the same on any page.
  await open(page, '/Aboutus')
  await header(page).getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await expect(panel(page).getByRole('listitem')).toHaveCount(3)
  await panel(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(header(page).getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await expect(header(page).locator('.icon-button-dot')).toHaveCount(0)
  await expect(page).toHaveURL(`${server.origin}/Aboutus`)
})

test('the empty page shows its text', async ({ page, server, sql }) => {
  await member(page, server, sql)
  await open(page, PAGE)
  await expect(
    page.getByRole('main').getByText('Nothing new. We tell you here when your money moves.'),
  ).toBeVisible()
})

test.describe('header refresh with scripts', () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'needs scripts')

  /** Records the requests for a fresh header of this browser. */
  function watchHeader(page: Page) {
    const asked: string[] = []
    page.context().on('request', (request) => {
      if (request.url().includes(HEADER)) asked.push(request.url())
    })
    return asked
  }

  const focus = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

  /** Simulates hiding and showing the window. */
  const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)

  const MINUTE = 60_000
  const newsButton = (page: Page, name: string) => header(page).getByRole('button', { name, exact: true })

  test('the dot, the balance and the list show a sale on focus, without a reload', async ({
    page,
    server,
    sql,
  }) => {
    await member(page, server, sql)
    await open(page, '/Coupontopcodes')
    await page.getByRole('main').locator('a[href^="/CouponsDetails/"]').first().click()
    const deal = await page.getByRole('main').locator('a[href^="/out/"]').first().getAttribute('href')
    const out = await page.request.get(deal!, { maxRedirects: 0 })
    const p1 = new URL(out.headers().location!).searchParams.get('p1')!
    await expect(header(page).getByText('Balance: Rs. 0.00').first()).toBeVisible()
    await page.evaluate(() => (document.documentElement.dataset.mark = 'not reloaded'))
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate(() => window.scrollY)

    const postback = `/postback/trackier/demo-trackier-secret?p1=${p1}&conversion_id=L-${p1}&sale_amount=1000&payout=300&status=`
    expect((await page.request.get(`${postback}approved`)).status()).toBe(200)
    // The report is applied after its response.
    await expect.poll(async () => (await (await page.request.get(HEADER)).json()).unread).toBe(1)
    await expect(newsButton(page, 'Notifications')).toBeVisible()
    await focus(page)
    await expect(newsButton(page, 'Notifications, 1 unread')).toBeVisible()
    await expect(header(page).locator('.icon-button-dot').first()).toBeAttached()
    await expect(
      header(page)
        .getByText(/^Balance: Rs\. [1-9][\d,]*\.\d\d$/)
        .first(),
    ).toBeVisible()
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled)
    await newsButton(page, 'Notifications, 1 unread').click()
    await expect(panel(page).getByRole('listitem').first()).toContainText('Cashback confirmed')
    expect(await page.evaluate(() => document.documentElement.dataset.mark)).toBe('not reloaded')
  })

  test('after a minute a visible tab shows new notifications; a hidden tab sends no request', async ({
    page,
    server,
    sql,
  }) => {
    const { tell } = await member(page, server, sql)
    const asked = watchHeader(page)
    await page.clock.install()
    await open(page, '/Aboutus')
    await tell(1)
    await page.clock.runFor(MINUTE)
    await expect(newsButton(page, 'Notifications, 1 unread')).toBeVisible()
    expect(asked).toHaveLength(1)

    await setVisibility(page, 'hidden')
    await tell(1)
    await focus(page)
    await page.clock.runFor(5 * MINUTE)
    expect(asked).toHaveLength(1)
    await setVisibility(page, 'visible')
    await expect(newsButton(page, 'Notifications, 2 unread')).toBeVisible()
    expect(asked).toHaveLength(2)
  })

  test('a failed request shows no error and is repeated', async ({ page, server, sql }) => {
    const { tell } = await member(page, server, sql)
    await open(page, '/Aboutus')
    await tell(1)
    const text = await page.locator('body').innerText()
    for (const answer of [
      { status: 200, contentType: 'text/html', body: '<p>Sign in to this network</p>' },
      { status: 204 },
    ]) {
      await page.route(`**${HEADER}`, (route) => route.fulfill(answer))
      const answered = page.waitForResponse(`**${HEADER}`)
      await focus(page)
      await (await answered).finished()
      expect(await page.locator('body').innerText()).toBe(text)
      await page.unroute(`**${HEADER}`)
    }
    await expect
      .poll(async () => {
        await focus(page)
        return newsButton(page, 'Notifications, 1 unread').isVisible()
      })
      .toBe(true)
  })

  test('new items appear on the notifications page; an open dialog and its input stay', async ({
    page,
    server,
    sql,
  }) => {
    const { tell } = await member(page, server, sql, 1, { earned: 5000, upi: true })
    await open(page, `${PAGE}?dialog=withdraw`)
    const all = page.locator('main li')
    const before = await all.count()
    const dialog = page.getByRole('dialog')
    const amount = dialog.getByRole('textbox', { name: 'Amount' })
    await amount.fill('0')
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await amount.fill('12')
    await tell(2)
    await focus(page)
    await expect(all).toHaveCount(before + 2)
    await expect(amount).toHaveValue('12')
    await expect(amount).toBeFocused()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(items(page).first()).toContainText('Title 2')
  })

  test('a guest’s page sends no requests', async ({ page }) => {
    const asked = watchHeader(page)
    await page.clock.install()
    await open(page, '/Aboutus')
    await focus(page)
    await page.clock.runFor(5 * MINUTE)
    await page.getByRole('link', { name: 'DealDwaar' }).first().click()
    await expect(page).toHaveURL(/\/$/)
    expect(asked).toEqual([])
  })
})
