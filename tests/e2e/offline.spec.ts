// The service worker: what it shows without a connection, what it keeps (nothing), and what ends it.
import type postgres from 'postgres'
import { findViolations } from '../support/axe'
import { expect, waitForScripts, open, recordVisible, test, type Page, type Server } from '../support/e2e'
import { demoEnvironment } from '../support/e2e-setup'
import { startServer } from '../support/servers'
import { findFreePort } from '../../embedded/postmaster'
import { signInMember } from './members'

test.use({
  serviceWorkers: 'allow',
  // What is not reached is logged in the browser's console.
  expectedProblems: [
    /Failed to load resource|net::ERR|Failed to fetch|Error loading route module|when fetching the script/,
  ],
})

const OFFLINE = 'You are offline'

/** Opens a page and waits until the service worker answers its requests. */
async function openWithWorker(page: Page, path: string): Promise<void> {
  await open(page, path)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** The wallet of a member who has Rs. 432.10. */
async function showBalance(page: Page, server: Server, sql: postgres.Sql): Promise<void> {
  await signInMember(page, server, sql, { earned: 43210 })
  await openWithWorker(page, '/Account/Wallet')
  await expect(page.getByRole('main')).toContainText('432.10')
}

const countWorkers = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

const listKept = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    return [...(await caches.keys()), ...databases.map(({ name }) => name)]
  })

/** Leaves what former workers kept: a page of each kind, and a database of their times. */
async function keepAsBefore(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const name of ['pages-2', 'pictures-2', 'files-2'])
      await (await caches.open(name)).put('/Deals', new Response('kept'))
    await new Promise((resolve, reject) => {
      const opening = indexedDB.open('workbox-expiration', 1)
      opening.onerror = reject
      opening.onsuccess = () => {
        opening.result.close()
        resolve(null)
      }
    })
  })
  expect(await listKept(page)).toEqual(['pages-2', 'pictures-2', 'files-2', 'workbox-expiration'])
}

/** As a browser does by itself, at the latest an hour later. */
async function updateWorker(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
}

test('without scripts no service worker is registered', async ({ page, withScripts }) => {
  test.skip(withScripts, 'with scripts one is')
  const asked: string[] = []
  page.context().on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/Deals')
  expect(asked).not.toContain('/service-worker.js')
})

test.describe('with scripts', () => {
  test.skip(({ withScripts }) => !withScripts, 'without scripts there is no service worker')

  test('every page without a connection is one page that says so, and Try again loads the page', async ({
    page,
    context,
    server,
    sql,
  }) => {
    await showBalance(page, server, sql)
    await open(page, '/Deals')
    await context.setOffline(true)
    for (const path of ['/Account/Wallet', '/Deals', '/Aboutus']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(OFFLINE)
      await expect(page.locator('body')).not.toContainText('432.10')
    }
    await recordVisible(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await findViolations(page), colorScheme).toEqual([])
    }
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us')
    expect(await listKept(page)).toEqual([])
  })

  test('a link followed without a connection leads to its page once there is one', async ({
    page,
    context,
  }) => {
    await openWithWorker(page, '/Contactus')
    await context.setOffline(true)
    await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(OFFLINE)
    await expect(page).toHaveURL('/Aboutus')
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us')
  })

  test('Back after a logout shows no page of the member, with a connection or without', async ({
    page,
    context,
    server,
    sql,
  }) => {
    await showBalance(page, server, sql)
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Logout' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByText('Logout!')).toBeVisible()
    for (const isOffline of [false, true]) {
      await context.setOffline(isOffline)
      for (let back = 0; back < 2; back++) {
        await page.goBack({ waitUntil: 'commit' }).catch(() => {})
        await expect(page.locator('body')).not.toContainText('432.10')
      }
      await page.goto('/Account/Wallet').catch(() => {})
      await expect(page.locator('body')).not.toContainText('432.10')
    }
  })

  test('a GET that records a click is sent once', async ({ page, server, sql }) => {
    const { id } = await signInMember(page, server, sql)
    await openWithWorker(page, '/Deals')
    const [offer] = await sql<
      { id: string }[]
    >`SELECT min(id)::text AS id FROM campaigns WHERE network = 'trackier'`
    const tab = await page.context().newPage()
    await tab.goto(`/out/${offer!.id}`).catch(() => {})
    const count = async () => (await sql`SELECT 1 FROM clicks WHERE user_id = ${id}`).length
    await expect.poll(count).toBeGreaterThan(0)
    // A second request would be answered before this page.
    await open(page, '/Account/Visits')
    expect(await count()).toBe(1)
  })

  test('a new worker deletes what a former one kept', async ({ page }) => {
    await page.goto('/robots.txt')
    await keepAsBefore(page)
    await openWithWorker(page, '/Deals')
    await expect.poll(() => listKept(page)).toEqual([])
  })

  test('a worker that the operator turned off deletes what was kept, and itself', async ({
    page,
    server,
  }) => {
    const port = await findFreePort()
    const serve = (variables: Record<string, string>) =>
      startServer({ env: { ...demoEnvironment(server.databaseUrl), PORT: String(port), ...variables } })
    const first = await serve({})
    await openWithWorker(page, `${first.origin}/Contactus`)
    // This page registers when it is idle; after the end, it would bring the worker back until the next page.
    await waitForScripts(page)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    await expect.poll(() => countWorkers(page)).toBe(1)
    await keepAsBefore(page)
    await first.stop()
    const second = await serve({ SERVICE_WORKER: 'off' })
    await updateWorker(page)
    await expect.poll(() => countWorkers(page)).toBe(0)
    await expect.poll(() => listKept(page)).toEqual([])
    await open(page, `${second.origin}/Deals`)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(await countWorkers(page)).toBe(0)
    await second.stop()
  })

  test('a browser that saves data gets no service worker', async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
    )
    await open(page, '/Deals')
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(await countWorkers(page)).toBe(0)
  })

  test('scripts run before the worker is registered', async ({ page, context }) => {
    const asked: string[] = []
    context.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/Deals')
    expect(asked).not.toContain('/service-worker.js')
    await waitForScripts(page)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  })
})
