// Every page and every visible state of it, for screens.mjs, check-html.mjs and the accessibility test. Needs the demo's data.
import {
  askEmptyQuestion,
  askForCode,
  askQuestion,
  follow,
  mistypePassword,
  openClaim,
  openFirst,
  openVisit,
  press,
  searchDesk,
  send,
  subscribe,
  typeWrongCode,
} from './page-actions.mjs'

/** @import { Person, View } from './types' */

/** @type {View[]} */
const GUEST_VIEWS = [
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
  { name: 'search-panel', at: '/', only: 'narrow', act: press('search-panel') },
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
  { name: 'link', at: '/Link' },
  { name: 'link-product', at: '/Link?url=https%3A%2F%2Fwww.chaukhatbazaar.example%2Fp%2F1' },
  { name: 'link-rates', at: '/Link?url=https%3A%2F%2Fwww.voltwala.example%2Fp%2F1' },
  { name: 'link-refused', at: '/Link?url=https%3A%2F%2Fbit.ly%2Fx' },
  { name: 'link-unknown', at: '/Link?url=https%3A%2F%2Fwww.unheard-of.example%2Fp%2F1' },
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

/** Above the balance: with scripts the field itself rejects it. */
const WITHDRAWAL_ERROR = 'dialog [role=alert]:has-text("Withdrawal error")'

/** @type {View[]} */
const MEMBER_VIEWS = [
  { name: 'member-home', at: '/' },
  { name: 'member-menu', at: '/', only: 'narrow', act: press('menu') },
  { name: 'member-news', at: '/', only: 'wide', act: press('news') },
  { name: 'member-detail', at: { link: '/CouponsDetails/', on: '/Coupontopcodes' } },
  { name: 'profile', at: '/Account' },
  { name: 'profile-no-image', at: '/Account', act: send() },
  { name: 'edit-details', at: '/Account?edit=details' },
  {
    name: 'edit-details-errors',
    at: '/Account?edit=details',
    act: send({ email: 'nobody' }, { form: 'form[action="/Account/details"]' }),
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
  {
    name: 'withdraw-error',
    at: '/Account/Wallet?dialog=withdraw',
    act: send({ amount: '99999' }, { until: WITHDRAWAL_ERROR }),
  },
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
const NAME_VIEWS = Object.entries(NAMES).flatMap(([name, person]) =>
  [
    { name: `profile-${name}-name`, at: '/Account' },
    { name: `wallet-${name}-name`, at: '/Account/Wallet' },
    { name: `history-${name}-name`, at: '/Account/History' },
    { name: `my-cashback-${name}-name`, at: '/Account/Visits' },
  ].map((view) => ({ .../** @type {View} */ (view), member: true, person })),
)

/** Has a claim in each state. */
const CLAIMANT = { phone_number: '9000000003', password: 'demo-meera-2026' }
const CLAIM_VIEWS = [
  { name: 'my-claims', at: '/Account/Visits' },
  { name: 'claim-new', at: '/Account/Visits', act: askQuestion },
  { name: 'claim-new-errors', at: '/Account/Visits', act: askEmptyQuestion },
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
  { name: 'desk-search', at: '/Desk/Today', act: searchDesk },
  { name: 'desk-form', at: '/Desk/rates/set-store' },
  {
    name: 'desk-form-errors',
    at: '/Desk/rates/set-store',
    act: send({ 'input.store': 'Voltwala', 'input.payout': 'much' }),
  },
  {
    name: 'desk-preview',
    at: '/Desk/rates/set-store',
    act: send({ 'input.store': 'Voltwala', 'input.payout': '6.5%' }, { until: '#preview-title' }),
  },
  { name: 'desk-upload', at: '/Desk/catalogue/import' },
  { name: 'desk-list-filtered', at: '/Desk/claims/list?late=yes' },
  { name: 'desk-texts-none', at: '/Desk/snippets/list' },
  { name: 'desk-draft-missing', at: '/Desk/Drafts/nothing', status: 404 },
  { name: 'desk-sign-ins', at: '/Desk/Sessions' },
  { name: 'desk-password', at: '/Desk/Password' },
  { name: 'desk-password-errors', at: '/Desk/Password', act: send() },
  { name: 'desk-recovery-codes', at: '/Desk/RecoveryCodes' },
  { name: 'desk-code', at: '/Desk/Code?back=/Desk/Today' },
  { name: 'desk-not-found', at: '/Desk/no/such/page', status: 404 },
].map((view) => ({ .../** @type {View} */ (view), desk: true }))

export const views = [
  ...GUEST_VIEWS,
  ...DESK_SIGN_IN_VIEWS,
  ...MEMBER_VIEWS,
  ...NAME_VIEWS,
  ...CLAIM_VIEWS,
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
