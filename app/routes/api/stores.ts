import { listHeaders, toStoreBody } from '~/api/answers.server'
import { listStoreListings } from '~/domain/catalog/listings.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { stores } from '~/api/stores'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests' } satisfies RouteHandle

const api = serveApi(
  apiCall(stores, async ({ slice }) => {
    const list = await listStoreListings(slice)
    return {
      ...reply(200, list.items.map(toStoreBody)),
      headers: listHeaders(slice, list, list.items.length),
    }
  }),
)

export const loader = api.loader
export const action = api.action
