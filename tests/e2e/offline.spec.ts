// The service worker: what it shows without a connection or on a slow one, and what ends it.
import { findViolations } from '../support/axe'
import { expect, waitForScripts, open, recordVisible, test, type Page } from '../support/e2e'
import { demoEnvironment } from '../support/e2e-setup'
import { startServer } from '../support/servers'
import { findFreePort } from '../../embedded/postmaster'
import { emptyHttpCache, openAndKeep, keptPaths, openWithWorker } from './offline'

test.use({
  serviceWorkers: 'allow',
  // What is not reached is logged in the browser's console.
  expectedProblems: [/Failed to load resource|net::ERR|Failed to fetch/],
})
test.skip(({ withScripts }) => !withScripts, 'without scripts there is no service worker')

const OFFLINE = 'You are offline'
const COPY = /This is a copy from \d+ \w+ \d{4}, \d+:\d\d [ap]m/

/** axe on a page of the worker, in both colour schemes. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findViolations(page), colorScheme).toEqual([])
  }
}

test('a stored page is shown offline as plain HTML with its time', async ({ page, context }) => {
  await openWithWorker(page, '/Contactus')
  await openAndKeep(page, '/Deals')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Top Stores')
  await expect(page.getByRole('status').filter({ hasText: 'copy' })).toContainText(COPY)
  expect(await page.evaluate(() => document.scripts.length)).toBe(0)
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByText(COPY)).toHaveCount(0)
})

test('a page that is not stored says so and lists the stored pages', async ({ page, context }) => {
  await openWithWorker(page, '/Contactus')
  await context.setOffline(true)
  await page.goto('/Aboutus')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(OFFLINE)
  await expect(page.getByText('Pages that you open while connected can be read here later.')).toBeVisible()
  await recordVisible(page)
  await expectAccessible(page)

  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us')
  await openAndKeep(page, '/HowitWorks')
  await openAndKeep(page, '/CouponFilters/All?q=a%26b')
  await emptyHttpCache(page)
  await context.setOffline(true)
  await page.goto('/PrivacyPolicy')
  await expect(page.getByRole('heading', { name: 'Pages you can read now' })).toBeVisible()
  const items = page.getByRole('main').getByRole('listitem')
  await expect(items.first()).toContainText(/\d+ \w+ \d{4}, \d+:\d\d [ap]m/)
  await recordVisible(page)
  await expectAccessible(page)
  await items.getByRole('link', { name: 'Refer and Earn' }).click()
  await expect(page).toHaveURL('/HowitWorks')
  await expect(page.getByText(COPY)).toBeVisible()
  await expectAccessible(page)
})

test('a link to a stored page is followed offline, a link to another page is not', async ({
  page,
  context,
}) => {
  await openWithWorker(page, '/Contactus')
  await openAndKeep(page, '/Deals')
  await openWithWorker(page, '/Contactus')
  await emptyHttpCache(page)
  await context.setOffline(true)
  const links = page.getByRole('contentinfo')
  await links.getByRole('link', { name: 'About Us' }).click()
  await expect(page.getByRole('alert').getByText('Network error. Please try again.')).toBeVisible()
  await expect(page).toHaveURL('/Contactus')
  await page.getByRole('navigation').getByRole('link', { name: 'Top Stores', exact: true }).first().click()
  await expect(page).toHaveURL('/Deals')
  await expect(page.getByText(COPY)).toBeVisible()
})

test('a page that scripts have shown is stored as well', async ({ page }) => {
  await openWithWorker(page, '/Contactus')
  await page.getByRole('navigation').getByRole('link', { name: 'Top Stores', exact: true }).first().click()
  await expect(page).toHaveURL('/Deals')
  await expect.poll(() => keptPaths(page)).toContain('/Deals')
})

test('a copy is shown when the server does not answer in time, and the page after a reload', async ({
  page,
  server,
}) => {
  await openWithWorker(page, '/Contactus')
  await openAndKeep(page, '/Deals')
  await emptyHttpCache(page)
  process.kill(server.pid, 'SIGSTOP')
  try {
    // Its pictures wait for the server.
    await page.goto('/Deals', { waitUntil: 'commit' })
    await expect(page.getByText(COPY)).toBeVisible()
  } finally {
    process.kill(server.pid, 'SIGCONT')
  }
  await page.goto('/Deals')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Top Stores')
  await expect(page.getByText(COPY)).toHaveCount(0)
})

test('a worker that the operator turned off deletes its copies and itself', async ({ page, server }) => {
  const port = await findFreePort()
  const serve = (variables: Record<string, string>) =>
    startServer({ env: { ...demoEnvironment(server.databaseUrl), PORT: String(port), ...variables } })
  const registrations = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  const first = await serve({})
  await openWithWorker(page, `${first.origin}/Contactus`)
  await page.goto(`${first.origin}/Deals`)
  await expect.poll(() => keptPaths(page)).toContain('/Deals')
  await expect.poll(registrations).toBe(1)
  // This page registers when it is idle; after the end, it would bring the worker back until the next page.
  await waitForScripts(page)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await first.stop()
  const second = await serve({ SERVICE_WORKER: 'off' })
  // As a browser does by itself, at the latest an hour later.
  await emptyHttpCache(page)
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect.poll(registrations).toBe(0)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  await open(page, `${second.origin}/Deals`)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(await registrations()).toBe(0)
  await second.stop()
})

test('a browser that saves data gets no service worker', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  )
  await open(page, '/Deals')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})

test('scripts run before the worker is registered', async ({ page, context }) => {
  const asked: string[] = []
  context.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/Deals')
  expect(asked).not.toContain('/service-worker.js')
  await waitForScripts(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
})

test('scripts come from the network where the browser refuses its caches', async ({ page, context }) => {
  await openWithWorker(page, '/Contactus')
  const [worker] = context.serviceWorkers()
  await worker!.evaluate(() => {
    caches.match = () => Promise.reject(new Error('refused'))
  })
  await open(page, '/Deals')
})
