import { findSlug } from '~/domain/catalog/lists.server'
import { findChosenStore, unsealProduct, type ProductLink } from '~/domain/catalog/product-links.server'
import { resource } from '~/http/resource.server'
import { readOrNull, tryPart } from '~/http/or-null.server'
import { PRIVATE } from '~/platform/config/caching'
import { writeFlash } from '~/http/flash.server'
import { rememberGuestClick } from '~/http/guest-clicks.server'
import { redirectAway, redirectWith, refusal } from '~/http/respond.server'
import { isNavigation } from '~/http/form/navigation'
import { readSession } from '~/http/session.server'
import { AUTH_ACTIONS, CONTACT_US } from '~/messages/actions'
import { catalogMessages } from '~/messages/catalog'
import { linkMessages } from '~/messages/link'
import { siteMessages } from '~/messages/site'
import { failure, warning, type Notice } from '~/messages/notice'
import { offerPath, linkPath, paths } from '~/paths'
import { explainClickRefusal } from '~/domain/tracking/clicks'
import { recordClick, type ClickRefusal } from '~/domain/tracking/clicks.server'
import { findDemoStore } from '~/domain/tracking/demo-store.server'

export const loader = resource(async ({ request, params, context }) => {
  if (!isNavigation(request))
    return new Response(null, { status: 204, headers: { 'Cache-Control': PRIVATE } })
  if (!/^\d{1,15}$/.test(params.id ?? '')) return refusal(404, catalogMessages.catalog.couponNotFound)
  const id = Number(params.id)
  const sealed = new URL(request.url).searchParams.getAll('to')
  const unsealed = sealed.length ? unsealProduct(sealed.join(), id) : null
  if (unsealed && !unsealed.ok) return refuseProduct(unsealed, id)
  const product = unsealed && unsealed.product
  const result = await tryClick(request, { id, product, address: context.clientAddress ?? '' })
  if (!result) return redirectBack(id, product)
  if (result.ok) {
    const headers = new Headers()
    if (result.isGuest) {
      const page = product ? paths.link : offerPath(result.slug)
      headers.append('Set-Cookie', rememberGuestClick(request, result.clickId))
      headers.append('Set-Cookie', writeFlash(page, { visit: { offer: id, ...result.visit } }))
    }
    return redirectAway(findDemoStore(result.url, request) ?? result.url, headers)
  }
  // A product's page has its own links to sign in: with the address in them, they would not fit into the cookie.
  if (product) return redirectToProduct(product.target, id, explainRefusal(result))
  if (result.reason === 'not-found') return refusal(404, catalogMessages.catalog.couponNotFound)
  const page = offerPath(result.slug)
  return redirectWith(page, { notice: buildNotice(result) })
})

/** Nothing of a link that does not authenticate is used. */
async function refuseProduct(
  unsealed: Exclude<ReturnType<typeof unsealProduct>, { ok: true }>,
  offer: number,
): Promise<Response> {
  const { badLink, oldLink } = linkMessages.link
  return unsealed.reason === 'old-link'
    ? redirectToProduct(unsealed.target, offer, warning(oldLink))
    : redirectWith(paths.link, { notice: failure(badLink) })
}

/** Of several stores of the host, to the one that was chosen. */
async function redirectToProduct(target: string, offer: number, notice: Notice): Promise<Response> {
  const chosen = await readOrNull(findChosenStore(target, offer), 'store')
  return redirectWith(linkPath(target, chosen), { notice })
}

interface Visit {
  id: number
  product: ProductLink | null
  address: string
}

async function tryClick(request: Request, { id, product, address }: Visit) {
  const session = await readOrNull(
    readSession(request).then((found) => ({ found })),
    'session',
  )
  if (!session) return null
  const agent = request.headers.get('User-Agent') ?? ''
  const userId = session.found?.user.id ?? null
  return tryPart(recordClick(id, { userId, address, agent }, product), 'click')
}

async function redirectBack(offerId: number, product: ProductLink | null): Promise<Response> {
  const notice = failure(siteMessages.failure, ASK_US)
  if (product) return redirectToProduct(product.target, offerId, notice)
  const slug = await readOrNull(findSlug(offerId), 'slug')
  const to = slug ? offerPath(slug) : '/'
  return redirectWith(to, { notice })
}

const ASK_US = [CONTACT_US]
const ALL_DEALS = [{ label: 'All deals', href: paths.deals }]

function explainRefusal(refusal: ClickRefusal): Notice {
  const isMild = refusal.reason === 'sign-in-first' || refusal.reason === 'rate-changed'
  return isMild ? warning(explainClickRefusal(refusal)) : failure(explainClickRefusal(refusal))
}

function buildNotice(refusal: ClickRefusal): Notice {
  if (refusal.reason === 'sign-in-first') return warning(explainClickRefusal(refusal), AUTH_ACTIONS)
  return failure(explainClickRefusal(refusal), refusal.reason === 'too-many' ? undefined : ALL_DEALS)
}
