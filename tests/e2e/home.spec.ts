import { expect, waitForScripts, open, test, type Page } from '../support/e2e'

const PHONE = { width: 360, height: 740 }

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const columns = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)

test('the home page shows its sections in order', async ({ page }) => {
  await open(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Gateway to Great Deals')
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    'Flash Sale',
    'How It Works',
    'Free to join, free to use',
    'Popular Deals',
    'Trending Categories',
    'Popular Stores',
    'Top Coupons',
    'What Our Customers Say',
    'Subscribe to our Newsletter',
    'Frequently Asked Questions',
  ])
  const tops = await page.evaluate(() =>
    ['.carousel', '.flash-sale', '#deals', '.marquee', '.trending'].map(
      (part) => document.querySelector(part)!.getBoundingClientRect().top,
    ),
  )
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
})

test('the home page opens without a dialog, and Sign up opens the sign-up dialog', async ({ page }) => {
  await open(page, '/')
  await expect(page.locator('dialog')).toHaveCount(0)
  await region(page, 'Free to join, free to use').getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(/\/\?dialog=sign-up$/)
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Sign Up' })).toBeVisible()
})

test.describe('home page banners', () => {
  const strip = (page: Page) => page.locator('.carousel-strip')
  const at = (page: Page) => strip(page).evaluate((list) => list.scrollLeft)
  const step = (page: Page) =>
    strip(page).evaluate(({ children: [first, second] }) => {
      return (second as HTMLElement).offsetLeft - (first as HTMLElement).offsetLeft
    })

  test('are 6 links to coupons: 4 in view on a desktop, 1 on a phone, without arrows there', async ({
    page,
    withScripts,
  }) => {
    await open(page, '/')
    const banners = strip(page).getByRole('link')
    await expect(banners).toHaveCount(6)
    for (const banner of await banners.all())
      expect(await banner.getAttribute('href')).toMatch(/^\/CouponsDetails\/[^/]+$/)
    const shown = () => strip(page).evaluate((list) => list.clientWidth / list.children[0]!.clientWidth)
    const arrows = page.getByRole('button', { name: /^(Previous|Next)$/ })
    expect(Math.floor(await shown())).toBe(4)
    await expect(arrows).toHaveCount(withScripts ? 2 : 0)
    await page.setViewportSize(PHONE)
    expect(Math.floor(await shown())).toBe(1)
    await expect(arrows).toHaveCount(0)
    const href = await banners.first().getAttribute('href')
    await banners.first().click()
    await expect(page).toHaveURL(href!)
  })

  test('are numbered slides, which the keyboard reaches after Pause and scrolls into view', async ({
    page,
    withScripts,
  }) => {
    await open(page, '/')
    const slides = page.getByRole('group', { name: /^\d of 6$/ })
    await expect(slides).toHaveCount(6)
    await expect(slides.first()).toHaveAccessibleName('1 of 6')
    const first = strip(page).getByRole('link').first()
    if (withScripts) {
      await page.getByRole('button', { name: 'Pause', exact: true }).focus()
      // The other arrow is between them in tab order.
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(first).toBeFocused()
    } else await first.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => at(page)).toBeGreaterThan(0)
    expect(await strip(page).evaluate((list) => getComputedStyle(list).scrollSnapType)).toBe('x mandatory')
  })

  test('move by their arrows in 500 ms, from the last to the first', async ({ page, withScripts }) => {
    test.skip(!withScripts, 'arrows need scripts')
    await open(page, '/')
    const one = await step(page)
    // In one task, because a busy machine may need more than the animation's 500 ms between click and check.
    const next = await page.getByRole('button', { name: 'Next' }).elementHandle()
    const timing = await strip(page).evaluate((list, button) => {
      ;(button as HTMLElement).click()
      return list.children[0]!.getAnimations().map((moving) => moving.effect!.getTiming().duration)
    }, next)
    expect(timing).toEqual([500])
    await expect.poll(() => at(page)).toBeCloseTo(one, 0)
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect.poll(() => at(page)).toBe(0)
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect.poll(() => at(page)).toBeCloseTo(one * 2, 0)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(() => at(page)).toBe(0)
  })

  test('move every 3000 ms, except under the pointer, in focus or paused', async ({ page, withScripts }) => {
    test.skip(!withScripts, 'only scripts move them')
    await page.clock.install({ time: new Date('2026-11-21T12:00:00Z') })
    await page.clock.pauseAt(new Date('2026-11-21T12:00:01Z'))
    await open(page, '/')
    const one = await step(page)
    await page.clock.runFor(2900)
    expect(await at(page)).toBe(0)
    await page.clock.runFor(100)
    expect(await at(page)).toBeCloseTo(one, 0)

    await strip(page).hover()
    await page.clock.runFor(9000)
    expect(await at(page)).toBeCloseTo(one, 0)
    await page.mouse.move(5, 5)
    await page.clock.runFor(3000)
    expect(await at(page)).toBeCloseTo(one * 2, 0)

    const pause = page.getByRole('button', { name: 'Pause', exact: true })
    await pause.focus()
    await page.keyboard.press('Shift+Tab')
    await page.clock.runFor(9000)
    expect(await at(page)).toBeCloseTo(one * 2, 0)

    await pause.click()
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    await page.mouse.move(5, 5)
    await page.clock.runFor(9000)
    expect(await at(page)).toBeCloseTo(one * 2, 0)
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await page.mouse.move(5, 5)
    await page.clock.runFor(3000)
    expect(await at(page)).toBeCloseTo(0, 0)
  })

  test('never move automatically with reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.clock.install()
    await open(page, '/')
    await page.clock.runFor(9000)
    expect(await at(page)).toBe(0)
    await expect(page.locator('.carousel-pause')).toBeHidden()
  })
})

