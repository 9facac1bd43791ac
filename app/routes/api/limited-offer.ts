import { limitedOffer } from '~/api/catalog'
import { toOffer } from '~/api/answers.server'
import { findSaleListing } from '~/domain/catalog/listings.server'
import { refuseApi } from '~/api/refuse.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { storePageMessages } from '~/messages/store-page'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests' } satisfies RouteHandle

const api = serveApi(
  apiCall(limitedOffer, async () => {
    const found = await findSaleListing()
    if (!found) throw refuseApi(404, storePageMessages.click.hidden.text)
    return reply(200, toOffer(found))
  }),
)

export const loader = api.loader
export const action = api.action
