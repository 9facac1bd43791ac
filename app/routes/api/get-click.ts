import { requireOwnId } from '~/api/request.server'
import { getClick } from '~/api/outreach'
import { refuseApi, refuseTooMany } from '~/api/refuse.server'
import { apiCall, reply, serveApi } from '~/api/serve.server'
import { unsealProduct, type ProductLink } from '~/domain/catalog/product-links.server'
import { apiMessages } from '~/messages/api'
import { linkMessages } from '~/messages/link'
import { explainClickRefusal } from '~/domain/tracking/clicks'
import { GUEST_ID } from '~/domain/tracking/guest'
import { recordClick, type ClickRefusal } from '~/domain/tracking/clicks.server'

const STATUS = {
  'not-found': 404,
  hidden: 404,
  ended: 409,
  'no-tracking-url': 409,
  'sign-in-first': 401,
  'other-store': 409,
  'rate-changed': 409,
} satisfies Record<Exclude<ClickRefusal['reason'], 'too-many'>, number>

const refuse = (refusal: { reason: keyof typeof STATUS }) =>
  refuseApi(STATUS[refusal.reason], explainClickRefusal(refusal).text, { error: refusal.reason })

/** Throws 409. */
function readProduct(to: string, offer: number): ProductLink {
  const unsealed = unsealProduct(to, offer)
  if (unsealed.ok) return unsealed.product
  const { badLink, oldLink } = linkMessages.link
  const { text } = unsealed.reason === 'old-link' ? oldLink : badLink
  throw refuseApi(409, text, { error: unsealed.reason })
}

const GUEST_IDS = new Set(['', String(GUEST_ID)])

const api = serveApi(
  apiCall(getClick, async ({ user, query, visitor }) => {
    if (user && query.user_id !== undefined) requireOwnId(user, query.user_id)
    // A client that lost its token would otherwise be told that its member's visit is tracked.
    if (!user && !GUEST_IDS.has(query.user_id ?? '')) throw refuse({ reason: 'sign-in-first' })
    const { address, agent } = visitor
    const product = query.to === undefined ? null : readProduct(query.to, query.coupon_id)
    const click = await recordClick(
      query.coupon_id,
      { userId: user?.id ?? null, address, agent: agent ?? '' },
      product,
    )
    if (click.ok)
      return reply(200, { success: true, trackingUrl: click.url, message: apiMessages.api.clicked })
    if (click.reason === 'too-many') throw refuseTooMany(click)
    throw refuse(click)
  }),
)

export const loader = api.loader
export const action = api.action