test.describe('flash sale', () => {
  test('shows the offer, its cashback and its end, and with scripts the time left', async ({
    page,
    withScripts,
  }) => {
    if (withScripts) await page.clock.install({ time: new Date('2026-11-21T18:00:00+05:30') })
    await open(page, '/')
    const sale = region(page, 'Flash Sale')
    await expect(sale.locator('.offer-title')).not.toBeEmpty()
    await expect(sale.locator('.figure')).toHaveText(/^(Rs\. [\d,]+\.\d\d|\d+\.\d\d%) cashback$/)
    await expect(sale.getByRole('link', { name: 'Grab Deal Now' })).toHaveAttribute(
      'href',
      /^\/CouponsDetails\//,
    )
    const clock = sale.locator('time')
    await expect(sale).toContainText('Ends at midnight')
    await expect(clock).toHaveAttribute('datetime', /T18:30:00\.000Z$/)
    await expect(sale.locator('[aria-live], [role=timer], [role=status], [role=alert]')).toHaveCount(0)
    // Hidden until scripts fill it.
    const bar = sale.locator('progress')
    if (withScripts) {
      await expect(clock).toHaveText(/^0(6:00:00|5:59:5\d)$/)
      await expect(bar).toHaveAttribute('value', '75')
      await page.clock.runFor(60_000)
      await expect(clock).toHaveText(/^05:5[89]:\d\d$/)
    } else {
      await expect(clock).toBeEmpty()
      await expect(bar).toHaveAttribute('value', '0')
    }
  })

  test.describe('in another time zone', () => {
    test.use({ timezoneId: 'America/New_York' })
    test('ends at local midnight and then has no link', async ({ page, withScripts }) => {
      test.skip(!withScripts, 'only scripts know the clock of the browser')
      await page.clock.install({ time: new Date('2026-11-21T23:59:50-05:00') })
      await open(page, '/')
      const sale = region(page, 'Flash Sale')
      await expect(sale.locator('time')).toHaveText(/^00:00:(0\d|10)$/)
      await expect(sale.getByRole('link', { name: 'Grab Deal Now' })).toHaveAttribute('href', /./)
      await page.clock.runFor(11_000)
      await expect(sale.locator('time')).toHaveText('00:00:00')
      await expect(sale.getByRole('progressbar')).toHaveAttribute('value', '100')
      const button = sale.getByRole('link', { name: 'Grab Deal Now' })
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      await expect(button).not.toHaveAttribute('href')
    })
  })
})

