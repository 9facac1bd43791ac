import { stores } from '~/api/catalog'
import { toBrand } from '~/api/answers.server'
import { listBrandListings } from '~/catalog/listings.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'

const api = serveApi(
  apiCall(stores, async ({ query }) => {
    const { items, total } = await listBrandListings(query)
    return { ...reply(200, items.map(toBrand)), headers: { 'X-Total-Count': String(total) } }
  }),
)

export const loader = api.loader
export const action = api.action
