import { subscribe as operation } from '~/api/outreach'
import { refuseApi, refuseTooMany } from '~/api/refuse.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { siteMessages } from '~/messages/site'
import { subscribeToNewsletter } from '~/domain/outreach/newsletter.server'

const api = serveApi(
  apiCall(operation, async ({ body, visitor }) => {
    const subscribed = await subscribeToNewsletter(body, visitor.address)
    if (subscribed.ok) {
      const { text } = subscribed.needsConfirmation
        ? siteMessages.newsletter.confirmFirst
        : siteMessages.newsletter.done
      return reply(200, { success: true, message: text })
    }
    throw subscribed.reason === 'tooMany'
      ? refuseTooMany(subscribed)
      : refuseApi(503, siteMessages.newsletter.failed.text, { error: 'failed' })
  }),
)

export const loader = api.loader
export const action = api.action
