import { getCampains } from '~/api/catalog'
import { toOffer, toList } from '~/api/answers.server'
import { listOfferListings } from '~/domain/catalog/listings.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests' } satisfies RouteHandle

const api = serveApi(
  apiCall(getCampains, async ({ slice }) =>
    reply(200, toList(await listOfferListings({}, slice), slice, toOffer)),
  ),
)

export const loader = api.loader
export const action = api.action
