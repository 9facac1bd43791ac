// Every page and every visible state of it, for screens.mjs, check-html.mjs and the accessibility test. Needs the demo's data.
/** @import { APIRequestContext, Page } from 'playwright' @import { Origins, Person, Place, View } from './types' */

/** @param {string} id @returns {(page: Page) => Promise<void>} Opens a popover by its button in the header. */
const press = (id) => (page) => page.locator(`[popovertarget=${id}]`).first().click()

/** Submits a form, empty by default. @param {Record<string, string>} [fields] */
const send =
  (fields = {}) =>
  async (/** @type {Page} */ page) => {
    const form = page.locator('dialog form[method=post], main form[method=post]').first()
    for (const [name, value] of Object.entries(fields))
      await form.locator(`[name=${name}]`).first().fill(value)
    await form.locator('[type=submit]').first().click()
    await page.locator('[aria-invalid=true], [role=alert]').first().waitFor()
  }

let serial = 0
const freshNumber = () => `8${String(Date.now() % 1e6).padStart(6, '0')}${String(++serial).padStart(3, '0')}`

/** @param {Page} page */
async function askForCode(page) {
  const phone = freshNumber()
  const form = page.locator('form[action="/auth/sign-up"]')
  for (const [name, value] of Object.entries({
    username: 'Lakshmi Venkataraman Subramaniam',
    phone_number: phone,
    email: `${phone}@mail.example`,
    password: 'Chai at five 5',
  }))
    await form.locator(`[name=${name}]`).fill(value)
  await form.locator('[name=agreeToTerms]').check()
  await form.locator('[type=submit]').click()
  await page.locator('form[action="/auth/otp"]').waitFor()
}

/** @param {Page} page @param {string} code Four digits. */
async function typeCode(page, code) {
  const form = page.locator('form[action="/auth/otp"]')
  const boxes = form.locator('[name=otp]')
  // Without scripts there is one box for all digits, with them one for each.
  const parts = (await boxes.count()) === 1 ? [code] : [...code]
  for (const [i, part] of parts.entries()) await boxes.nth(i).fill(part)
  // The last of several boxes sends the form.
  if (parts.length === 1) await form.locator('[type=submit]').click()
}

/** @param {Page} page */
async function typeWrongCode(page) {
  await askForCode(page)
  const right = /(\d{4})\./.exec(await page.locator('.join-demo-code').innerText())?.[1]
  await typeCode(page, right === '0000' ? '1111' : '0000')
  await page.locator('dialog [role=alert]').waitFor()
}

/** Used in rotation, because a number is not sent two codes in quick succession. */
const NUMBERS = ['9000000003', '9000000002', '9000000001']

/** @param {Page} page */
async function proveNumber(page) {
  const form = page.locator('form[action="/auth/forgot-password"]')
  await form.locator('[name=phone_number]').fill(NUMBERS[serial++ % NUMBERS.length] ?? '')
  await form.locator('[type=submit]').click()
  const code = await page.locator('.join-demo-code').innerText()
  await typeCode(page, /(\d{4})\./.exec(code)?.[1] ?? '')
  await page.locator('form[action="/auth/reset-password"]').waitFor()
}

/** @param {Page} page */
async function mistypePassword(page) {
  await proveNumber(page)
  await send({ new_password: 'Chai at six 66', confirm_password: 'Chai at six 67' })(page)
}

/** @param {Page} page */
async function subscribe(page) {
  const form = page.locator('form[action="/newsletter"]')
  await form.locator('[name=email]').fill(`${freshNumber()}@mail.example`)
  await form.locator('[type=submit]').click()
  await page.locator('[role=status].notice').waitFor()
}

