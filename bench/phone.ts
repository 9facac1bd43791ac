// A guest on a slow phone: home, a category, an offer, Get Deal. What each step takes to be painted, readable and usable.
import { chromium, devices, type Browser, type CDPSession, type Page } from 'playwright'
import { ensureBrowser } from '../scripts/browser.mjs'
import { withBench } from './database'
import { seedShop, startShop } from './shop'
import { median, saveResults } from './verdicts'

// Here, because it imports a module, and once this one is loaded its runner imports no more (scripts/bench.mjs).
const executablePath = await ensureBrowser()

/** Bytes a second (400 kbps), ms of a round trip, and how many times slower than this machine's processor. */
const PHONE = { bytes: 50_000, roundTrip: 400, processor: 4 }

const ROUNDS = 3

/** The link that leads to the next step. */
const STEPS: [name: string, next: string | null][] = [
  ['home', 'main a[href^="/CouponFilters/"]'],
  ['category', 'main a[href^="/CouponsDetails/"]'],
  ['detail', 'main a[href^="/out/"]:not([target])'],
  ['Get Deal', null],
]

/** In ms. From the beginning of the navigation; `tap`: from the press of the link to the first paint of the page it leads to. */
interface Times {
  firstPaint: number
  /** Largest Contentful Paint before scripts start. */
  readable: number
  /** What the processor spends on layout before scripts start. */
  layout: number
  /** Scripts run. They start by a move of the pointer as soon as the page has loaded. */
  scripts: number
  /** Null on the first step. */
  tap: number | null
}
type Journey = Record<string, Times>

/** True: there is no target in the table of docs/speed.md. Throws if a step leads nowhere. */
export async function run(): Promise<boolean> {
  return withBench(async (bench) => {
    const shop = await startShop(bench, await seedShop(bench, 'phone'))
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    })
    try {
      const journeys: Journey[] = []
      for (let round = 0; round < ROUNDS; round++) journeys.push(await drive(browser, shop.url))
      const steps = Object.fromEntries(STEPS.map(([name]) => [name, computeMedians(journeys, name)]))
      console.table(steps)
      saveResults('phone', { phone: PHONE, steps, journeys })
      return true
    } finally {
      await browser.close()
      await shop.stop()
    }
  })
}

function computeMedians(journeys: Journey[], name: string): Record<keyof Times, number | null> {
  const find = (what: keyof Times) => {
    const found = journeys.map((journey) => journey[name]![what]).filter((time) => time !== null)
    return found.length ? Math.round(median(found)) : null
  }
  const names = ['firstPaint', 'readable', 'layout', 'scripts', 'tap'] as const
  return Object.fromEntries(names.map((what) => [what, find(what)])) as Record<keyof Times, number | null>
}

/** First by taps before scripts run, as plain HTML; then the same pages once more with another new browser, until scripts run. */
async function drive(browser: Browser, home: string): Promise<Journey> {
  const taps = await withPhone(browser, (page) => tapThrough(page, home))
  const journey: Journey = {}
  await withPhone(browser, async (page) => {
    for (const [at, [name]] of STEPS.entries()) {
      const { url, tap } = taps[at]!
      journey[name] = { ...(await measureLoad(page, url)), tap }
    }
  })
  return journey
}

async function withPhone<Result>(browser: Browser, work: (page: Page) => Promise<Result>): Promise<Result> {
  const { defaultBrowserType: _, ...phone } = devices['Moto G4']
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await page.addInitScript(watchStart)
    const line = await context.newCDPSession(page)
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: PHONE.roundTrip,
      downloadThroughput: PHONE.bytes,
      uploadThroughput: PHONE.bytes,
    })
    await line.send('Emulation.setCPUThrottlingRate', { rate: PHONE.processor })
    return await work(page)
  } finally {
    await context.close()
  }
}

type Watched = Window & { hydratedAt?: number }

/** Runs in the page. */
function watchStart() {
  new MutationObserver(() => {
    if (document.documentElement?.dataset.hydrated) (window as Watched).hydratedAt ??= performance.now()
  }).observe(document, { attributes: true, childList: true, subtree: true })
}

async function tapThrough(page: Page, home: string): Promise<{ url: string; tap: number | null }[]> {
  const found: { url: string; tap: number | null }[] = []
  await page.goto(home, { waitUntil: 'commit' })
  let pressed: number | null = null
  for (const [name, next] of STEPS) {
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    const painted = await page.evaluate(
      () => performance.timeOrigin + performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
    )
    if (pressed !== null && painted < pressed) throw new Error(`${name} was not loaded as a page`)
    found.push({ url: page.url(), tap: pressed === null ? null : painted - pressed })
    if (next) pressed = await press(page, next)
  }
  return found
}

/** Presses as soon as the link is there, and returns when that was, as the page's clock says; resolves in the next page. */
async function press(page: Page, link: string): Promise<number> {
  await page.waitForSelector(link, { state: 'attached' })
  const left = page.waitForEvent('framenavigated')
  const pressed = await page.evaluate((selector) => {
    const isHydrated = (window as Watched).hydratedAt !== undefined
    document.querySelector<HTMLElement>(selector)!.click()
    return isHydrated ? null : performance.timeOrigin + performance.now()
  }, link)
  await left
  if (pressed === null) throw new Error(`${link} came later than the scripts`)
  return pressed
}

/** A page as it comes from the network; what earlier steps have loaded may be in the browser's cache. */
async function measureLoad(page: Page, url: string): Promise<Omit<Times, 'tap'>> {
  const line = await page.context().newCDPSession(page)
  await line.send('Performance.enable')
  const before = await layoutTime(line)
  await page.goto(url)
  const seen = await page.evaluate(readPaints)
  const layout = (await layoutTime(line)) - before
  await page.evaluate(() => dispatchEvent(new Event('pointerdown')))
  await page.waitForFunction(() => (window as Watched).hydratedAt !== undefined)
  return { ...seen, layout, scripts: await page.evaluate(() => (window as Watched).hydratedAt!) }
}

/** In ms, of all pages so far. */
async function layoutTime(line: CDPSession): Promise<number> {
  const { metrics } = await line.send('Performance.getMetrics')
  return 1000 * metrics.find(({ name }) => name === 'LayoutDuration')!.value
}

/** Runs in the page. */
function readPaints(): Promise<{ firstPaint: number; readable: number }> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      resolve({ firstPaint: paint!.startTime, readable: list.getEntries().at(-1)!.startTime })
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
}
