import { allCoupons } from '~/api/catalog'
import { apiCall, serveApi } from '~/api/serve.server'
import { listStoreOffers } from '~/api/store-offers.server'

const api = serveApi(apiCall(allCoupons, (request) => listStoreOffers(request, { withCode: true })))

export const loader = api.loader
export const action = api.action
