import { listHeaders, toBrandBody } from '~/api/answers.server'
import { listBrandListings } from '~/catalog/lists/listings.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { stores } from '~/api/stores'
import type { RouteHandle } from '~/route-handle'

export const handle = { cache: 'guests' } satisfies RouteHandle

const api = serveApi(
  apiCall(stores, async ({ slice }) => {
    const { items, total } = await listBrandListings(slice)
    return { ...reply(200, items.map(toBrandBody)), headers: listHeaders(slice, total, items.length) }
  }),
)

export const loader = api.loader
export const action = api.action
