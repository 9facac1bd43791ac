// The desk on a phone: every page that links lead to, one of each kind.
import { expect, test } from '../support/e2e'
import { signInAtDesk } from './desk-session'
import { cutOff } from './layout'

test.describe.configure({ timeout: 900_000 })

test('every page of the desk fits a phone', async ({ page, server, sql, withScripts }) => {
  test.skip(withScripts, 'the layout does not depend on scripts')
  await signInAtDesk(page, server, sql)
  await page.setViewportSize({ width: 360, height: 740 })
  const paths = new Map([['/Desk/Today', '/Desk/Today']])
  const wide: string[] = []
  for (const path of paths.values()) {
    const answer = await page.goto(path)
    expect([path, answer!.status()]).toEqual([path, 200])
    const found = await cutOff(page)
    if (found.length) wide.push(`${path}: ${found.join('; ')}`)
    const links = await page
      .locator('a[href^="/Desk"]:not([download], [href$=".csv"])')
      .evaluateAll((all: HTMLAnchorElement[]) => all.map(({ pathname, search }) => pathname + search))
    for (const link of links) {
      // Pages of the same operation for another record are of the same kind.
      const kind = link.replace(/=[^&]*/g, '').replace(/\d+/g, '0')
      if (!paths.has(kind)) paths.set(kind, link)
    }
  }
  expect(wide).toEqual([])
  expect(paths.size).toBeGreaterThan(100)
})
