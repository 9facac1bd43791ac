import type { Page, Request, Route } from '@playwright/test'
import sharp from 'sharp'
import { expect, open, recordVisible, waitForScripts } from '../support/e2e'
import { test } from './failing'
import { fillPhone, NETWORK, picture, shows } from './failing-forms'
import { addMember, freshPhone, PASSWORD, signInMember } from './members'

// The browser logs the provoked failures; Remix logs a response that is not its own as a SyntaxError.
test.use({ expectedProblems: [/Failed to load resource|net::ERR|^SyntaxError|Failed to fetch/] })

test('a form sent offline says so at the form, keeps what was typed, and is sent by its owner alone', async ({
  page,
  context,
  sql,
  withScripts,
}) => {
  test.skip(!withScripts, 'without scripts the browser itself says it, and Back leads to the form as it was')
  const email = `offline-${freshPhone()}@mail.example`
  const count = () => sql`SELECT 1 FROM subscriptions WHERE email = ${email}`
  await open(page, '/Flexpage')
  const form = page.locator('#newsletter')
  await form.getByLabel('E-mail address').fill(email)
  await context.setOffline(true)
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(form.getByRole('alert')).toHaveText(
    'Network error. Please try again. You are offline. What you typed is still here: please send it again once you are connected.',
  )
  await expect(form.getByLabel('E-mail address')).toHaveValue(email)
  await context.setOffline(false)
  await page.evaluate(() => fetch('/healthz'))
  expect(await count()).toHaveLength(0)
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Thank you! You are subscribed.')).toBeVisible()
  expect(await count()).toHaveLength(1)
})

test.describe('a page of an older build', () => {
  test.use({
    expectedProblems: [/Failed to load resource|Error loading route module|Failed to fetch dynamically/],
  })

  /** Scripts that were not loaded yet are gone until the next document. */
  async function release(page: Page): Promise<void> {
    await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: 'Not Found' }))
    page.once('framenavigated', () => void page.unroute('**/assets/**'))
  }

  for (const from of ['/Contactus', '/', '/HowitWorks?dialog=sign-in'])
    test(`a link whose page’s script is missing loads that page as a document: from ${from}`, async ({
      page,
      withScripts,
    }) => {
      test.skip(!withScripts, 'no scripts are loaded')
      await open(page, from)
      await release(page)
      const loaded = page.waitForEvent('load')
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: 'About Us' })
        .evaluate((link: HTMLElement) => link.click())
      await loaded
      await expect(page).toHaveURL('/Aboutus')
      await waitForScripts(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us')
      await page.goBack()
      await expect(page).toHaveURL(from)
    })

  test('a form whose answer’s script is missing shows the answer', async ({
    page,
    server,
    sql,
    withScripts,
  }) => {
    test.skip(!withScripts, 'no scripts are loaded')
    await signInMember(page, server, sql)
    await open(page, '/Account?dialog=logout')
    await release(page)
    const loaded = page.waitForEvent('load')
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, logout' }).click()
    await loaded
    await expect(page.getByText('You are logged out successfully.')).toBeVisible()
    await expect(page).toHaveURL('/')
  })
})

