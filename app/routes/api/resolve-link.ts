import { toOffer } from '~/api/answers.server'
import { resolveLink as call } from '~/api/outreach'
import { explainLinkRefusal } from '~/api/link-refusals.server'
import { refuseApi } from '~/api/refuse.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { findOfferListing } from '~/domain/catalog/listings.server'
import { recordUnknownHost, resolveProductLink } from '~/domain/catalog/product-links.server'
import { tryPart } from '~/http/or-null.server'
import { catalogMessages } from '~/messages/catalog'

const api = serveApi(
  apiCall(call, async ({ query, visitor }) => {
    const found = await resolveProductLink(query.url, query.store)
    if (!found.ok) {
      if (found.reason === 'unknown-store' && found.domain)
        await tryPart(recordUnknownHost(found.domain, visitor.address), 'unknown host')
      throw explainLinkRefusal(found)
    }
    const { target, store, offers } = found
    const listed = await Promise.all(
      offers.map(async ({ id, rateFor, to, parameter }) => {
        const offer = await findOfferListing(id)
        if (!offer) throw refuseApi(404, catalogMessages.catalog.couponNotFound)
        return { offer: toOffer(offer), rate_for: rateFor, to, opens_product: parameter !== null }
      }),
    )
    return reply(200, {
      success: true,
      data: { target, store: store.name, coupon_code: store.coupon_code, offers: listed },
    })
  }),
)

export const loader = api.loader
export const action = api.action
