import { expect, waitForScripts, open, test, type Page } from '../support/e2e'
import { signInMember } from './members'

// From tests/e2e/feeds/header.json.
const SPECIAL = 'Jhumka & kada: 15% off "pairs" of झुमका 🎉'
const INSIDE = 'Flat Rs. 200 off every jhumka'
const PHONE = { width: 360, height: 740 }

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const box = (page: Page) => page.locator('#search')

test('a guest’s header has the logo, the wallet and the join panel', async ({ page }) => {
  await open(page, '/Deals')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'DealDwaar' })).toHaveAttribute('href', '/')
  await expect(header.getByText('Balance: Rs. 0.00').first()).toBeVisible()

  const join = panel(page, 'Join us for instant cashback!')
  await expect(join).toBeHidden()
  await header.getByRole('button', { name: 'Profile' }).click()
  await expect(join.getByText('Discover discounts, deals, and more—sign up Now!')).toBeVisible()
  await expect(join.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/Deals?dialog=sign-in')
  await header.getByRole('button', { name: 'Profile' }).click()
  await expect(join).toBeHidden()

  await header.getByRole('button', { name: 'Profile' }).click()
  await join.getByRole('link', { name: 'Sign Up' }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Sign Up' })).toBeVisible()
  await expect(join).toBeHidden()

  await open(page, '/Deals')
  await header.getByRole('button', { name: 'Profile' }).click()
  await join.getByRole('link', { name: 'Redeem' }).click()
  await expect(page.getByRole('dialog').getByText('Please login first!')).toBeVisible()
})

test('a menu that is opened before the scripts run stays open', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/Deals')
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  await waitForScripts(page)
  await expect(panel(page, 'Menu').getByRole('link', { name: 'Coupon Codes' })).toBeVisible()
})

