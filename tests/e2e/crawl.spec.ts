// Every page: no link leads to an error, and a dialog opens on it and leads back to it.
import { expect, open, test } from '../support/e2e'

test.describe.configure({ timeout: 900_000 })

/** Concurrent requests. */
const AT_ONCE = 6

const listLinks = (html: string) =>
  [...html.matchAll(/<(?:a|link|img|script)\s[^>]*?(?:href|src)="([^"]+)"/g)].map(([, url]) =>
    url!.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"'),
  )

// Except /out, which counts a visit.
test('no link on the site leads to an error', async ({ server, withScripts }) => {
  test.skip(withScripts, 'What a server answers does not depend on scripts.')
  const seen = new Set<string>(['/', '/sitemap.xml', '/robots.txt'])
  const queue = [...seen]
  const broken: string[] = []

  async function visit(path: string): Promise<void> {
    const answer = await fetch(server.origin + path, { redirect: 'manual' })
    const type = answer.headers.get('Content-Type') ?? ''
    const body = type.startsWith('text/html') ? await answer.text() : (await answer.arrayBuffer(), '')
    if (answer.status >= 400) broken.push(`${answer.status} ${path}`)
    const next = [...listLinks(body), answer.headers.get('Location')].filter((url) => url !== null)
    for (const link of next) {
      const url = new URL(link, server.origin + path)
      const here = url.pathname + url.search
      // Dialogs are the same on every page, so only those of the home page are crawled.
      const isDialog = url.searchParams.has('dialog') && url.pathname !== '/'
      if (url.origin !== server.origin || url.pathname.startsWith('/out/') || isDialog || seen.has(here))
        continue
      seen.add(here)
      queue.push(here)
    }
  }

  while (queue.length) await Promise.all(queue.splice(0, AT_ONCE).map(visit))
  expect(broken).toEqual([])
  expect([...seen].filter((path) => path.startsWith('/CouponsDetails/')).length).toBeGreaterThan(300)
  expect([...seen].filter((path) => path.startsWith('/Offers/')).length).toBeGreaterThan(60)
})

const PAGES =
  `/ /CouponFilters/All?q=rs&category=Electronics /Deals?page=2 /TopStores /Coupontopcodes /Offers/chaukhatbazaar?show=all
  /Singup /HowitWorks /Aboutus /Contactus /PrivacyPolicy /TermsConditions /Flexpage`.split(/\s+/)

test('a dialog opens on every page, and Close returns to it', async ({ page }) => {
  for (const path of PAGES) {
    await open(page, `${path}${path.includes('?') ? '&' : '?'}dialog=sign-in`)
    const dialog = page.getByRole('dialog', { name: 'Hi, Welcome Back' })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('link', { name: 'Close' }).click()
    await expect(page).toHaveURL(path)
    await expect(dialog).toHaveCount(0)
  }
})
