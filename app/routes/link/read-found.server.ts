import { toOfferProps } from '~/domain/catalog/cards'
import { readTerms, type ResolvedLink, type ResolvedOffer } from '~/domain/catalog/product-links.server'
import { listStoreCodes } from '~/domain/catalog/store-page.server'
import { readOrNull } from '~/http/or-null.server'
import { readSession } from '~/http/session.server'
import { findLastVisit } from '~/domain/tracking/clicks.server'

export type Found = Awaited<ReturnType<typeof readFound>>

export async function readFound(request: Request, { target, store, offers }: ResolvedLink) {
  const [only, second] = offers
  const session = await readSession(request)
  const [terms, codes, visit] = await Promise.all([
    readTerms(offers),
    readOrNull(listStoreCodes(store.id), 'codes'),
    second ? null : readOrNull(findLastVisit(session?.user.id, only!.slug), 'visit'),
  ])
  return {
    target,
    store,
    offers: offers.map((offer) => showOffer(offer, terms.get(offer.id) ?? '')),
    codes: (codes ?? []).map(toOfferProps),
    visit,
  }
}

/** Browsers get the words of the rate alone: there is no bigint in JSON. */
const showOffer = (offer: ResolvedOffer, termsHtml: string) => ({
  id: offer.id,
  title: offer.title,
  rateFor: offer.rateFor,
  payout: offer.payout,
  cap: offer.cap,
  credit: offer.credit,
  endsOn: offer.endsOn,
  guestClicks: offer.guestClicks,
  termsHtml,
  to: offer.to,
  opensProduct: offer.parameter !== null,
})
