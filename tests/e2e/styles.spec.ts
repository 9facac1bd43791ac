// Which CSS a page has, and that it does not matter in which order the files of its components come.
import fs from 'node:fs'
import { untilHydrated } from '../../scripts/visit-page.mjs'
import { expect, test } from '../support/e2e'
import { looks, orderProblems } from './computed-styles'
import { signInDemo } from './members'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const GUEST = [
  '/',
  '/?dialog=sign-up',
  '/CouponFilters/All?q=rs',
  '/TopStores',
  '/Deals',
  '/Offers/voltwala',
  '/CouponsDetails/Mithai boxes delivered across India',
  '/HowitWorks?dialog=refer',
  '/Aboutus',
]
const MEMBER = [
  '/Account',
  '/Account/Visits',
  '/Account/History',
  '/Account/Wallet?dialog=withdraw',
  '/Account/Referral',
  '/Account/Notifications',
]

/** A window, and the width of one in which text is at 150 %. */
const WIDTHS = [240, 1280]

const isOfComponents = (file: string) =>
  file.endsWith('.css') && !/\b(?:tailwind|reset|special-media)\b/.test(file)
const sheets = fs
  .readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter(isOfComponents)
  .map((file) => fs.readFileSync(`app/${file}`, 'utf8'))

for (const [visitor, addresses] of Object.entries({ guest: GUEST, member: MEMBER }))
  test(`no page of a ${visitor} depends on the order of two components' sheets`, async ({
    page,
    server,
    sql,
    withScripts,
  }) => {
    test.skip(withScripts, 'Styles are the same with scripts.')
    if (visitor === 'member') await signInDemo(page, server, sql)
    for (const address of addresses) {
      await page.goto(server.origin + address)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        expect.soft(await orderProblems(page, sheets), `${address}, ${width}`).toEqual([])
      }
    }
  })

test('two sheets that depend on their order are reported', async ({ page, server, withScripts }) => {
  test.skip(withScripts, 'Styles are the same with scripts.')
  await page.goto(server.origin)
  const [one, other] = ['red', 'blue'].map(
    (colour) => `@layer components { .header:hover { color: ${colour}; } }`,
  )
  expect(await orderProblems(page, [one!, other!])).toContainEqual(
    expect.stringContaining('HEADER.header color'),
  )
})

test('a navigation ends with the same styles as a document', async ({ page, server, sql, withScripts }) => {
  test.skip(!withScripts, 'Every navigation loads a document.')
  await signInDemo(page, server, sql)
  await page.goto(server.origin)
  await untilHydrated(page)
  for (const [link, path] of [
    ['main a[href^="/Offers/"]', '/Offers/'],
    ['.header a[href="/Account"]', '/Account'],
    ['.account-tabs a[href="/Account/Wallet"]', '/Account/Wallet'],
    ['main a[href*="dialog=withdraw"]', 'dialog=withdraw'],
  ] as const) {
    await page.locator(link).first().click()
    await page.waitForURL((url) => url.href.includes(path))
    await page.locator('.loading:empty').waitFor({ state: 'attached' })
    // Nothing is hovered.
    await page.mouse.move(1, 1)
    const navigated = await looks(page)
    await page.reload()
    await untilHydrated(page)
    expect(await looks(page), path).toEqual(navigated)
  }
})
