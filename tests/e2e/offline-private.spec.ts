// The service worker on a phone that several people use: nothing of a member is kept, and nothing outlasts a logout.
import { expect, test } from '../support/e2e'
import { openAndKeep, keptAddresses, keptPaths, keptTexts, openWithWorker } from './offline'
import { addMember, freshPhone, PASSWORD, signInMember } from './members'

test.use({
  serviceWorkers: 'allow',
  expectedProblems: [/Failed to load resource|net::ERR|Failed to fetch/],
})
test.skip(({ withScripts }) => !withScripts, 'without scripts there is no service worker')

const OFFLINE = 'You are offline'

test('of members’ pages only the guest version of public pages is stored', async ({
  page,
  context,
  server,
  sql,
}) => {
  const { phone } = await signInMember(page, server, sql, { earned: 43210 })
  await openWithWorker(page, '/Account/Wallet')
  await expect(page.getByRole('main')).toContainText('432.10')
  await openWithWorker(page, '/Deals')
  await expect.poll(() => keptPaths(page)).toContain('/Deals')
  expect(await keptPaths(page)).toEqual(['/Deals'])
  expect(await keptTexts(page)).not.toMatch(new RegExp(`432\\.10|${phone}|LATA`))
  await context.setOffline(true)
  await page.goto('/Account/Wallet')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(OFFLINE)
})

test('logging out deletes all copies, and Back shows no page of the member', async ({
  page,
  context,
  server,
  sql,
}) => {
  await signInMember(page, server, sql, { earned: 43210 })
  await openWithWorker(page, '/Deals')
  await expect.poll(() => keptPaths(page)).toContain('/Deals')
  await openWithWorker(page, '/Account/Wallet')
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Logout!')).toBeVisible()
  await expect.poll(() => keptTexts(page)).not.toContain('/Deals')
  await context.setOffline(true)
  for (let back = 0; back < 3; back++) {
    await page.goBack({ waitUntil: 'commit' }).catch(() => {})
    await expect(page.locator('body')).not.toContainText('432.10')
  }
  await page.goto('/Account/Wallet').catch(() => {})
  await expect(page.locator('body')).not.toContainText('432.10')
})

test('signing in deletes the copies of another person', async ({ page, sql }) => {
  const phone = freshPhone()
  await addMember(sql, phone)
  await openWithWorker(page, '/Contactus')
  await openAndKeep(page, '/TermsConditions')
  await expect.poll(() => keptAddresses(page)).toContain('/TermsConditions')
  await openWithWorker(page, '/Contactus?dialog=sign-in')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Mobile number').fill(phone)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  expect(await keptPaths(page)).not.toContain('/TermsConditions')
  expect(await keptAddresses(page)).not.toContain('/TermsConditions')
})

test('pages with a dialog, a message or an unknown parameter are not stored', async ({ page }) => {
  await openWithWorker(page, '/Contactus')
  for (const path of ['/Deals?dialog=sign-in', '/Deals?ref=ASHA1', '/Deals?utm_source=mail', '/no/such/page'])
    await page.goto(path)
  await page.goto('/Flexpage')
  await page.locator('#newsletter [name=email]').fill('not an address')
  await page.locator('#newsletter form').evaluate((form: HTMLFormElement) => form.submit())
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await openAndKeep(page, '/TopStores')
  expect(await keptTexts(page)).not.toContain('Please enter a valid email address.')
  const kept = await keptPaths(page)
  expect(kept.filter((path) => !['/Contactus', '/Flexpage', '/TopStores'].includes(path))).toEqual([])
})

test('a message to the worker stores no pages except those for guests', async ({ page }) => {
  await openWithWorker(page, '/Contactus')
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    for (const shown of ['/Account/Wallet', '/out/1', '//evil.example/Deals', '/Deals?dialog=otp', 7, null])
      active!.postMessage({ shown })
    active!.postMessage({ shown: '/Aboutus' })
  })
  await expect.poll(() => keptPaths(page)).toContain('/Aboutus')
  expect((await keptPaths(page)).sort()).toEqual(['/Aboutus', '/Contactus'])
})

test('a page that was shown just before a logout is not stored after it', async ({ page }) => {
  await openWithWorker(page, '/Contactus')
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    active!.postMessage({ shown: '/Aboutus' })
    // Messages and requests come to the worker by different ways: after a request, the message is there.
    await (await fetch('/Contactus')).text()
    await (await fetch('/auth/sign-out', { method: 'POST', redirect: 'manual' })).text()
    active!.postMessage({ shown: '/TermsConditions' })
  })
  await expect.poll(() => keptPaths(page)).toContain('/TermsConditions')
  expect(await keptPaths(page)).not.toContain('/Aboutus')
})

test('a GET that records a click is sent once, by the browser', async ({ page, server, sql }) => {
  const { id } = await signInMember(page, server, sql)
  await openWithWorker(page, '/Deals')
  const [offer] = await sql<
    { id: string }[]
  >`SELECT min(id)::text AS id FROM campaigns WHERE network = 'trackier'`
  const tab = await page.context().newPage()
  await tab.goto(`/out/${offer!.id}`).catch(() => {})
  await expect
    .poll(async () => (await sql`SELECT 1 FROM clicks WHERE user_id = ${id}`).length)
    .toBeGreaterThan(0)
  expect(await sql`SELECT 1 FROM clicks WHERE user_id = ${id}`).toHaveLength(1)
})
