const PAGES =
  /^\/(?:(?:CouponsDetails|CouponsGroup|Offers|CouponCode|CouponFilters)\/[^/]+|TopStores|Deals|Coupontopcodes|HowitWorks|Aboutus|Contactus|PrivacyPolicy|TermsConditions|Flexpage)?$/i

/** A dialog's redirect sets a flash, and `ref` a cookie. */
const PERSONAL = ['dialog', 'ref']

/** Whether a page is the same for every guest and reading it changes nothing, so that it may be read ahead or again. */
export const isGuestPage = ({ pathname, searchParams }: URL): boolean =>
  PAGES.test(pathname) && !PERSONAL.some((name) => searchParams.has(name))
