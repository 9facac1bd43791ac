import { offerPath } from '~/paths'

export interface OfferName {
  slug: string
  title: string
  ambiguous: boolean
}

/** The slug replaces an ambiguous or unsafe title (docs/rules.md#9). */
function chooseName({ slug, title, ambiguous }: OfferName): string {
  const unfit = ambiguous || isPlainOffer(title) || /[/\\]|%2f|^\.+$|^\s|\s$/i.test(title)
  return unfit ? slug : title
}

export const detailPath = (offer: OfferName) => offerPath(chooseName(offer))
export const codePage = (name: string) => `/CouponCode/${encodeURIComponent(name)}`
export const codePath = (offer: OfferName) => codePage(chooseName(offer))
export const offersPath = (couponCode: string) => `/Offers/${encodeURIComponent(couponCode)}`
export const categoryPath = (name: string) =>
  `/CouponFilters/${encodeURIComponent(name).replaceAll('%26', '&')}`
/** `to`: a sealed product (app/domain/catalog/product-links.server.ts). */
export const outPath = (id: number, to?: string | null) => `/out/${id}${to ? `?to=${to}` : ''}`

export const isPlainOffer = (title: string) => title.trim().toLowerCase() === 'offer'

const FEWEST_STARS = 5

/** Shows at least five stars, so that a short code does not reveal how little is missing. */
export function maskCode(code: string): string {
  const characters = Array.from(code)
  return characters.slice(0, 3).join('') + '*'.repeat(Math.max(characters.length - 3, FEWEST_STARS))
}

/** Compares category names (docs/rules.md#10). */
export const toMatchKey = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
