import { offersOfBrand } from '~/api/catalog'
import { apiCall, serveApi } from '~/api/serve.server'
import { listStoreOffers } from '~/api/store-offers.server'

const api = serveApi(apiCall(offersOfBrand, (request) => listStoreOffers(request)))

export const loader = api.loader
export const action = api.action
