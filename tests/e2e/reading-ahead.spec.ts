// Speculation rules: what a browser reads ahead before scripts run, and what it leaves alone.
import { expect, waitForScripts, test, type Page } from '../support/e2e'

test.use({ expectedProblems: [/Failed to load resource|net::ERR/] })
test.skip(({ withScripts }) => !withScripts, 'browsers read ahead only where scripts may run')

declare const URLPattern: new (pattern: string, base: string) => { test(address: string): boolean }

/** Which of the addresses the rules name, by the browser's own patterns and selectors. */
const named = (page: Page, links: string[]) =>
  page.evaluate(async (addresses) => {
    const rules = await (await fetch('/speculation-rules.json')).json()
    const [all, not, selected] = rules.prefetch[0].where.and
    const matches = (patterns: string[], href: string) =>
      patterns.some((pattern) => new URLPattern(pattern, location.origin).test(href))
    const found = []
    for (const address of addresses) {
      const link = document.createElement('a')
      link.href = address
      const isExcluded =
        matches(not.not.href_matches, link.href) || link.matches(selected.not.selector_matches.join())
      if (matches(all.href_matches, link.href) && !isExcluded) found.push(address)
    }
    return found
  }, links)

test('speculation rules name pages for guests, and none that records a click or belongs to a member', async ({
  page,
}) => {
  await page.goto('/Deals')
  const pages = ['/', '/Deals', '/Deals?page=2', '/CouponsDetails/Saris%20%26%20more', '/Offers/voltwala']
  const others =
    `/out/7 /out/7?x=1 /Account /Account/Wallet /auth/sign-in /Deals?dialog=sign-in /?ref=ASHA1 /Deals?page=2&dialog=otp
    /Singup /newsletter/unsubscribe/x /CouponsDetails/a/b /nothing`.split(/\s+/)
  expect(await named(page, [...pages, ...others])).toEqual(pages)
})

test('a page for guests is prefetched when its link is about to be followed, until scripts run', async ({
  page,
  context,
}) => {
  const ahead = context.waitForEvent('request', (request) => request.url().endsWith('/Aboutus'))
  // Scripts never load, so that the page stays as before they run.
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setBlockedURLs', { urls: ['*/assets/*.js'] })
  await page.goto('/Contactus')
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'About Us' })
  await link.hover()
  expect((await (await ahead).allHeaders())['sec-purpose']).toBe('prefetch')

  await session.send('Network.setBlockedURLs', { urls: [] })
  await page.reload()
  await waitForScripts(page)
  expect(await link.evaluate((element) => element.matches('[data-hydrated] *'))).toBe(true)
})

test.describe('in a browser that has been here before', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a page is prefetched beside the service worker', async ({ page, context }) => {
    await page.goto('/Deals')
    await waitForScripts(page)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setBlockedURLs', { urls: ['*/assets/*.js'] })
    await page.goto('/Contactus')
    const ahead = context.waitForEvent('request', (request) => request.url().endsWith('/Aboutus'))
    await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).hover()
    expect((await (await ahead).allHeaders())['sec-purpose']).toBe('prefetch')
  })
})
