import { hasStore, listOfferListings } from '~/domain/catalog/listings.server'
import { catalogMessages } from '~/messages/catalog'
import { toOffer, toList } from './answers.server'
import { refuseApi } from './refuse.server'
import { reply } from './serve.server'
import type { Slice } from './slice'

interface OffersRequest {
  params: { id: string }
  slice: Slice
}

/** `withCode`: only offers with a code. Throws a 404. */
export async function listStoreOffers({ params: { id }, slice }: OffersRequest, { withCode = false } = {}) {
  const list = await listOfferListings({ store: id, withCode }, slice)
  if (!list.total && !(await hasStore(id))) throw refuseApi(404, catalogMessages.catalog.noOffers)
  return reply(200, toList(list, slice, toOffer))
}
