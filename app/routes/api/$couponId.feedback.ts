import { readFeedback } from '~/api/feedback'
import { findFeedback } from '~/domain/catalog/feedback.server'
import { refuseApi } from '~/api/refuse.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { storePageMessages } from '~/messages/store-page'

const api = serveApi(
  apiCall(readFeedback, async ({ params }) => {
    const stats = await findFeedback(params.couponId)
    if (!stats) throw refuseApi(404, storePageMessages.click.hidden.text)
    return reply(200, stats)
  }),
)

export const loader = api.loader
export const action = api.action
