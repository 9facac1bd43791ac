// Cards far from the window are not laid out. Their place must be kept well enough that nothing moves while a shopper scrolls.
import { expect, test, type Page } from '../support/e2e'
import { cutOff } from './layout'

test.skip(({ withScripts }) => !withScripts, 'layout shifts are observed by a script in the page')

const PATHS = [
  '/',
  '/TopStores',
  '/Deals',
  '/Coupontopcodes',
  '/CouponFilters/All',
  '/CouponFilters/Travel',
  '/Offers/kesar-and-co',
]
const CARDS = '.deal-card, .coupon-card'

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

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

async function scrollToEnd(page: Page): Promise<void> {
  const step = page.viewportSize()!.height * 0.7
  const isAtEnd = () =>
    page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2)
  for (let turn = 0; turn < 60 && !(await isAtEnd()); turn++) {
    await page.evaluate((step) => scrollBy({ top: step, behavior: 'instant' }), step)
    await page.waitForTimeout(60)
  }
  expect(await isAtEnd(), 'reached the end of the page').toBe(true)
}

for (const width of [360, 1280])
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 740 } })

    test('a card far below the window is rendered when it comes near', async ({ page }) => {
      await page.goto('/TopStores')
      const last = page.locator(CARDS).last()
      const isRendered = () =>
        last.evaluate(
          (card) =>
            !card.matches(':empty') &&
            card.firstElementChild!.checkVisibility({ contentVisibilityAuto: true }),
        )
      expect(await isRendered()).toBe(false)
      await scrollToEnd(page)
      await expect.poll(isRendered).toBe(true)
    })

    for (const path of PATHS)
      test(`nothing moves while ${path} is scrolled`, async ({ page }) => {
        await page.goto(path)
        const height = await heightOf(page)
        const shiftsOf = await observeShifts(page)
        await scrollToEnd(page)
        expect(await shiftsOf(), 'layout shifts').toEqual([])
        expect(Math.abs((await heightOf(page)) / height - 1), 'change of the height').toBeLessThan(0.05)
      })
  })

test('a page that was scrolled fits when the phone is turned', async ({ page }) => {
  for (const path of PATHS) {
    await page.setViewportSize({ width: 740, height: 360 })
    await page.goto(path)
    await scrollToEnd(page)
    // Measures what is far from the window as well, as browser extensions do.
    expect.soft(await cutOff(page), `${path}, lying`).toEqual([])
    await page.setViewportSize({ width: 320, height: 740 })
    expect.soft(await cutOff(page), `${path}, standing`).toEqual([])
  }
})
