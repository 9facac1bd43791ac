import { listHeaders, toNotification } from '~/api/answers.server'
import { readNotifications } from '~/api/outreach'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { listNotificationPage } from '~/domain/outreach/notifications.server'

const api = serveApi(
  apiCall(readNotifications, async ({ user, slice }) => {
    const { items, total } = await listNotificationPage(user.id, slice.page, slice.limit)
    return { ...reply(200, items.map(toNotification)), headers: listHeaders(slice, { total }, items.length) }
  }),
)

export const loader = api.loader
export const action = api.action
