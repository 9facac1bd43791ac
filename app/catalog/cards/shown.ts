/** Reduces campaigns to the fields of a card. Loader data is in the page twice, as HTML and as hydration data. */
import { campaignPath } from '~/paths'
import { codePage } from '../links'
import type { CampaignCard } from './cards.server'

const LINK = ['title', 'locale', 'href', 'brand', 'logo', 'payout', 'credit'] as const
const DEAL = [...LINK, 'verified', 'endsOn'] as const
const TEASER = [...DEAL, 'masked'] as const
const COUPON = [...TEASER, 'offer', 'text'] as const
const OFFER = [...COUPON, 'codeHref', 'isCoupon', 'failsOften'] as const

/** Fields that are left out where they have this value. */
const usualOf = ({ title }: CampaignCard): Partial<CampaignCard> => ({
  locale: 'en',
  credit: 'cashback',
  href: campaignPath(title),
  codeHref: codePage(title),
})
type Usual = 'locale' | 'credit' | 'href' | 'codeHref'

export type CardFields<Field extends keyof CampaignCard> = Pick<CampaignCard, Exclude<Field, Usual>> &
  Partial<Pick<CampaignCard, Extract<Field, Usual>>>
export type LinkShown = CardFields<(typeof LINK)[number]>
export type DealShown = CardFields<(typeof DEAL)[number]>
export type TeaserShown = CardFields<(typeof TEASER)[number]>
export type CouponShown = CardFields<(typeof COUPON)[number]>
export type OfferShown = CardFields<(typeof OFFER)[number]>

const pick =
  <Field extends keyof CampaignCard>(fields: readonly Field[]) =>
  (card: CampaignCard) => {
    const usual = usualOf(card)
    return Object.fromEntries(
      fields.filter((field) => card[field] !== usual[field]).map((field) => [field, card[field]]),
    ) as CardFields<Field>
  }

/** Also the key of a card in a list: no two campaigns have the same. */
export const hrefOf = ({ href, title }: LinkShown): string => href ?? campaignPath(title)
export const codeHrefOf = ({ codeHref, title }: OfferShown): string => codeHref ?? codePage(title)

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
