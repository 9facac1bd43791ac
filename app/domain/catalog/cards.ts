/** Loader data is in the page twice, as HTML and as hydration data: cards get only their fields. */
import { offerPath } from '~/paths'
import { codePage } from './links'
import type { OfferCard } from './cards.server'

export const CREDIT_WORDS = { cashback: 'cashback', nothing: 'no cashback', foreign: 'not credited' } as const

const LINK = ['title', 'locale', 'href', 'store', 'logo', 'payout', 'credit'] as const
const DEAL = [...LINK, 'photo', 'verified', 'endsOn'] as const
const TEASER = [...DEAL, 'masked', 'keeps', 'votes', 'failsOften'] as const
const COUPON = [...TEASER, 'offer', 'text'] as const
const OFFER = [...COUPON, 'codeHref', 'isCoupon'] as const

const listDefaults = ({ title }: OfferCard): Partial<OfferCard> => ({
  locale: 'en',
  credit: 'cashback',
  endsOn: null,
  masked: null,
  keeps: null,
  offer: null,
  href: offerPath(title),
  codeHref: codePage(title),
})
type Usual = 'locale' | 'credit' | 'endsOn' | 'masked' | 'keeps' | 'offer' | 'href' | 'codeHref'

export type CardFields<Field extends keyof OfferCard> = Pick<OfferCard, Exclude<Field, Usual>> &
  Partial<Pick<OfferCard, Extract<Field, Usual>>>
export type LinkProps = CardFields<(typeof LINK)[number]>
export type DealProps = CardFields<(typeof DEAL)[number]>
export type TeaserProps = CardFields<(typeof TEASER)[number]>
export type CouponProps = CardFields<(typeof COUPON)[number]>
export type OfferProps = CardFields<(typeof OFFER)[number]>

const pick =
  <Field extends keyof OfferCard>(fields: readonly Field[]) =>
  (card: OfferCard) => {
    const usual = listDefaults(card)
    return Object.fromEntries(
      fields.filter((field) => card[field] !== usual[field]).map((field) => [field, card[field]]),
    ) as CardFields<Field>
  }

export const getLink = ({ href, title }: LinkProps): string => href ?? offerPath(title)
export const getCodeLink = ({ codeHref, title }: OfferProps): string => codeHref ?? codePage(title)

export const toLinkProps = pick(LINK)
export const toDealProps = (card: OfferCard) => pick(DEAL)(card.photo ? { ...card, logo: null } : card)
export const toTeaserProps = pick(TEASER)
export const toCouponProps = pick(COUPON)
export const toOfferProps = pick(OFFER)

export const mapItems = <Item, Seen, Part extends { items: Item[] }>(
  part: Part,
  show: (item: Item) => Seen,
) => ({
  ...part,
  items: part.items.map(show),
})
