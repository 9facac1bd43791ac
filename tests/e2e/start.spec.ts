// When a page's scripts start, and that nothing is lost or done twice meanwhile.
import { expect, waitForScripts, open, test, type Page } from '../support/e2e'

test.skip(({ withScripts }) => !withScripts, 'about scripts')

/** Paths of the application's scripts that the page has asked for. */
function watchScripts(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.resourceType() === 'script' && pathname.startsWith('/assets/')) asked.push(pathname)
  })
  return asked
}

const isHydrated = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset.hydrated !== undefined)

test('a page loads scripts when it is used, not by a mouse that rests on it', async ({ page }) => {
  const scripts = watchScripts(page)
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  await page.goto('/Aboutus')
  await page.mouse.move(50, 50)
  scripts.length = 0
  await page.goto('/Deals')
  await page.clock.runFor(3000)
  // Chrome reports a resting mouse where a page appears in this way.
  await page.evaluate(() => {
    const resting = { clientX: 50, clientY: 50 }
    for (let turn = 0; turn < 2; turn++) dispatchEvent(new PointerEvent('pointermove', resting))
  })
  expect(scripts).toEqual([])
  await page.mouse.move(60, 50)
  await expect.poll(() => isHydrated(page)).toBe(true)
  expect(scripts.length).toBeGreaterThan(2)
})

test('an unused page starts its scripts four seconds after loading', async ({ page }) => {
  const scripts = watchScripts(page)
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  await page.goto('/Deals')
  await page.clock.runFor(3900)
  expect(scripts).toEqual([])
  await page.clock.runFor(200)
  await expect.poll(() => isHydrated(page)).toBe(true)
})

test('a page with an open dialog starts its scripts after loading', async ({ page }) => {
  await page.goto('/?dialog=sign-in')
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined)
})

test.describe('custom elements', () => {
  const CODE = '/CouponCode/Mithai boxes delivered across India'
  const isDefined = (page: Page, name: string) =>
    page.evaluate((element) => customElements.get(element) !== undefined, name)

  async function openStill(page: Page, path: string): Promise<void> {
    await page.clock.install({ time: new Date('2026-11-21T12:00:00Z') })
    await page.clock.pauseAt(new Date('2026-11-21T12:00:01Z'))
    await page.goto(path)
    // The elements are loaded after the first frame.
    await page.clock.runFor(50)
  }

  /** Holds back what React is made of until the returned function is called. */
  async function holdReact(page: Page): Promise<() => void> {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/frame-*', async (route) => {
      await held
      await route.continue()
    })
    return release
  }

  test('banners move and the sale counts down before the other scripts start', async ({ page }) => {
    const scripts = watchScripts(page)
    await openStill(page, '/')
    await expect.poll(() => isDefined(page, 'carousel-controls')).toBe(true)
    await expect.poll(() => isDefined(page, 'flash-sale')).toBe(true)
    const time = page.locator('flash-sale time')
    const [strip, before] = [page.locator('.carousel-strip'), await time.innerText()]
    await page.clock.runFor(3000)
    expect(await strip.evaluate((list) => list.scrollLeft)).toBeGreaterThan(0)
    expect(await time.innerText()).not.toBe(before)
    expect(scripts.map((path) => path.split('-')[0]).toSorted()).toEqual([
      '/assets/carousel.element',
      '/assets/flash',
    ])
    expect(await isHydrated(page)).toBe(false)
    await page.clock.runFor(1100)
    await expect.poll(() => isHydrated(page)).toBe(true)
  })

  test('custom elements keep their content while React starts', async ({ page }) => {
    const release = await holdReact(page)
    await openStill(page, '/')
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    const play = page.getByRole('button', { name: 'Play', exact: true })
    await expect(play).toBeVisible()
    release()
    await waitForScripts(page)
    const strip = page.locator('.carousel-strip')
    await page.clock.runFor(9000)
    expect(await strip.evaluate((list) => list.scrollLeft)).toBe(0)
    await play.click()
    await page.mouse.move(5, 5)
    await page.clock.runFor(3000)
    expect(await strip.evaluate((list) => list.scrollLeft)).toBeGreaterThan(0)
  })

  test('a code is copied before React starts', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const release = await holdReact(page)
    await openStill(page, CODE)
    await expect.poll(() => isDefined(page, 'copy-label')).toBe(true)
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
    const code = await page.getByLabel('Coupon code').inputValue()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
    release()
    await waitForScripts(page)
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
    await page.clock.runFor(2000)
    await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
  })
})

