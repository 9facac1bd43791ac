import { singleCoupon } from '~/api/catalog'
import { toOffer } from '~/api/answers.server'
import { findOfferListing } from '~/domain/catalog/listings.server'
import { refuseApi } from '~/api/refuse.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { storePageMessages } from '~/messages/store-page'
import { readRowId } from '~/platform/formats/ids'

const api = serveApi(
  apiCall(singleCoupon, async ({ params: { id } }) => {
    const found = await findOfferListing(readRowId(id))
    if (!found) throw refuseApi(404, storePageMessages.click.hidden.text)
    return reply(200, { success: true, data: toOffer(found) })
  }),
)

export const loader = api.loader
export const action = api.action
