import { categoryCoupons } from '~/api/catalog'
import { toCampaign, toList } from '~/api/answers.server'
import { listCategories, pickCategory } from '~/domain/catalog/categories.server'
import { listCampaignListings } from '~/domain/catalog/listings.server'
import { refuseApi } from '~/api/refuse.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { catalogMessages } from '~/messages/catalog'

const api = serveApi(
  apiCall(categoryCoupons, async ({ params, slice }) => {
    const isAll = params.categoryName.toLowerCase() === 'all'
    const category = isAll ? null : pickCategory(await listCategories(), params.categoryName)
    if (category === undefined) throw refuseApi(404, catalogMessages.catalog.noCoupons)
    const list = await listCampaignListings({ categoryId: category?.id }, slice)
    return reply(200, toList(list, slice, toCampaign))
  }),
)

export const loader = api.loader
export const action = api.action