test.describe('how it works', () => {
  test('has three steps with pictures', async ({ page }) => {
    await open(page, '/')
    const steps = region(page, 'How It Works').getByRole('listitem')
    await expect(steps).toHaveText([
      /Sign up and shop/,
      /Cashback is added to your wallet on every successful purchase/,
      /bank account/,
    ])
    await expect(region(page, 'How It Works').locator('ul')).not.toHaveAttribute('aria-busy')
  })

  test('shows a skeleton while the pictures load, for at most 3000 ms', async ({ page, withScripts }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/steps/*.svg', async (route) => {
      await held
      await route.continue()
    })
    if (withScripts) await page.clock.install()
    await page.goto('/', { waitUntil: 'commit' })
    await waitForScripts(page)
    const steps = region(page, 'How It Works').locator('ul')
    await expect(steps).toContainText('Sign up and shop')
    if (withScripts) {
      await expect(steps).toHaveAttribute('aria-busy', 'true')
      await page.clock.runFor(3000)
    }
    await expect(steps).not.toHaveAttribute('aria-busy')
    release()
    await page.waitForLoadState()
  })
})

test.describe('lists of the home page', () => {
  const lists = [
    {
      title: 'Popular Deals',
      more: ['See All Deals', '/Deals'],
      card: /^View Deal: /,
      href: /^\/CouponsDetails\//,
      first: 10,
      show: 'deals',
    },
    {
      title: 'Popular Stores',
      more: ['See All Stores', '/TopStores'],
      card: /^Get Offers: /,
      href: /^\/Offers\//,
      first: 10,
      show: 'stores',
    },
    {
      title: 'Top Coupons',
      more: ['See More', '/Coupontopcodes'],
      card: /^View Coupon: /,
      href: /^\/CouponsDetails\//,
      first: 6,
      show: 'coupons',
    },
  ] as const

  for (const { title, more, card, href, first, show } of lists)
    test(`${title}: ${first}, then all, then ${first} again`, async ({ page }) => {
      await open(page, '/')
      const list = region(page, title)
      await expect(list.getByRole('link', { name: more[0], exact: true })).toHaveAttribute('href', more[1])
      const cards = list.getByRole('link', { name: card })
      await expect(cards).toHaveCount(first)
      expect(await cards.first().getAttribute('href')).toMatch(href)
      await list.getByRole('link', { name: `Show More: ${title}` }).click()
      await expect(page).toHaveURL(`/?show=${show}#${show}`)
      await expect.poll(() => cards.count()).toBeGreaterThan(first)
      expect(await cards.count()).toBeLessThanOrEqual(60)
      await list.getByRole('link', { name: `Show Less: ${title}` }).click()
      await expect(cards).toHaveCount(first)
    })

  test('have 5 columns of deals and stores and 3 of coupons, fewer on a phone', async ({ page }) => {
    await open(page, '/')
    const all = () =>
      Promise.all(
        ['#deals .card-grid', '#stores .card-grid', '#coupons .card-grid-wide'].map((grid) =>
          columns(page, grid),
        ),
      )
    expect(await all()).toEqual([5, 5, 3])
    await page.setViewportSize(PHONE)
    expect(await all()).toEqual([1, 2, 1])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
})

test('trending categories are four cards with links and discounts', async ({ page }) => {
  await open(page, '/')
  const trends = region(page, 'Trending Categories')
  await expect(trends.getByRole('listitem')).toHaveText([
    /80% Off on Fashion/,
    /60% Off on Gadget/,
    /Upto 8% Rewards/,
    /60% Off on Order/,
  ])
  const links = trends.getByRole('listitem').getByRole('link')
  for (const [at, slug] of ['ecommerce', 'Electronics', 'Travel', 'health'].entries())
    await expect(links.nth(at)).toHaveAttribute('href', `/CouponFilters/${slug}`)
  await expect(trends.getByRole('link', { name: 'See More' })).toHaveAttribute('href', '/CouponFilters/All')
})

test('the moving strip can be paused, and does not move with reduced motion', async ({ page }) => {
  await open(page, '/')
  const strip = region(page, 'In short')
  const moving = () =>
    strip.locator('.marquee-track').evaluate((track) => {
      const { animationName, animationPlayState } = getComputedStyle(track)
      return `${animationName} ${animationPlayState}`
    })
  expect(await moving()).toBe('run-by running')
  await strip.getByLabel('Pause').check()
  await page.mouse.move(5, 5)
  await expect.poll(moving).toBe('run-by paused')
  await strip.getByLabel('Pause').uncheck()
  await strip.hover()
  await expect.poll(moving).toBe('run-by paused')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await moving()).toBe('none running')
  await expect(strip.getByLabel('Pause')).toBeHidden()
})

test('testimonials are marked as Demo', async ({ page }) => {
  await open(page, '/')
  const quotes = region(page, 'What Our Customers Say')
  expect(await quotes.getByRole('listitem').count()).toBeGreaterThan(0)
  await expect(quotes.getByText('Demo', { exact: true })).toHaveCount(1)
})

test('the FAQ shows 3 questions, then 4 more, and one answer at a time', async ({ page }) => {
  await open(page, '/')
  const faq = region(page, 'Frequently Asked Questions')
  const questions = faq.locator('details[name=faq]')
  await expect(questions).toHaveCount(7)
  await expect(questions.filter({ visible: true })).toHaveCount(3)
  await faq.getByText('See More').click()
  await expect(questions.filter({ visible: true })).toHaveCount(7)

  const opened = faq.locator('details[name=faq][open]')
  for (const words of [
    /free of fees/,
    /online only/,
    /After your purchase/,
    /bank account or payment method/,
  ]) {
    const question = questions.filter({ hasText: words })
    await question.locator('summary').click()
    await expect(question.locator('p')).toBeVisible()
    await expect(question.locator('p')).toHaveText(words)
    await expect(opened).toHaveCount(1)
  }
  await opened.locator('summary').click()
  await expect(opened).toHaveCount(0)
  await faq.getByText('Hide', { exact: true }).click()
  await expect(questions.filter({ visible: true })).toHaveCount(3)
})
