// Turning on notifications on a device. The headless shell blocks them, so its push API is replaced; a full Chromium shows one in the last test.
import { chromium } from '@playwright/test'
import { pushMessages } from '../../app/messages/push'
import { findFullBrowser } from '../../scripts/browser.mjs'
import { expect, open, test, type Page } from '../support/e2e'
import { signInMember } from './members'

test.use({ serviceWorkers: 'allow' })

const PAGE = '/Account/Notifications'
const section = (page: Page) => page.locator('#push')
const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/e2e:'
/** A valid public key: a point of P-256. */
const P256DH = 'BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM'

/** Replaces the browser's push API. Without `endpoint` the push service cannot be reached. */
const answerAs = (page: Page, given: { endpoint?: string; permission: NotificationPermission }) =>
  page.addInitScript(
    ({ endpoint, permission, p256dh }) => {
      Object.defineProperty(Notification, 'permission', {
        get: () => sessionStorage.getItem('permission') ?? 'default',
      })
      Notification.requestPermission = async () => {
        sessionStorage.setItem('permission', permission)
        return permission
      }
      PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey } = {}) => {
        if (!endpoint || !userVisibleOnly || typeof applicationServerKey !== 'string')
          throw new DOMException('push service error', 'AbortError')
        const keys = { p256dh, auth: 'A'.repeat(22) }
        sessionStorage.setItem('key', applicationServerKey)
        return { toJSON: () => ({ endpoint, keys }) } as unknown as PushSubscription
      }
      PushManager.prototype.getSubscription = async () => {
        const key = sessionStorage.getItem('key')
        if (!key) return null
        const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
          character.charCodeAt(0),
        )
        return { options: { applicationServerKey: bytes.buffer } } as unknown as PushSubscription
      }
    },
    { ...given, p256dh: P256DH },
  )

test('the page without scripts explains that notifications need scripts', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  test.skip(withScripts)
  await signInMember(page, server, sql)
  await page.goto(PAGE)
  await expect(section(page)).toContainText('Your browser shows no notifications of this site')
  await expect(section(page).getByRole('button')).toHaveCount(0)
})

test.describe('with scripts', () => {
  test.skip(({ withScripts }) => !withScripts, 'the button needs scripts')

  test('a tap requests the permission and turns notifications on, another turns them off', async ({
    page,
    server,
    sql,
  }) => {
    await answerAs(page, { endpoint: `${ENDPOINT}${Date.now()}`, permission: 'granted' })
    const { id } = await signInMember(page, server, sql)
    const count = async () => (await sql`SELECT FROM push_subscriptions WHERE user_id = ${id}`).length
    await open(page, PAGE)
    expect(await page.evaluate(() => Notification.permission)).toBe('default')
    await section(page).getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByText('This device shows your notifications from now on.')).toBeVisible()
    expect(await count()).toBe(1)
    await section(page).getByRole('button', { name: 'Turn off' }).click()
    await expect(section(page).getByRole('button', { name: 'Turn on' })).toBeVisible()
    expect(await count()).toBe(0)
  })

  for (const [what, lose] of [
    ['permission was taken back', () => sessionStorage.removeItem('permission')],
    ['subscription is of another key', () => sessionStorage.setItem('key', `B${'A'.repeat(86)}`)],
    ['subscription is gone', () => sessionStorage.removeItem('key')],
  ] as const)
    test(`a device whose ${what} is off, and can be turned on again`, async ({ page, server, sql }) => {
      await answerAs(page, { endpoint: `${ENDPOINT}${Date.now()}`, permission: 'granted' })
      await signInMember(page, server, sql)
      await open(page, PAGE)
      await section(page).getByRole('button', { name: 'Turn on' }).click()
      await expect(section(page).getByRole('button', { name: 'Turn off' })).toBeVisible()
      await open(page, PAGE)
      await expect(section(page)).toContainText('This device shows your notifications.')
      await page.evaluate(lose)
      await open(page, PAGE)
      await expect(section(page)).not.toContainText('This device shows your notifications.')
      await section(page).getByRole('button', { name: 'Turn on' }).click()
      await expect(section(page).getByRole('button', { name: 'Turn off' })).toBeVisible()
    })

  test('a refused permission is explained', async ({ page, server, sql }) => {
    await answerAs(page, { permission: 'denied' })
    await signInMember(page, server, sql)
    await page.goto(PAGE)
    await section(page).getByRole('button', { name: 'Turn on' }).click()
    await expect(section(page)).toContainText('Your browser blocks notifications of this site.')
    await expect(section(page).getByRole('button')).toHaveCount(0)
  })

  test('an unreachable push service is reported at the button', async ({ page, server, sql }) => {
    await answerAs(page, { permission: 'granted' })
    await signInMember(page, server, sql)
    await page.goto(PAGE)
    await section(page).getByRole('button', { name: 'Turn on' }).click()
    await expect(section(page).getByRole('alert')).toHaveText(
      'Notifications could not be turned on. Please try again.',
    )
    await expect(section(page).getByRole('button', { name: 'Turn on' })).toBeVisible()
  })
})

interface WorkerGlobal {
  registration: ServiceWorkerRegistration
  clients: { openWindow: (address: string) => Promise<null> }
  NotificationEvent: new (type: string, init: object) => Event & { waitUntil: (work: Promise<void>) => void }
  dispatchEvent: (event: Event) => void
}

test('a push message is shown without an amount, and a tap opens its page', async ({
  server,
  withScripts,
}) => {
  test.skip(!withScripts, 'a page without scripts registers no service worker')
  const executablePath = findFullBrowser()
  test.skip(!executablePath, 'needs a full Chromium: the headless shell denies notifications')
  const browser = await chromium.launch({
    executablePath: executablePath!,
    ignoreDefaultArgs: ['--headless'],
    args: ['--headless=new', '--no-sandbox', '--disable-background-networking'],
  })
  const { origin } = server
  const context = await browser.newContext({ baseURL: origin, permissions: ['notifications'] })
  const page = await context.newPage()
  await open(page, '/')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))

  const { title, text } = pushMessages.pushed.money
  const data = JSON.stringify({ title, body: text, tag: 'money', path: '/Account/History' })
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  // Chromium may drop a message while the worker starts. Messages with the same tag are shown once.
  const deliver = async () => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    return page.evaluate(async () => {
      const ready = await navigator.serviceWorker.ready
      return (await ready.getNotifications()).map(({ title, body }) => ({ title, body }))
    })
  }
  await expect.poll(deliver).toEqual([{ title, body: text }])
  expect(title + text).not.toMatch(/\d|Rs|₹/)

  // A browser opens a window only for a real tap, which no test can make on a notification.
  const opened = await context.serviceWorkers()[0]!.evaluate(async () => {
    const { registration, clients, NotificationEvent, dispatchEvent } = globalThis as unknown as WorkerGlobal
    const [notification] = await registration.getNotifications()
    const opened: string[] = []
    clients.openWindow = (address) => Promise.resolve(opened.push(address)).then(() => null)
    const event = new NotificationEvent('notificationclick', { notification })
    const done = new Promise<void>((resolve) => (event.waitUntil = resolve))
    dispatchEvent(event)
    await done
    return [...opened, (await registration.getNotifications()).length]
  })
  expect(opened).toEqual([`${origin}/Account/History`, 0])
  await browser.close()
})
