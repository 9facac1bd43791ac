import type postgres from 'postgres'
import { expect, hydrated, test, type Page, type Server } from '../support/e2e'
import { signInMember } from './members'

const PAGE = '/Account/Notifications'
const LIVE = '/Account/Notifications/live'

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}

const header = (page: Page) => page.getByRole('banner')
const panel = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true })
const items = (page: Page) => page.getByRole('main').getByRole('listitem')

let serial = 0

/** A new signed-in member with `count` notifications. */
async function member(page: Page, server: Server, sql: postgres.Sql, count = 0) {
  const { id } = await signInMember(page, server, sql)
  const tell = async (n: number) => {
    for (let i = 0; i < n; i++)
      await sql`INSERT INTO notifications (user_id, reference, title, body, href)
        VALUES (${id}, ${`e2e:${++serial}`}, ${`Title ${i + 1}`}, 'Body', '/Account/History')`
  }
  await tell(count)
  return { tell }
}

test('an unread one is opened by its button and then is a link; all are marked by one button', async ({
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
  await expect(header(page).locator('.dot')).toHaveCount(0)
  await expect(page).toHaveURL(`${server.origin}/Aboutus`)
})

test('the empty page says so', async ({ page, server, sql }) => {
  await member(page, server, sql)
  await open(page, PAGE)
  await expect(
    page.getByRole('main').getByText('Nothing new. We tell you here when your money moves.'),
  ).toBeVisible()
})

test.describe('with scripts', () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'needs scripts')

  /** Records the stream requests of this browser. */
  function watchStreams(page: Page) {
    const streams: string[] = []
    page.context().on('request', (request) => {
      if (request.url().includes(LIVE)) streams.push(request.url())
    })
    return streams
  }

  /** Simulates hiding and showing the window. */
  const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)

  test('a sale is reported: dot, balance and list follow without a reload', async ({ page, server, sql }) => {
    await member(page, server, sql)
    const streams = watchStreams(page)
    await open(page, '/Coupontopcodes')
    await page.getByRole('main').locator('a[href^="/CouponsDetails/"]').first().click()
    const deal = await page.getByRole('main').locator('a[href^="/out/"]').first().getAttribute('href')
    await expect.poll(() => streams.length).toBe(1)
    const out = await page.request.get(deal!, { maxRedirects: 0 })
    const p1 = new URL(out.headers().location!).searchParams.get('p1')!
    await expect(header(page).getByText('Balance: Rs. 0.00').first()).toBeVisible()
    await page.evaluate(() => (document.documentElement.dataset.mark = 'not reloaded'))
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()

    const postback = `/postback/trackier/demo-trackier-secret?p1=${p1}&txn_id=L-${p1}&sale_amount=1000&payout=300&status=`
    expect((await page.request.get(`${postback}approved`)).status()).toBe(200)
    await expect(header(page).getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
    await expect(header(page).locator('.dot').first()).toBeAttached()
    await expect(
      header(page)
        .getByText(/^Balance: Rs\. [1-9][\d,]*\.\d\d$/)
        .first(),
    ).toBeVisible()
    await header(page).getByRole('button', { name: 'Notifications, 1 unread' }).click()
    await expect(panel(page).getByRole('listitem').first()).toContainText('Cashback confirmed')
    expect(await page.evaluate(() => document.documentElement.dataset.mark)).toBe('not reloaded')
    expect(streams).toHaveLength(1)
  })

  test('the page of notifications follows too', async ({ page, server, sql }) => {
    const { tell } = await member(page, server, sql)
    const streams = watchStreams(page)
    await open(page, PAGE)
    await expect.poll(() => streams.length).toBe(1)
    await tell(2)
    await expect(items(page)).toHaveCount(2)
  })

  test('one stream a browser: a second tab listens with the first, and takes over when it closes', async ({
    page,
    context,
    server,
    sql,
  }) => {
    const { tell } = await member(page, server, sql)
    const streams = watchStreams(page)
    await open(page, '/Aboutus')
    await expect.poll(() => streams.length).toBe(1)
    const second = await context.newPage()
    await open(second, '/Contactus')
    await tell(1)
    for (const tab of [page, second])
      await expect(header(tab).getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
    expect(streams).toHaveLength(1)

    await page.close()
    await expect.poll(() => streams.length).toBe(2)
    await tell(1)
    await expect(header(second).getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible()
  })

  test('a hidden tab closes its stream; seen again, it has what it missed', async ({ page, server, sql }) => {
    const { tell } = await member(page, server, sql)
    const streams = watchStreams(page)
    await open(page, '/Aboutus')
    await expect.poll(() => streams.length).toBe(1)
    const closed = () => server.output().split(`"path":"${LIVE}"`).length - 1
    const before = closed()
    await setVisibility(page, 'hidden')
    await expect.poll(closed).toBe(before + 1)
    await tell(1)
    await expect(header(page).getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
    await setVisibility(page, 'visible')
    await expect(header(page).getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
    expect(streams).toHaveLength(2)
    expect(streams[1]).toContain(`${LIVE}?after=0`)
  })

  test('a guest listens to nothing', async ({ page }) => {
    const streams = watchStreams(page)
    await open(page, '/Aboutus')
    await page.getByRole('link', { name: 'DealDwaar' }).first().click()
    await expect(page).toHaveURL(/\/$/)
    expect(streams).toEqual([])
  })
})
