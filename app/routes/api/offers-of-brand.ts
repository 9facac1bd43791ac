import { offersOfBrand } from '~/api/catalog'
import { toCampaign, toList } from '~/api/answers.server'
import { hasStore, listCampaignListings } from '~/catalog/listings.server'
import { refuseApi } from '~/api/refuse.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { messages } from '~/messages'

const api = serveApi(
  apiCall(offersOfBrand, async ({ params, query }) => {
    const list = await listCampaignListings({ store: params.id }, query)
    if (!list.total && !(await hasStore(params.id))) throw refuseApi(404, messages.catalog.noOffers)
    return reply(200, toList(list, query, toCampaign))
  }),
)

export const loader = api.loader
export const action = api.action
