import { categoryCoupons } from '~/api/catalog'
import { toOffer, toList } from '~/api/answers.server'
import { listCategories, pickCategory } from '~/domain/catalog/categories.server'
import { listOfferListings } from '~/domain/catalog/listings.server'
import { refuseApi } from '~/api/refuse.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { catalogMessages } from '~/messages/catalog'

const api = serveApi(
  apiCall(categoryCoupons, async ({ params, slice }) => {
    const isAll = params.categoryName.toLowerCase() === 'all'
    const category = isAll ? null : pickCategory(await listCategories(), params.categoryName)
    if (category === undefined) throw refuseApi(404, catalogMessages.catalog.noCoupons)
    const list = await listOfferListings({ categoryId: category?.id }, slice)
    return reply(200, toList(list, slice, toOffer))
  }),
)

export const loader = api.loader
export const action = api.action
