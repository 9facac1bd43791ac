import type { LoaderFunctionArgs } from '@remix-run/node'
import { findSlug } from '~/domain/catalog/lists.server'
import { readOrNull, writeOrNull } from '~/http/or-null.server'
import { PRIVATE } from '~/platform/config/caching'
import { writeFlash } from '~/http/flash.server'
import { rememberGuestClick } from '~/http/guest-clicks.server'
import { listAuthActions } from '~/http/auth-flow.server'
import { redirectAway, redirectWith, refusal } from '~/http/respond.server'
import { isNavigation } from '~/http/is-navigation'
import { readSession } from '~/http/session.server'
import { catalogMessages } from '~/messages/catalog'
import { siteMessages } from '~/messages/site'
import { failure, warning, type Notice } from '~/messages/notice'
import { campaignPath, paths } from '~/paths'
import { explainClickRefusal } from '~/domain/tracking/clicks'
import { recordClick, type ClickRefusal } from '~/domain/tracking/clicks.server'
import { findDemoStore } from '~/domain/tracking/demo-store.server'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (!isNavigation(request))
    return new Response(null, { status: 204, headers: { 'Cache-Control': PRIVATE } })
  if (!/^\d{1,15}$/.test(params.id ?? '')) return refusal(404, catalogMessages.catalog.couponNotFound)
  const result = await tryClick(request, Number(params.id), context.clientAddress ?? '')
  if (!result) return redirectBack(Number(params.id))
  if (result.ok) {
    const headers = new Headers()
    if (result.isGuest) {
      headers.append('Set-Cookie', rememberGuestClick(request, result.clickId))
      headers.append('Set-Cookie', writeFlash(campaignPath(result.slug), { visit: result.visit }))
    }
    return redirectAway(findDemoStore(result.url) ?? result.url, headers)
  }
  if (result.reason === 'not-found') return refusal(404, catalogMessages.catalog.couponNotFound)
  const page = campaignPath(result.slug)
  return redirectWith(page, { notice: buildNotice(result, page) })
}

async function tryClick(request: Request, campaignId: number, address: string) {
  const session = await readOrNull(
    readSession(request).then((found) => ({ found })),
    'session',
  )
  if (!session) return null
  const agent = request.headers.get('User-Agent') ?? ''
  const userId = session.found?.user.id ?? null
  return writeOrNull(recordClick(campaignId, { userId, address, agent }), 'click')
}

async function redirectBack(campaignId: number): Promise<Response> {
  const slug = await readOrNull(findSlug(campaignId), 'slug')
  const to = slug ? campaignPath(slug) : '/'
  return redirectWith(to, { notice: failure(siteMessages.failure, ASK_US) })
}

const ASK_US = [{ label: 'Contact Us', href: paths.contactUs }]
const ALL_DEALS = [{ label: 'All deals', href: paths.deals }]

function buildNotice(refusal: ClickRefusal, page: string): Notice {
  if (refusal.reason === 'sign-in-first') return warning(explainClickRefusal(refusal), listAuthActions(page))
  return failure(explainClickRefusal(refusal), refusal.reason === 'too-many' ? ASK_US : ALL_DEALS)
}
