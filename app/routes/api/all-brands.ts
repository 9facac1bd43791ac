import { toStoreBody, toList } from '~/api/answers.server'
import { listStoreListings } from '~/domain/catalog/listings.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { allBrands } from '~/api/stores'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests' } satisfies RouteHandle

const api = serveApi(
  apiCall(allBrands, async ({ slice }) =>
    reply(200, toList(await listStoreListings(slice), slice, toStoreBody)),
  ),
)

export const loader = api.loader
export const action = api.action
