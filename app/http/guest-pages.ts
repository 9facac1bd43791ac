const WITH_SLUG = ['CouponsDetails', 'CouponsGroup', 'Offers', 'CouponCode', 'CouponFilters']
const FIXED =
  'TopStores Deals Coupontopcodes HowitWorks Aboutus Contactus PrivacyPolicy TermsConditions Flexpage'.split(
    ' ',
  )

const PAGES = new RegExp(`^/(?:(?:${WITH_SLUG.join('|')})/[^/]+|${FIXED.join('|')})?$`, 'i')

/** The same pages as URL patterns. */
export const GUEST_PAGE_PATTERNS = [
  '/',
  ...WITH_SLUG.map((name) => `/${name}/:slug`),
  ...FIXED.map((name) => `/${name}`),
]

/** A dialog's redirect sets a flash, and `ref` a cookie. */
export const PERSONAL_PARAMETERS = ['dialog', 'ref']

/** Whether a page is the same for every guest and reading it changes nothing, so that it may be read ahead or again. */
export const isGuestPage = ({ pathname, searchParams }: URL): boolean =>
  PAGES.test(pathname) && !PERSONAL_PARAMETERS.some((name) => searchParams.has(name))