/** @type {View[]} */
const OF_EVERYBODY = [
  { name: 'home', at: '/' },
  { name: 'home-subscribed', at: '/', act: subscribe },
  { name: 'home-faq', at: '/', act: (page) => page.locator('.faq summary').first().click() },
  { name: 'newsletter-leave', at: '/newsletter/unsubscribe' },
  { name: 'newsletter-ended', at: '/newsletter/confirm/nothing', status: 404 },
  { name: 'newsletter-unknown', at: '/unsubscribe/nothing', status: 404 },
  { name: 'menu', at: '/', only: 'narrow', act: press('menu') },
  {
    name: 'menu-categories',
    at: '/',
    only: 'narrow',
    act: async (page) => {
      await press('menu')(page)
      await page.locator('#menu summary').first().click()
    },
  },
  {
    name: 'search-panel',
    at: '/',
    only: 'narrow',
    act: press('search-panel'),
  },
  { name: 'join-panel', at: '/', act: press('join') },
  { name: 'categories-panel', at: '/', only: 'wide', act: press('categories') },
  { name: 'deal-zone', at: '/', only: 'wide', act: press('deal-zone') },
  { name: 'notifications-panel', at: '/', only: 'wide', act: press('news') },
  { name: 'sign-in', at: '/?dialog=sign-in' },
  { name: 'sign-in-errors', at: '/?dialog=sign-in', act: send() },
  {
    name: 'sign-in-wrong',
    at: '/?dialog=sign-in',
    act: send({ phone_number: '9000000009', password: 'wrong' }),
  },
  { name: 'sign-up', at: '/?dialog=sign-up' },
  { name: 'sign-up-errors', at: '/?dialog=sign-up', act: send() },
  { name: 'otp', at: '/Deals?dialog=sign-up', act: askForCode },
  { name: 'otp-wrong', at: '/Deals?dialog=sign-up', act: typeWrongCode },
  { name: 'otp-none', at: '/?dialog=reset-password' },
  { name: 'otp-sign-in', at: '/?dialog=otp-sign-in' },
  { name: 'otp-sign-in-errors', at: '/?dialog=otp-sign-in', act: send({ phone_number: '12' }) },
  { name: 'otp-sign-in-unknown', at: '/?dialog=otp-sign-in', act: send({ phone_number: '9123456780' }) },
  { name: 'forgot-password', at: '/?dialog=forgot-password' },
  { name: 'forgot-password-errors', at: '/?dialog=forgot-password', act: send() },
  { name: 'reset-password-errors', at: '/?dialog=forgot-password', act: mistypePassword },
  { name: 'lost-number', at: '/auth/lost-number' },
  { name: 'lost-number-errors', at: '/auth/lost-number', act: send({ email: 'nobody' }) },
  { name: 'link-over', at: '/auth/email/x', status: 404 },
  { name: 'undo-over', at: '/auth/email/x/undo', status: 404 },
  { name: 'lost-number-over', at: '/auth/lost-number/x', status: 404 },
  { name: 'lost-number-stop-over', at: '/auth/lost-number/x/stop', status: 404 },
  { name: 'unsubscribe-unknown', at: '/unsubscribe/x', status: 404 },
  { name: 'demo-mails', at: '/demo/mail' },
  { name: 'category', at: '/CouponFilters/Travel' },
  { name: 'category-all', at: '/CouponFilters/All' },
  { name: 'category-show-all', at: '/CouponFilters/All?show=all' },
  { name: 'category-search', at: '/CouponFilters/All?q=rs&category=Electronics' },
  {
    name: 'category-filters',
    at: '/CouponFilters/Electronics',
    only: 'narrow',
    act: (page) => page.locator('.category-filter > summary').click(),
  },
  { name: 'category-empty', at: '/CouponFilters/All?q=nothing-of-this-name' },
  { name: 'category-unknown', at: '/CouponFilters/Nothing', status: 404 },
  { name: 'top-stores', at: '/TopStores' },
  { name: 'deals', at: '/Deals' },
  { name: 'deals-last', at: '/Deals?page=4' },
  { name: 'deals-beyond', at: '/Deals?page=99' },
  { name: 'coupon-codes', at: '/Coupontopcodes' },
  { name: 'store-offers', at: '/Offers/chaukhatbazaar' },
  { name: 'store-products', at: '/Offers/jebfone?tab=product' },
  { name: 'store-no-products', at: '/Offers/laharferries?tab=product' },
  { name: 'store-unknown', at: '/Offers/nothing', status: 404 },
  { name: 'detail', at: { link: '/CouponsDetails/', on: '/Coupontopcodes' } },
  { name: 'detail-refused', at: { link: '/CouponsDetails/', on: '/Deals' }, act: follow },
  {
    name: 'detail-no-logo',
    at: '/CouponsDetails/Three devices, three years: 60% off'.replaceAll('%', '%25'),
  },
  { name: 'detail-ended', at: '/CouponsDetails/Diwali 2025 saree festival: 50%25 off' },
  { name: 'detail-spanish', at: '/CouponsDetails/Ferries de verano: 10%25 de descuento' },
  { name: 'detail-spanish-ended', at: '/CouponsDetails/7%25 off ferry bookings up to 100 EUR' },
  { name: 'detail-english-copy', at: '/CouponsGroup/Ferries de verano: 10%25 de descuento' },
  { name: 'detail-unknown', at: '/CouponsDetails/nothing', status: 404 },
  { name: 'code', at: { link: '/CouponCode/', on: '/Offers/voltwala' } },
  { name: 'code-titled-offer', at: { link: '/CouponCode/offer', on: '/Offers/chaukhatbazaar' } },
  { name: 'sign-up-page', at: '/Singup' },
  { name: 'sign-up-page-errors', at: '/Singup', act: send() },
  { name: 'how-it-works', at: '/HowitWorks' },
  { name: 'refer-guest', at: '/HowitWorks?dialog=refer' },
  { name: 'redeem-guest', at: '/?dialog=withdraw' },
  { name: 'about', at: '/Aboutus' },
  { name: 'contact', at: '/Contactus' },
  { name: 'privacy', at: '/PrivacyPolicy' },
  { name: 'terms', at: '/TermsConditions' },
  { name: 'flex', at: '/Flexpage' },
  { name: 'api', at: '/api/docs' },
  { name: 'not-found', at: '/no/such/page', status: 404 },
  { name: 'style-guide', at: '/styleguide', of: 'development' },
  { name: 'trouble-home', at: '/', of: 'trouble', status: 500 },
  { name: 'trouble-deals', at: '/Deals', of: 'trouble', status: 503 },
  { name: 'trouble-top-stores', at: '/TopStores', of: 'trouble', status: 503 },
  { name: 'trouble-coupon-codes', at: '/Coupontopcodes', of: 'trouble', status: 503 },
  { name: 'trouble-category', at: '/CouponFilters/Travel', of: 'trouble', status: 503 },
  { name: 'trouble-detail', at: '/CouponsDetails/nothing', of: 'trouble', status: 500 },
]

