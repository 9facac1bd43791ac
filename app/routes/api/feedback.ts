import { giveFeedback } from '~/api/feedback'
import { findFeedback, storeVote } from '~/domain/catalog/feedback.server'
import { refuseApi } from '~/api/refuse.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { storePageMessages } from '~/messages/store-page'

const api = serveApi(
  apiCall(giveFeedback, async ({ user, body }) => {
    const result = await storeVote(user.id, body.coupon_id, body.feedback)
    const stats = result && (await findFeedback(body.coupon_id))
    if (!stats) throw refuseApi(404, storePageMessages.click.hidden.text)
    return reply(200, { success: true, message: storePageMessages.feedback.done, ...stats })
  }),
)

export const loader = api.loader
export const action = api.action
