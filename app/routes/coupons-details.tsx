import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod/v4'
import { OfferPage } from '~/components/offer/detail'
import { findOffer } from '~/domain/catalog/offer-page.server'
import { saveFeedback } from '~/domain/catalog/feedback.server'
import { categoryPath } from '~/domain/catalog/links'
import { Missing } from '~/components/lists/missing'
import { buildBreadcrumbs, buildOfferData } from '~/domain/catalog/structured-data'
import { TrackingScript } from './coupons-details/tracking-script'
import { formAction } from '~/http/form-action.server'
import { readOrNull } from '~/http/or-null.server'
import { isByScript } from '~/http/form/navigation'
import { isFromElsewhere } from '~/http/navigation.server'
import { privatePage, publicPage } from '~/http/page'
import { redirectToDocument, redirectWith } from '~/http/respond.server'
import { readSession } from '~/http/session.server'
import { AUTH_ACTIONS } from '~/messages/actions'
import { catalogMessages } from '~/messages/catalog'
import { storePageMessages } from '~/messages/store-page'
import { warning } from '~/messages/notice'
import { formatExample } from '~/domain/tracking/example'
import { findLastVisit } from '~/domain/tracking/clicks.server'
import { offerMeta, dataMeta, missingMeta, readSiteOrigin } from '~/components/layout/page-meta'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests' } satisfies RouteHandle

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const origin = readSiteOrigin(matches)
  if (!data?.offer) return missingMeta(catalogMessages.catalog.couponNotFound, origin)
  const { offer } = data
  const { category, title, href } = offer
  return [
    ...offerMeta(offer, { origin }),
    ...dataMeta(
      buildOfferData(offer, origin),
      buildBreadcrumbs(origin, [
        ...(category ? [[category, categoryPath(category)] as [string, string]] : []),
        [title, href],
      ]),
    ),
  ]
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const session = await readSession(request)
  const [offer, visit] = await Promise.all([
    findOffer(params.slug!, session?.user.id, formatExample),
    readOrNull(findLastVisit(session?.user.id, params.slug!), 'visit'),
  ])
  if (offer?.trackingScript && isByScript(request)) {
    // Only a whole document carries the CSP that allows the script.
    if (isFromElsewhere(request)) throw redirectToDocument(offer.href)
    return privatePage({ offer, visit })
  }
  return publicPage({ offer, visit }, { request, status: offer ? 200 : 404 })
}

export const action = formAction({ form: 'feedback' }, async ({ request, params, readForm }) => {
  const schema = z.object({ feedback: z.enum(['yes', 'no']) })
  const { input, from } = await readForm(schema)
  const session = await readSession(request)
  if (!session)
    return redirectWith(from, { notice: warning(storePageMessages.click.signInFirst, AUTH_ACTIONS) })
  await saveFeedback(session.user.id, params.slug!, input.feedback)
  return redirectWith(from)
})

export default function CouponsDetails() {
  const { offer, visit } = useLoaderData<typeof loader>()
  if (!offer) return <Missing text={catalogMessages.catalog.couponNotFound} />
  return (
    <>
      <OfferPage offer={offer} locale={offer.locale} visit={visit} />
      {offer.trackingScript && <TrackingScript src={offer.trackingScript} />}
    </>
  )
}