/** Exceeds the balance: with scripts the field itself rejects it. @param {Page} page */
async function mistypeAmount(page) {
  const form = page.locator('dialog form[method=post]')
  await form.locator('[name=amount]').fill('99999')
  await form.locator('[type=submit]').click()
  await page.locator('dialog [role=alert]', { hasText: 'Withdrawal error' }).waitFor()
}

/** From the list, the newest first; -1 is the oldest. @param {number} at */
function openVisit(at) {
  return async (/** @type {Page} */ page) => {
    await page.locator('.visit-list a').filter({ visible: true }).nth(at).click()
    await page.locator('.visit-steps').first().waitFor()
  }
}

/** A guest is refused here. @param {Page} page */
async function follow(page) {
  await page.locator('main a[href^="/out/"]').first().click()
  await page.locator('[role=alert]').waitFor()
}

/** @type {View[]} */
const OF_MEMBERS = [
  { name: 'member-home', at: '/' },
  { name: 'member-menu', at: '/', only: 'narrow', act: press('menu') },
  {
    name: 'member-news',
    at: '/',
    only: 'wide',
    act: press('news'),
  },
  { name: 'member-detail', at: { link: '/CouponsDetails/', on: '/Coupontopcodes' } },
  { name: 'profile', at: '/Account' },
  { name: 'profile-no-image', at: '/Account', act: send() },
  { name: 'edit-details', at: '/Account?edit=details' },
  {
    name: 'edit-details-errors',
    at: '/Account?edit=details',
    act: async (/** @type {Page} */ page) => {
      const form = page.locator('form[action="/Account/details"]')
      await form.locator('[name=email]').fill('nobody')
      await form.locator('[type=submit]').click()
      await form.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  { name: 'change-password', at: '/Account/ChangePassword' },
  { name: 'change-password-errors', at: '/Account/ChangePassword', act: send() },
  {
    name: 'change-password-wrong',
    at: '/Account/ChangePassword',
    act: send({
      currentPassword: 'not my password',
      newPassword: 'Chai at six 66',
      confirmNewPassword: 'Chai at six 66',
    }),
  },
  { name: 'my-cashback', at: '/Account/Visits' },
  { name: 'visit-without-order', at: '/Account/Visits', act: openVisit(0) },
  { name: 'visit-tracked', at: '/Account/Visits', act: openVisit(1) },
  { name: 'visit-declined', at: '/Account/Visits', act: openVisit(2) },
  { name: 'visit', at: '/Account/Visits', act: openVisit(-1) },
  { name: 'visit-missing', at: '/Account/Visits/DV-00000000', status: 404 },
  { name: 'history', at: '/Account/History' },
  { name: 'history-empty', at: '/Account/History?kind=withdrawals&page=9' },
  { name: 'statement', at: '/Account/Statement?from=2026-01-01&to=2099-12-31' },
  { name: 'statement-empty', at: '/Account/Statement?year=2001-02' },
  { name: 'statement-errors', at: '/Account/Statement?from=2026-02-30&to=' },
  { name: 'wallet', at: '/Account/Wallet' },
  { name: 'edit-bank', at: '/Account/Wallet?edit=bank' },
  { name: 'edit-bank-errors', at: '/Account/Wallet?edit=bank', act: send({ ifsc_code: 'ABCD' }) },
  { name: 'edit-upi', at: '/Account/Wallet?edit=upi' },
  { name: 'edit-upi-errors', at: '/Account/Wallet?edit=upi', act: send({ upi: 'nobody' }) },
  { name: 'refer', at: '/HowitWorks?dialog=refer' },
  { name: 'referral', at: '/Account/Referral' },
  { name: 'privacy-data', at: '/Account/Privacy' },
  { name: 'withdraw', at: '/Account/Wallet?dialog=withdraw' },
  { name: 'withdraw-error', at: '/Account/Wallet?dialog=withdraw', act: mistypeAmount },
  { name: 'withdraw-invalid', at: '/Account/Wallet?dialog=withdraw', act: send({ amount: '0' }) },
  { name: 'notifications', at: '/Account/Notifications' },
  { name: 'stores', at: '/Account/Stores' },
  { name: 'logout', at: '/Account?dialog=logout' },
  { name: 'logout-cancelled', at: '/auth/stay?from=/Account' },
].map((view) => ({ .../** @type {View} */ (view), member: true }))

/** Names that are hard to lay out: one longer than a line, one in another script. */
const NAMES = {
  long: { phone_number: '9000000004', password: 'demo-venkata-2026' },
  devanagari: { phone_number: '9000000005', password: 'demo-kshitij-2026' },
}
const OF_NAMES = Object.entries(NAMES).flatMap(([name, person]) =>
  [
    { name: `profile-${name}-name`, at: '/Account' },
    { name: `wallet-${name}-name`, at: '/Account/Wallet' },
    { name: `history-${name}-name`, at: '/Account/History' },
    { name: `my-cashback-${name}-name`, at: '/Account/Visits' },
  ].map((view) => ({ .../** @type {View} */ (view), member: true, person })),
)

/** @param {number} at of the list */
const openClaim = (at) => async (/** @type {Page} */ page) => {
  await page.locator('.claim-row a').nth(at).click()
  await page.locator('#thread-title').waitFor()
}

/** @param {Page} page */
async function askQuestion(page) {
  const number = await page.locator('.visit-number').first().innerText()
  await page.goto(new URL(`/Account/Claims/new?visit=${number}&kind=question`, page.url()).href)
  await page.locator('textarea').waitFor()
}

/** Has a claim in each state. */
const CLAIMANT = { phone_number: '9000000003', password: 'demo-meera-2026' }
const OF_CLAIMS = [
  { name: 'my-claims', at: '/Account/Visits' },
  { name: 'claim-new', at: '/Account/Visits', act: askQuestion },
  {
    name: 'claim-new-errors',
    at: '/Account/Visits',
    act: async (/** @type {Page} */ page) => {
      await askQuestion(page)
      await page.locator('form[action="/Account/Claims/new"] [type=submit]').click()
      await page.locator('[aria-invalid=true]').waitFor()
    },
  },
  { name: 'claim-received', at: '/Account/Visits', act: openClaim(0) },
  { name: 'claim-declined', at: '/Account/Visits', act: openClaim(3) },
  { name: 'claim-credited', at: '/Account/Visits', act: openClaim(4) },
  { name: 'claim-missing', at: '/Account/Claims/999999', status: 404 },
  { name: 'claim-new-missing', at: '/Account/Claims/new', status: 404 },
].map((view) => ({ .../** @type {View} */ (view), member: true, person: CLAIMANT }))

/** @type {View[]} */
const DESK_SIGN_IN_VIEWS = [
  { name: 'desk', at: '/Desk' },
  { name: 'desk-sign-in', at: '/Desk/SignIn' },
  { name: 'desk-sign-in-errors', at: '/Desk/SignIn', act: send() },
  { name: 'desk-invitation-over', at: '/Desk/Invitation/nothing' },
]

/** Opens the first link of a list. @param {string} link @param {string} until */
const openFirst = (link, until) => async (/** @type {Page} */ page) => {
  await page.locator(`main a[href^="${link}"]`).first().click()
  await page.locator(until).first().waitFor()
}

/** Sends the form of an operation. @param {Record<string, string>} fields @param {string} until */
const sendDesk = (fields, until) => async (/** @type {Page} */ page) => {
  const form = page.locator('main form[method=post]').first()
  for (const [name, value] of Object.entries(fields)) await form.locator(`[name="input.${name}"]`).fill(value)
  await form.locator('[type=submit]').click()
  await page.locator(until).first().waitFor()
}

/** @type {View[]} */
const DESK_VIEWS = [
  { name: 'desk-today', at: '/Desk/Today' },
  { name: 'desk-all', at: '/Desk/All' },
  { name: 'desk-withdrawals', at: '/Desk/withdrawals' },
  { name: 'desk-claims', at: '/Desk/claims' },
  { name: 'desk-claim', at: '/Desk/claims/list', act: openFirst('/Desk/claims/show', '#thread-title') },
  { name: 'desk-members', at: '/Desk/users/list' },
  { name: 'desk-member', at: '/Desk/users/show?user=9000000001' },
  { name: 'desk-sales', at: '/Desk/conversions/list' },
  { name: 'desk-sales-none', at: '/Desk/conversions/list?from=2001-01-01&to=2001-01-02' },
  {
    name: 'desk-sale',
    at: '/Desk/conversions/list',
    act: openFirst('/Desk/conversions/show', '#replies-title'),
  },
  { name: 'desk-sale-missing', at: '/Desk/conversions/show?id=999999' },
  { name: 'desk-report', at: '/Desk/stats' },
  { name: 'desk-log', at: '/Desk/log/list' },
  {
    name: 'desk-search',
    at: '/Desk/Today',
    act: async (/** @type {Page} */ page) => {
      const form = page.locator('form[action="/Desk/search"]')
      await form.locator('[name="input.words"]').fill('Asha')
      await form.locator('[type=submit]').click()
      await page.waitForURL('**/Desk/Drafts/*')
    },
  },
  { name: 'desk-form', at: '/Desk/rates/set-store' },
  {
    name: 'desk-form-errors',
    at: '/Desk/rates/set-store',
    act: sendDesk({ store: 'Voltwala', payout: 'much' }, '[aria-invalid=true]'),
  },
  {
    name: 'desk-preview',
    at: '/Desk/rates/set-store',
    act: sendDesk({ store: 'Voltwala', payout: '6.5%' }, '#preview-title'),
  },
  { name: 'desk-upload', at: '/Desk/catalogue/import' },
  { name: 'desk-draft-missing', at: '/Desk/Drafts/nothing', status: 404 },
  { name: 'desk-sign-ins', at: '/Desk/Sessions' },
  { name: 'desk-password', at: '/Desk/Password' },
  { name: 'desk-password-errors', at: '/Desk/Password', act: send() },
  { name: 'desk-recovery-codes', at: '/Desk/RecoveryCodes' },
  { name: 'desk-code', at: '/Desk/Code?back=/Desk/Today' },
  { name: 'desk-not-found', at: '/Desk/no/such/page', status: 404 },
].map((view) => ({ .../** @type {View} */ (view), desk: true }))

export const views = [
  ...OF_EVERYBODY,
  ...DESK_SIGN_IN_VIEWS,
  ...OF_MEMBERS,
  ...OF_NAMES,
  ...OF_CLAIMS,
  ...DESK_VIEWS,
]

/** @type {{ member: boolean, desk: boolean, person: Person | undefined, views: View[] }[]} */
export const visitors = [
  { member: false, desk: false, person: undefined },
  { member: false, desk: true, person: undefined },
  { member: true, desk: false, person: undefined },
  ...[...Object.values(NAMES), CLAIMANT].map((person) => ({ member: true, desk: false, person })),
].map((visitor) => ({
  ...visitor,
  views: views.filter(
    (view) =>
      Boolean(view.member) === visitor.member &&
      Boolean(view.desk) === visitor.desk &&
      view.person === visitor.person,
  ),
}))

/** @param {View} view @param {number} width in px */
export const isForWidth = (view, width) => !view.only || (view.only === 'narrow') === width < 992

/** Signs in on all servers at once, because cookies ignore the port. @param {Page} page @param {string} origin */
export async function signIn(
  page,
  origin,
  { phone_number = '9000000001', password = 'demo-asha-2026' } = {},
) {
  await page.goto(`${origin}/?dialog=sign-in`)
  const form = page.locator('form[action="/auth/sign-in"]')
  await form.locator('[name=phone_number]').fill(phone_number)
  await form.locator('[name=password]').fill(password)
  await form.locator('[type=submit]').first().click()
  await page.waitForURL((url) => !url.searchParams.has('dialog') && !url.pathname.startsWith('/auth/'))
}

/** Signs in the demo's operator with the code that the page shows. @param {Page} page @param {string} origin */
export async function signInAtDesk(page, origin) {
  await page.goto(`${origin}/Desk/SignIn`)
  await page.locator('main [name=name]').fill('Lakshmi Menon')
  await page.locator('main [name=password]').fill('demo-lakshmi-2026')
  await page.locator('main [type=submit]').click()
  await page.waitForURL('**/Desk/Code')
  // Each code works once; another one comes within 30 seconds.
  for (;;) {
    const [code] = /\d{6}/.exec(await page.locator('main .badge').innerText()) ?? []
    if (code) {
      await page.locator('main [name=otp]').fill(code)
      break
    }
    await page.waitForTimeout(3000)
    await page.reload()
  }
  await page.locator('main [type=submit]').click()
  await page.waitForURL('**/Desk/Today')
}

/** Scripts start when somebody uses the page. @param {Page} page */
export async function untilHydrated(page) {
  const used = () => {
    dispatchEvent(new Event('pointerdown'))
    return document.documentElement.dataset.hydrated !== undefined
  }
  await page.waitForFunction(used, null, { timeout: 30_000 })
}

/** Throws if the response has another status than the view's. @param {Page} page @param {Origins} origins @param {View} view @param {boolean} withScripts */
export async function show(page, origins, view, withScripts) {
  const answer = await page.goto(await buildUrl(origins, view))
  expectStatus(view, answer?.status())
  if (withScripts) await untilHydrated(page)
  await view.act?.(page)
}

/** The HTML of a view without `act`. Throws like show(). @param {APIRequestContext} request @param {Origins} origins @param {View} view */
export async function read(request, origins, view) {
  const answer = await request.get(await buildUrl(origins, view))
  expectStatus(view, answer.status())
  return answer.text()
}

/** @param {View} view @param {number | undefined} found */
function expectStatus({ name, status = 200 }, found) {
  if (found !== status) throw new Error(`${name}: ${found} instead of ${status}`)
}

/** @param {Origins} origins @param {View} view */
async function buildUrl(origins, { of = 'usual', at }) {
  return new URL(await findPath(origins[of], at), origins[of]).href
}

/** @param {string} origin @param {Place} place @returns {Promise<string>} */
async function findPath(origin, place) {
  if (typeof place === 'string') return place
  const html = await (await fetch(new URL(await findPath(origin, place.on), origin))).text()
  const href = [...html.matchAll(/href="([^"]+)"/g)]
    .map(([, href = '']) => href)
    .find((href) => href.startsWith(place.link))
  if (!href) throw new Error(`No link to ${place.link} was found.`)
  return href.replaceAll('&amp;', '&')
}
