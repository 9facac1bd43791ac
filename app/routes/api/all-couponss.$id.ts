import { allCoupons } from '~/api/catalog'
import { apiCall, serveApi } from '~/api/serve.server'
import { listStoreOffers } from '~/api/store-offers.server'

const api = serveApi(apiCall(allCoupons, (asked) => listStoreOffers(asked, { withCode: true })))

export const loader = api.loader
export const action = api.action
