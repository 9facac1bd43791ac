import type { LinkRefusal } from '~/domain/catalog/product-links.server'
import { linkMessages } from '~/messages/link'
import { fill } from '~/messages/message'
import { refuseApi } from './refuse.server'

const t = linkMessages.link

/** 422: the text is no address of a shop; 404: nothing is there for it; 409: a store has to be chosen. */
export function explainLinkRefusal(refusal: LinkRefusal): Response {
  switch (refusal.reason) {
    case 'unknown-store':
      return refuseApi(404, fill(t['unknown-store'], { host: refusal.host }), { error: refusal.reason })
    case 'no-offer':
      return refuseApi(404, fill(t['no-offer'], { store: refusal.store.name }), { error: refusal.reason })
    case 'several-stores': {
      const stores = refusal.stores.map(({ coupon_code, name }) => ({ coupon_code, name }))
      const { hostname: host } = new URL(refusal.target)
      return refuseApi(409, fill(t.choose, { host }), { error: refusal.reason, stores })
    }
    default:
      return refuseApi(422, t[refusal.reason], {
        error: refusal.reason,
        errors: { url: t[refusal.reason] },
      })
  }
}