for (const [what, fail] of [
  ['are lost', (route: Route) => route.abort()],
  [
    'are replaced by a login page',
    (route: Route) => route.fulfill({ contentType: 'text/html', body: 'Hello' }),
  ],
] as const)
  test(`a page whose data ${what} says so in the layout, and Try again loads it`, async ({
    page,
    server,
    database,
    sql,
    withScripts,
  }) => {
    test.skip(!withScripts, 'without scripts every page is a document')
    await signInMember(page, server, sql)
    await open(page, '/Aboutus')
    const link = page.getByRole('navigation').getByRole('link', { name: 'Top Stores', exact: true }).first()
    await page.route('**/Deals.data', fail, { times: 1 })
    await link.click()
    await expect(page).toHaveURL('/Deals')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed to load top stores')
    await expect(page.getByRole('main').getByText(NETWORK)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Top Stores', level: 1 })).toBeVisible()
    await open(page, '/Aboutus')
    await database.stop()
    await link.click()
    await expect(page.getByRole('alert').getByText('Failed to load top stores')).toBeVisible()
    await expect(page).toHaveURL('/Deals')
    await database.start()
  })

for (const [what, fail] of [
  ['no response', (route: Route) => route.abort()],
  ['a server error', (route: Route) => route.fulfill({ status: 503 })],
  ['a proxy error', (route: Route) => route.fulfill({ status: 502, body: '<h1>502 Bad Gateway</h1>' })],
] as const)
  test(`an accepted form whose page cannot be loaded says that it was received: ${what}`, async ({
    page,
    withScripts,
  }) => {
    test.skip(!withScripts, 'without scripts every page is a document')
    await open(page, '/')
    const form = page.locator('#newsletter')
    await form.getByLabel('E-mail address').fill(`${freshPhone()}@mail.example`)
    await page.route(
      '**/_root.data',
      (route) => (route.request().method() === 'GET' ? fail(route) : route.fallback()),
      { times: 1 },
    )
    await form.getByRole('button', { name: 'Subscribe' }).click()
    const received = 'Your form has reached us, but the page after it could not be loaded.'
    await expect(page.getByText(received)).toBeVisible()
    await expect(page.getByText('Loading...')).toHaveCount(0)
    await recordVisible(page)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(form.getByText('Thank you! You are subscribed.')).toBeVisible()
    await expect(page.getByText(received)).toHaveCount(0)
  })

test('a form is sent once by a double click', async ({ page, withScripts }) => {
  test.skip(!withScripts, 'without scripts the server answers a repeat like the first')
  await open(page, '/')
  const form = page.locator('#newsletter')
  await form.getByLabel('E-mail address').fill(`${freshPhone()}@mail.example`)
  const posts: Request[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request))
  await page.route('**/newsletter.data', async (route) => {
    await expect(page.getByText('Loading...')).toHaveCount(1)
    await route.continue()
  })
  await form.getByRole('button', { name: 'Subscribe' }).dblclick()
  await expect(form.getByText('Thank you! You are subscribed.')).toBeVisible()
  expect(posts).toHaveLength(1)
})

test('a form whose module cannot be loaded is sent as a plain form', async ({ page, sql, withScripts }) => {
  test.skip(!withScripts, 'no scripts are loaded')
  const phone = freshPhone()
  await addMember(sql, phone)
  const missing = page.waitForEvent('requestfailed', (request) => /\/sign-in-[^/]*\.js$/.test(request.url()))
  await page.route(/\/assets\/sign-in-[^/]*\.js$/, (route) => route.abort())
  await open(page, '/Deals?dialog=sign-in')
  await missing
  await fillPhone(page, { at: 'dialog', phone })
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const again = page.waitForEvent('load')
  await page.getByRole('dialog').getByRole('button', { name: 'Login' }).click()
  await again
  await shows('You are signed in.')(page)
})

test('a profile image that failed before scripts ran shows Failed to fetch image. and initials', async ({
  page,
  server,
  sql,
  withScripts,
}) => {
  test.skip(!withScripts, 'without scripts the initials stand under it')
  const { id } = await signInMember(page, server, sql)
  await sql`INSERT INTO profile_images (user_id, version, webp)
    VALUES (${id}, 'first', ${await sharp(await picture())
      .resize(256)
      .webp()
      .toBuffer()})`
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/Account/image'))
  await page.route('**/Account/image?v=*', (route) => route.abort())
  await page.route('**/assets/*.js', async (route) => {
    await failed
    await route.fallback()
  })
  await open(page, '/Account')
  await expect(page.getByText('Failed to fetch image.')).toBeVisible()
  await expect(page.locator('main img[src^="/Account/image"]')).toHaveCount(0)
  await expect(page.locator('main .image-form-avatar [data-initials=LR]')).toBeVisible()
})
