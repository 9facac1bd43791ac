import { requireOwnId } from '~/api/request.server'
import { getClick } from '~/api/outreach'
import { refuseApi, refuseTooMany } from '~/api/refuse.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { apiMessages } from '~/messages/api'
import { explainClickRefusal } from '~/tracking/click-texts'
import { recordClick, type ClickRefusal } from '~/tracking/clicks.server'

const STATUS = {
  'not-found': 404,
  hidden: 404,
  ended: 409,
  'no-tracking-url': 409,
  'sign-in-first': 401,
} satisfies Record<Exclude<ClickRefusal['reason'], 'too-many'>, number>

const api = serveApi(
  apiCall(getClick, async ({ user, query, visitor }) => {
    if (user && query.user_id !== undefined) requireOwnId(user, query.user_id)
    const { address, agent } = visitor
    const click = await recordClick(query.coupon_id, {
      userId: user?.id ?? null,
      address,
      agent: agent ?? '',
    })
    if (click.ok)
      return reply(200, { success: true, trackingUrl: click.url, message: apiMessages.api.clicked })
    if (click.reason === 'too-many') throw refuseTooMany(click)
    throw refuseApi(STATUS[click.reason], explainClickRefusal(click).text, { error: click.reason })
  }),
)

export const loader = api.loader
export const action = api.action
