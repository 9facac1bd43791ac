// A phone of 320 px: words of 30 letters and more in each text that a feed brings, and fields that iOS does not enlarge.
import { expect, open, test } from '../support/e2e'
import { cutOff } from './layout'
import { signInDemo } from './members'

const TITLE = 'Donaudampfschifffahrtsgesellschaft'
const STORE = 'rindfleischetikettierungsueberwachung'

test.use({ viewport: { width: 320, height: 740 }, hasTouch: true, isMobile: true, expectedProblems: [/404/] })

test('long words break, and no page is wider than the screen', async ({ page, server }) => {
  test.setTimeout(90_000)
  const imported = await server.ops('catalogue', 'import', 'tests/e2e/feeds/wide.json')
  expect(imported).toMatch(/new 2|unchanged 2/)
  for (const path of [
    `/CouponCode/${TITLE}`,
    `/CouponsDetails/${TITLE}`,
    `/Offers/${STORE}`,
    `/Offers/${STORE}?tab=product`,
    `/CouponFilters/All?q=${TITLE}`,
    `/CouponFilters/All?q=${STORE}&show=all`,
    `/CouponFilters/All?store=${STORE}`,
    `/CouponFilters/All?q=${TITLE}withoutaresult`,
    `/CouponsDetails/${TITLE.repeat(2)}`,
    '/Deals?sort=newest',
    '/Coupontopcodes?sort=newest',
  ]) {
    await open(page, path)
    expect.soft(await cutOff(page), path).toEqual([])
  }
})

test('a badge beside a long title stays in one line', async ({ page, server, sql }) => {
  await signInDemo(page, server, sql)
  await page.goto('/Account/Notifications')
  const badges = page.locator('main li .badge')
  await expect(badges.first()).toBeVisible()
  const lines = await badges.evaluateAll((all) =>
    all.map((badge) => badge.getBoundingClientRect().height / parseFloat(getComputedStyle(badge).lineHeight)),
  )
  expect(lines.filter((count) => count > 1.9)).toEqual([])
})

test('no field has letters below 16 px, at which iOS zooms in', async ({ page }) => {
  for (const path of ['/Deals', '/CouponFilters/All', '/Coupontopcodes', '/TopStores', '/?dialog=sign-up']) {
    await open(page, path)
    const fields = page.locator('select, textarea, input:not([type=hidden], [type=checkbox], [type=radio])')
    const sizes = await fields.evaluateAll((all) =>
      all.map((one) => [one.getAttribute('name'), parseFloat(getComputedStyle(one).fontSize)] as const),
    )
    expect(sizes.length).toBeGreaterThan(0)
    expect
      .soft(
        sizes.filter(([, size]) => size < 16),
        path,
      )
      .toEqual([])
  }
})
