import { toStoreBody, toList } from '~/api/answers.server'
import { listStoreListings } from '~/domain/catalog/listings.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { topStores } from '~/api/stores'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests' } satisfies RouteHandle

const api = serveApi(
  apiCall(topStores, async ({ slice }) => {
    const { data, ...rest } = toList(await listStoreListings(slice), slice, toStoreBody)
    return reply(200, { ...rest, topStores: data })
  }),
)

export const loader = api.loader
export const action = api.action