test('the navigation bar has three links and two panels', async ({ page, server }) => {
  await open(page, '/')
  for (const [name, href] of [
    ['Coupon Codes', '/Coupontopcodes'],
    ['Top Stores', '/Deals'],
    ['Share and Earn', '/HowitWorks'],
  ] as const)
    await expect(nav(page).getByRole('link', { name })).toHaveAttribute('href', href)

  await nav(page).getByRole('button', { name: 'Popular Categories' }).click()
  const categories = panel(page, 'Popular Categories')
  const names = [
    'Electronics',
    'Fashion',
    'Health-&-Beauty',
    'Travel',
    'Sports',
    'Airlines',
    'Services',
    'Lifestyle',
    'Law',
  ]
  await expect(categories.getByRole('link')).toHaveText([...names, 'View All Categories'])
  for (const name of names)
    await expect(categories.getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      `/CouponFilters/${name}`,
    )
  await expect(categories.getByRole('link', { name: 'View All Categories' })).toHaveAttribute(
    'href',
    '/CouponFilters/All',
  )

  // Only one panel is open at a time; following a link closes it.
  await nav(page).getByRole('button', { name: 'Deal Zone' }).click()
  await expect(categories).toBeHidden()
  const deals = panel(page, 'Top Deals')
  const cards = deals.locator('a[href^="/Offers/"]')
  await expect(cards).toHaveCount(5)
  for (const card of await cards.all()) await expect(card).toContainText(/\d+ Offers?$/)
  await expect(deals.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/TopStores')
  await deals.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL(`${server.origin}/TopStores`)
  await expect(deals).toBeHidden()
})

test('panels close by Escape, by their button and by a click outside', async ({ page }) => {
  await open(page, '/Aboutus')
  const news = panel(page, 'Notifications')
  const bell = page.getByRole('banner').getByRole('button', { name: 'Notifications' })
  await bell.click()
  await expect(news).toBeVisible()
  await expect(news.getByText('Nothing new.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(news).toBeHidden()
  await bell.click()
  await news.getByRole('button', { name: 'Close' }).click()
  await expect(news).toBeHidden()
  await bell.click()
  await page.mouse.click(200, 500)
  await expect(news).toBeHidden()
})

test('a member’s header shows the unread dot, the balance and the account link', async ({
  page,
  server,
  sql,
}) => {
  const { id } = await signInMember(page, server, sql, { earned: 4000 })
  await sql`UPDATE notifications SET read_at = now() WHERE user_id = ${id}`
  await open(page, '/Aboutus')
  const header = page.getByRole('banner')
  await expect(header.getByText(/^Balance: Rs\. [\d,]+\.\d\d$/).first()).toBeVisible()
  await expect(header.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await expect(header.locator('.icon-button-dot')).toHaveCount(0)

  await sql`INSERT INTO notifications (user_id, reference, title, body, href)
    VALUES (${id}, 'header', 'Your chai is on us', 'Rs. 40.00 more.', '/Account/Wallet')`
  await open(page, '/Deals')
  await header.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await expect(
    header.getByRole('button', { name: 'Notifications' }).locator('.icon-button-dot'),
  ).toBeVisible()
  const news = panel(page, 'Notifications')
  await expect(news.getByRole('listitem').first()).toContainText('Your chai is on us')
  await expect(news.getByRole('listitem').first().getByRole('button')).toBeVisible()
  await page.keyboard.press('Escape')

  // On a phone the unread dot is on the menu button, because the bell is in the menu.
  await page.setViewportSize(PHONE)
  await header.getByRole('button', { name: 'Menu, 1 unread' }).click()
  await panel(page, 'Menu').getByRole('button', { name: 'Notifications' }).click()
  await expect(news).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await header.getByRole('link', { name: 'Your account' }).click()
  await expect(page).toHaveURL(`${server.origin}/Account`)
})

test('on a phone the slide-in menu has the same items', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await open(page, '/Deals')
  await expect(nav(page)).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = panel(page, 'Menu')
  await expect(menu.getByText('Balance: Rs. 0.00')).toBeVisible()
  for (const [name, href] of [
    ['Coupon Codes', '/Coupontopcodes'],
    ['Top Stores', '/Deals'],
    ['Share and Earn', '/HowitWorks'],
    ['Login', '/Deals?dialog=sign-in'],
    ['Sign Up', '/Deals?dialog=sign-up'],
    ['Redeem', '/Deals?dialog=withdraw'],
  ] as const)
    await expect(menu.getByRole('link', { name })).toHaveAttribute('href', href)

  await menu.getByText('Popular Categories').click()
  await expect(menu.locator('a[href^="/CouponFilters/"]:visible')).toHaveCount(10)
  await menu.getByText('Deal Zone').click()
  await expect(menu.locator('a[href^="/CouponFilters/"]:visible')).toHaveCount(0)
  const cards = menu.locator('a[href^="/Offers/"]')
  await expect(cards).toHaveCount(2)
  for (const card of await cards.all()) await expect(card).toContainText('Get Offers')
  await menu.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL(/\/TopStores$/)
  await expect(menu).toBeHidden()
})

test('on a phone the search is toggled and takes the focus', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await open(page, '/')
  const toggle = page.getByRole('banner').locator('.header-bar > [popovertarget=search-panel]')
  await toggle.click()
  const search = panel(page, 'Search')
  await expect(search.locator('#search-narrow')).toBeFocused()
  await toggle.click()
  await expect(search).toBeHidden()
  await toggle.click()
  await page.keyboard.type('paneer')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/CouponFilters\/All\?q=paneer$/)
  await expect(search).toBeHidden()
})

test('Enter searches all categories, and the box keeps the query', async ({ page }) => {
  await open(page, '/')
  await box(page).fill('50% & more')
  await box(page).press('Enter')
  await expect(page).toHaveURL(/\/CouponFilters\/All\?q=50%25\+%26\+more$/)
  await expect(box(page)).toHaveValue('50% & more')
})

test('the footer has its headings and links', async ({ page }) => {
  await open(page, '/Deals')
  const footer = page.getByRole('contentinfo')
  for (const name of ['Help and Support', 'Our Guidelines', 'Follow Us'])
    await expect(footer.getByRole('heading', { name })).toBeVisible()
  for (const [name, href] of [
    ['Share and Earn', '/HowitWorks'],
    ['Contact Us', '/Contactus'],
    ['About Us', '/Aboutus'],
    ['Register', '/Singup'],
    ['Terms & Conditions', '/TermsConditions'],
    ['Privacy Policy', '/PrivacyPolicy'],
    ['Disclaimer', '/Contactus'],
    ['Corporate site', '/Contactus'],
  ] as const)
    await expect(footer.getByRole('link', { name })).toHaveAttribute('href', href)
  for (const name of ['Facebook', 'Instagram', 'YouTube'])
    await expect(footer.getByRole('link', { name })).toHaveAttribute('href', '/Contactus')
})

test('a new page starts at its top, and Back restores the scroll position', async ({ page }) => {
  await open(page, '/TermsConditions')
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  await page.evaluate(() => window.scrollTo(0, 400))
  await expect.poll(scrolled).toBe(400)
  await nav(page).getByRole('link', { name: 'Coupon Codes' }).click()
  await expect(page).toHaveURL(/\/Coupontopcodes$/)
  await expect.poll(scrolled).toBe(0)
  await page.goBack()
  await expect(page).not.toHaveURL(/\/Coupontopcodes$/)
  await expect.poll(scrolled).toBe(400)
})

/** What the two offers pay, and the last suggestion. */
const PAYS = ['6.00%', 'Rs. 120.00']
const ALL_RESULTS = 'See all results'

test.describe('header with scripts', () => {
  test.skip(({ withScripts }) => !withScripts, 'what needs scripts')

  test('suggestions appear while typing, prefix matches first', async ({ page }) => {
    await open(page, '/')
    await expect(box(page)).toHaveRole('combobox')
    await expect(box(page)).toHaveAttribute('aria-expanded', 'false')
    await box(page).fill('JHUMK')
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
    await expect(options).toHaveText([
      `${SPECIAL} Naulakha Gems ${PAYS[0]}`,
      `${INSIDE} Naulakha Gems ${PAYS[1]}`,
      ALL_RESULTS,
    ])
    await expect(options.first().locator('mark')).toHaveText('Jhumk')
    await expect(box(page)).toHaveAttribute('aria-expanded', 'true')
    await expect(box(page)).toHaveAttribute('aria-controls', 'search-list')
    await expect(page.getByText('2 suggestions')).toHaveAttribute('aria-live', 'polite')
    await expect(options.first()).toHaveAttribute('href', `/CouponsDetails/${encodeURIComponent(SPECIAL)}`)

    await box(page).fill('qwrtplmnvb zxkvwq')
    await expect(page.getByText('No suggestions')).toBeAttached()
    await expect(options).toHaveCount(0)
    await box(page).fill('every jh')
    await expect(options).toHaveText([`${INSIDE} Naulakha Gems ${PAYS[1]}`, ALL_RESULTS])
    await box(page).fill('   ')
    await expect(options).toHaveCount(0)
    await expect(page.getByText('No suggestions')).toHaveCount(0)

    await box(page).fill('jhumka')
    await options.first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(SPECIAL)
    await expect(options).toHaveCount(0)
    await expect(box(page)).toHaveValue('')
  })

  test('the list by keyboard: arrows, Enter, Escape and leaving the box work', async ({ page }) => {
    await open(page, '/Deals')
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
    await box(page).focus()
    await page.keyboard.type('jhumka')
    await expect(options).toHaveCount(3)
    const active = (n: number | null) =>
      n === null
        ? expect(box(page)).not.toHaveAttribute('aria-activedescendant', /./)
        : expect(box(page)).toHaveAttribute('aria-activedescendant', `search-${n}`)
    await active(null)
    await page.keyboard.press('ArrowDown')
    await active(0)
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await active(1)
    await page.keyboard.press('ArrowDown')
    await active(2)
    await page.keyboard.press('ArrowDown')
    await active(0)
    await page.keyboard.press('ArrowUp')
    await active(2)
    await page.keyboard.press('Escape')
    await expect(options).toHaveCount(0)
    await expect(box(page)).toHaveValue('jhumka')
    await page.keyboard.press('ArrowDown')
    await expect(options).toHaveCount(3)
    await page.keyboard.press('Tab')
    await expect(options).toHaveCount(0)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowDown')
    await expect(options).toHaveCount(3)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await active(1)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(INSIDE)
    await box(page).fill('jhumka')
    await expect(options).toHaveCount(3)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/CouponFilters/All?q=jhumka')
  })

  test('the list is at most 15rem high, also on a phone', async ({ page }) => {
    await page.setViewportSize(PHONE)
    await open(page, '/')
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
    await page.keyboard.type('o')
    await expect(page.getByRole('option')).toHaveCount(9)
    const { height } = (await page.getByRole('listbox').boundingBox())!
    expect(height).toBeLessThanOrEqual(240)
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('option').last()).toBeInViewport()
    await page.locator('#search-narrow').fill('jhumka')
    await expect(page.getByRole('option')).toHaveCount(3)
    await page.getByRole('option').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(SPECIAL)
    await expect(panel(page, 'Search')).toBeHidden()
  })

  test('a late response is not shown, and without a response the form still works', async ({ page }) => {
    await open(page, '/')
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/suggestions?q=jhumka', async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    const asked = page.waitForRequest('**/suggestions?q=jhumka')
    await box(page).fill('jhumka')
    await asked
    await box(page).fill('flat rs. 200 off every')
    const options = page.getByRole('option')
    await expect(options).toHaveCount(2)
    release()
    await page.unrouteAll({ behavior: 'wait' })
    await expect(options).toHaveText([`${INSIDE} Naulakha Gems ${PAYS[1]}`, ALL_RESULTS])

    await page.route('**/suggestions?**', (route) => route.fulfill({ status: 204 }))
    await box(page).fill('sneakers')
    await expect(options).toHaveCount(0)
    await box(page).press('Enter')
    await expect(page).toHaveURL(/\/CouponFilters\/All\?q=sneakers$/)
  })

  test("'Loading...' is shown while the next page loads", async ({ page }) => {
    await open(page, '/')
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/Coupontopcodes.data*', async (route) => {
      await held
      await route.continue()
    })
    await nav(page).getByRole('link', { name: 'Coupon Codes' }).click()
    await expect(page.getByText('Loading...')).toBeVisible()
    release()
    await expect(page).toHaveURL(/\/Coupontopcodes$/)
    await expect(page.getByText('Loading...')).toHaveCount(0)
  })
})

test('the installed app’s shortcut to Search opens the search', async ({ page, withScripts }) => {
  test.skip(!withScripts, 'without scripts the button beside it opens it')
  for (const [width, id] of [
    [360, 'search-narrow'],
    [1280, 'search'],
  ] as const) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/Aboutus')
    await open(page, '/CouponFilters/All#search')
    await expect(page.locator(`#${id}`)).toBeFocused()
  }
})
