import { coupons } from '~/api/catalog'
import { toCampaign, toList } from '~/api/answers.server'
import { listCampaignListings } from '~/domain/catalog/listings.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests' } satisfies RouteHandle

const api = serveApi(
  apiCall(coupons, async ({ query, slice }) =>
    reply(200, toList(await listCampaignListings({ withCode: true, q: query.q }, slice), slice, toCampaign)),
  ),
)

export const loader = api.loader
export const action = api.action
