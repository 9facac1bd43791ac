import { expect, open, test } from '../support/e2e'

test.use({ expectedProblems: [/net::ERR_FAILED/] })

test('without images each store shows its initials, hidden from screen readers', async ({ page }) => {
  await page.route(/\.(?:svg|png|webp|avif|jpe?g)(?:\?|$)/, (route) => route.abort())
  await open(page, '/TopStores')
  const logos = page.getByRole('main').locator('.logo')
  expect(await logos.count()).toBeGreaterThan(20)
  const found = await logos.evaluateAll((all) =>
    all.map((logo) => ({
      alt: logo.querySelector('img')?.getAttribute('alt') ?? '',
      shown: getComputedStyle(logo, '::before').content.startsWith(`"${logo.getAttribute('data-initials')}"`),
      initials: /\S/.test(logo.getAttribute('data-initials') ?? ''),
    })),
  )
  for (const logo of found) expect(logo).toEqual({ alt: '', shown: true, initials: true })

  // Initials that are covered by an image would not change its screenshot.
  const first = logos.first()
  await first.scrollIntoViewIfNeeded()
  const withInitials = await first.screenshot()
  await first.evaluate((logo) => logo.removeAttribute('data-initials'))
  expect((await first.screenshot()).equals(withInitials)).toBe(false)
})