const LOGIN = 'Hi, Welcome Back'

test('a page loads all dialogs with the first one that is opened', async ({ page }) => {
  const scripts = watchScripts(page)
  await open(page, '/Deals')
  const before = scripts.length
  await page.getByRole('link', { name: /Balance/ }).click()
  await expect(page.getByRole('dialog', { name: LOGIN })).toBeVisible()
  expect(scripts.slice(before).map((path) => path.split('-')[0])).toContain('/assets/dialogs')
  expect(await isHydrated(page)).toBe(true)
})

test.describe('dialogs whose module is missing', () => {
  test.use({ expectedProblems: [/\/assets\/dialogs-/] })

  test('a dialog opens as a page of plain HTML', async ({ page }) => {
    await open(page, '/Deals')
    await page.route('**/assets/dialogs-*', (route) => route.fulfill({ status: 404 }))
    const loaded = page.waitForEvent('load')
    await page.getByRole('link', { name: /Balance/ }).click()
    await loaded
    await expect(page.getByRole('dialog', { name: LOGIN })).toBeVisible()
    expect(await isHydrated(page)).toBe(false)
  })
})

/** Presses the heading after React was told to start, and before it has: with the message by which it puts off its work. */
function pressBeforeFirstWork() {
  const postMessage = Reflect.get(MessagePort.prototype, 'postMessage') as (...message: unknown[]) => void
  MessagePort.prototype.postMessage = function (...message: unknown[]) {
    MessagePort.prototype.postMessage = postMessage
    queueMicrotask(() => {
      document.querySelector('h1')!.click()
      document.documentElement.dataset.pressed = ''
    })
    Reflect.apply(postMessage, this, message)
  }
}

test('a press between the start of React and its first work does not stop hydration', async ({ page }) => {
  await page.addInitScript(pressBeforeFirstWork)
  await open(page, '/Deals')
  await expect(page.locator('html')).toHaveAttribute('data-pressed')
})

test.describe('with Save-Data', () => {
  test.use({ extraHTTPHeaders: { 'Save-Data': 'on' } })

  test('a page has no scripts, and its links work', async ({ page }) => {
    const scripts = watchScripts(page)
    await page.goto('/')
    await page.mouse.move(50, 50)
    await page.getByRole('link', { name: 'Contact Us' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us')
    expect(scripts).toEqual([])
    await expect(page.locator('script:not([type="application/ld+json"])')).toHaveCount(0)
  })
})

test.describe('on a slow processor', () => {
  const slow = async (page: Page) =>
    (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 6 })

  /** Presses every 50 ms, from before scripts run. */
  const press = (page: Page, selector: string, times: number) =>
    page.evaluate(
      ({ pressed, presses }) => {
        let left = presses
        const timer = setInterval(() => {
          const target = document.querySelector<HTMLElement>(pressed)
          if (!target || left-- === 0) return clearInterval(timer)
          target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
          target.click()
        }, 50)
      },
      { pressed: selector, presses: times },
    )

  test('a link pressed while scripts start leads to its page', async ({ page }) => {
    await slow(page)
    await page.goto('/Deals')
    await press(page, 'footer a[href="/Contactus"]', 40)
    await page.waitForURL('**/Contactus')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us')
    await waitForScripts(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us')
  })

  test('a form pressed repeatedly while scripts start is accepted once', async ({ page, sql }) => {
    const email = `start-${Date.now()}@mail.example`
    await slow(page)
    await page.goto('/Flexpage')
    await page.locator('#newsletter [name=email]').fill(email)
    // Fewer than the limit of attempts.
    await press(page, '#newsletter [type=submit]', 6)
    await expect(page.getByText('Thank you! You are subscribed.')).toBeVisible()
    expect(await sql`SELECT 1 FROM subscriptions WHERE email = ${email}`).toHaveLength(1)
  })
})

test('Back into what scripts had shown, pressed before scripts start, shows that page', async ({ page }) => {
  await open(page, '/Contactus')
  const links = page.getByRole('contentinfo')
  await links.getByRole('link', { name: 'About Us' }).click()
  await expect(page).toHaveURL('/Aboutus')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us')
  // Without the copy in memory, the browser loads /Aboutus, and still takes /Contactus for a state of the same document.
  await page.goto('/Deals')
  await page.goBack()
  await expect(page).toHaveURL('/Aboutus')
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL('/Contactus')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us')
  await waitForScripts(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us')
})
