/** Reduces campaigns to the fields of a card. Loader data is in the page twice, as HTML and as hydration data. */
import type { CampaignCard } from './cards.server'

const LINK = ['id', 'title', 'locale', 'href', 'brand', 'logo', 'payout', 'credit'] as const
const DEAL = [...LINK, 'verified', 'endsOn'] as const
const TEASER = [...DEAL, 'masked'] as const
const COUPON = [...TEASER, 'offer', 'text'] as const
const OFFER = [...COUPON, 'codeHref', 'isCoupon', 'failsOften'] as const

const USUAL: Partial<CampaignCard> = { locale: 'en', credit: 'cashback' }
type Usual = 'locale' | 'credit'

export type CardFields<Field extends keyof CampaignCard> = Pick<CampaignCard, Exclude<Field, Usual>> &
  Partial<Pick<CampaignCard, Extract<Field, Usual>>>
export type LinkShown = CardFields<(typeof LINK)[number]>
export type DealShown = CardFields<(typeof DEAL)[number]>
export type TeaserShown = CardFields<(typeof TEASER)[number]>
export type CouponShown = CardFields<(typeof COUPON)[number]>
export type OfferShown = CardFields<(typeof OFFER)[number]>

const pick =
  <Field extends keyof CampaignCard>(fields: readonly Field[]) =>
  (card: CampaignCard) =>
    Object.fromEntries(
      fields.filter((field) => card[field] !== USUAL[field]).map((field) => [field, card[field]]),
    ) as CardFields<Field>

export const showLink = pick(LINK)
export const showDeal = pick(DEAL)
/** A coupon without its texts, for home. */
export const showTeaser = pick(TEASER)
export const showCoupon = pick(COUPON)
export const showOffer = pick(OFFER)

export const showPage = <Item, Seen, Part extends { items: Item[] }>(
  part: Part,
  show: (item: Item) => Seen,
) => ({
  ...part,
  items: part.items.map(show),
})
