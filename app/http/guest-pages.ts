/** A dialog's redirect sets a flash, and `ref` a cookie. */
export const PERSONAL_PARAMETERS = ['dialog', 'ref']

/** What listGuestPages() (app/http/route-table.server.ts) finds, for scripts, which do not know the handles of all routes. */
export const GUEST_PAGES: readonly string[] = [
  '/',
  '/CouponsDetails/:slug',
  '/CouponsGroup/:slug',
  '/Offers/:slug',
  '/CouponCode/:slug',
  '/CouponFilters/:category',
  '/TopStores',
  '/Deals',
  '/Coupontopcodes',
  '/HowitWorks',
  '/Aboutus',
  '/Contactus',
  '/PrivacyPolicy',
  '/TermsConditions',
  '/Flexpage',
]

/** One of `pages`, without personal parameters: it may be prefetched or cached. */
export const isGuestPage = ({ pathname, searchParams }: URL, pages: readonly string[]): boolean =>
  pages.some((page) => matches(page, pathname)) && !PERSONAL_PARAMETERS.some((name) => searchParams.has(name))

function matches(pattern: string, path: string): boolean {
  const segments = path.toLowerCase().split('/')
  const parts = pattern.toLowerCase().split('/')
  const isSame = (part: string, i: number) =>
    part.startsWith(':') ? segments[i] !== '' : part === segments[i]
  return parts.length === segments.length && parts.every(isSame)
}
