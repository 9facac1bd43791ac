// Long pages: nothing moves while a shopper scrolls, all of it fits after the phone is turned, and screen readers know all of it.
import { expect, waitForScripts, open, test, type Page } from '../support/e2e'
import { cutOff } from './layout'

const PATHS = [
  '/',
  '/TopStores',
  '/Deals',
  '/Coupontopcodes',
  '/CouponFilters/All',
  '/CouponFilters/Travel',
  '/Offers/kesar-and-co',
]

const measureHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

interface Shift extends PerformanceEntry {
  value: number
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** Starts watching the page's layout shifts; the returned function describes what has moved, and how far. */
async function observeShifts(page: Page): Promise<() => Promise<string[]>> {
  const read = await page.evaluateHandle(() => {
    const shifts: string[] = []
    const place = ({ x, y, width, height }: DOMRectReadOnly) =>
      `${[x, y, width, height].map(Math.round).join(' ')}`
    const add = (list: PerformanceEntryList) => {
      for (const entry of list as Shift[])
        for (const { node, previousRect, currentRect } of entry.sources)
          shifts.push(
            `${node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent}: ${place(previousRect)} to ${place(currentRect)}, ${entry.value}`,
          )
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift' })
    return () => {
      add(observer.takeRecords())
      return shifts
    }
  })
  return () => read.evaluate((read) => read())
}

/** Also without scripts, where a page's own timers and animation frames do not run. A picture of one pixel is a frame as well. */
const nextFrame = (page: Page) => page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } })

async function scrollToEnd(page: Page): Promise<void> {
  const step = page.viewportSize()!.height * 0.7
  const isAtEnd = () =>
    page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2)
  for (let turn = 0; turn < 60 && !(await isAtEnd()); turn++) {
    await page.evaluate((step) => scrollBy({ top: step, behavior: 'instant' }), step)
    await nextFrame(page)
  }
  expect(await isAtEnd(), 'reached the end of the page').toBe(true)
}

for (const width of [360, 768, 1280])
  test(`nothing moves while long pages are scrolled at ${width} px`, async ({ page, withScripts }) => {
    await page.setViewportSize({ width, height: 740 })
    for (const path of PATHS) {
      await page.goto(path)
      const height = await measureHeight(page)
      const shiftsOf = await observeShifts(page)
      await scrollToEnd(page)
      await nextFrame(page)
      // Browsers report none to a page without scripts.
      if (withScripts) expect.soft(await shiftsOf(), `${path}: layout shifts`).toEqual([])
      expect.soft(await measureHeight(page), `${path}: height`).toBe(height)
    }
  })

test('a page that was scrolled fits when the phone is turned', async ({ page }) => {
  for (const path of PATHS) {
    await page.setViewportSize({ width: 740, height: 360 })
    await page.goto(path)
    await scrollToEnd(page)
    expect.soft(await cutOff(page), `${path}, lying`).toEqual([])
    await page.setViewportSize({ width: 320, height: 740 })
    expect.soft(await cutOff(page), `${path}, standing`).toEqual([])
  }
})

test('cards far below the window are in the accessibility tree', async ({ page }) => {
  await page.goto('/TopStores')
  const shown = page.locator('h1, h2, h3').filter({ visible: true })
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const exposed = nodes.filter(({ role, ignored }) => role?.value === 'heading' && !ignored)
  expect(exposed.map(({ name }) => name?.value as string)).toEqual(
    expect.arrayContaining(await shown.allTextContents()),
  )
})

/** The pages of two documents, of which each goes on without another document. */
test('Back restores the scroll position of each page', async ({ page, withScripts }) => {
  const positions = { '/TopStores': 900, '/Deals': 500 }
  for (const [path, top] of Object.entries(positions)) {
    await page.goto(path)
    if (withScripts) await waitForScripts(page)
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), top)
    await page.locator('main li a:not([target])').filter({ visible: true }).evaluateAll(pressFirstInWindow)
    await expect(page).not.toHaveURL(path)
    await expect.poll(() => page.evaluate('scrollY')).toBe(0)
    if (withScripts) await waitForScripts(page)
  }
  for (const [path, top] of Object.entries(positions).toReversed()) {
    await page.goBack()
    await expect(page).toHaveURL(path)
    await expect.poll(() => page.evaluate('scrollY')).toBe(top)
    if (withScripts) await waitForScripts(page)
    expect(await page.evaluate('scrollY')).toBe(top)
    if (path === '/TopStores') return
    await page.goBack()
    if (withScripts) await waitForScripts(page)
  }
})

test('Back restores the scroll position of a page behind one whose scripts have not started', async ({
  page,
}) => {
  await open(page, '/TopStores')
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
  await page.locator('main li a:not([target])').filter({ visible: true }).evaluateAll(pressFirstInWindow)
  await expect(page).toHaveURL(/Offers/)
  await page.goto('/Aboutus')
  await page.goBack()
  await expect(page).toHaveURL(/Offers/)
  await page.goBack()
  // The address changes first; then the document is loaded again.
  await expect(page.getByRole('heading', { level: 1, name: 'Top Deals' })).toBeVisible()
  await expect(page).toHaveURL('/TopStores')
  await expect.poll(() => page.evaluate('scrollY')).toBe(900)
  await waitForScripts(page)
  expect(await page.evaluate('scrollY')).toBe(900)
})

const pressFirstInWindow = (links: Element[]) =>
  (links.find((link) => link.getBoundingClientRect().top > innerHeight / 2) as HTMLElement).click()
