import { allBrands } from '~/api/catalog'
import { toBrandBody, toList } from '~/api/answers.server'
import { listBrandListings } from '~/catalog/lists/listings.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'

const api = serveApi(
  apiCall(allBrands, async ({ slice }) =>
    reply(200, toList(await listBrandListings(slice), slice, toBrandBody)),
  ),
)

export const loader = api.loader
export const action = api.action
