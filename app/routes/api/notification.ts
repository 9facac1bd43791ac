import { toNotification } from '~/api/answers.server'
import { notifications } from '~/api/outreach'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { listNotifications } from '~/outreach/notifications.server'

const api = serveApi(
  apiCall(notifications, async ({ user }) =>
    reply(200, (await listNotifications(user.id)).map(toNotification)),
  ),
)

export const loader = api.loader
export const action = api.action
