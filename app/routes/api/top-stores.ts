import { topStores } from '~/api/catalog'
import { toBrand } from '~/api/answers.server'
import { listBrandListings } from '~/catalog/listings.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'

const api = serveApi(
  apiCall(topStores, async ({ query }) => {
    const { items, total } = await listBrandListings(query)
    return reply(200, { success: true, topStores: items.map(toBrand), ...query, total })
  }),
)

export const loader = api.loader
export const action = api.action
