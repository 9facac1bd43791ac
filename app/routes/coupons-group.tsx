/** An older address of the detail page, which is canonical; always in English (docs/rules.md#14). */
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OfferPage } from '~/components/offer/detail'
import { findOffer } from '~/domain/catalog/offer-page.server'
import { Missing } from '~/components/lists/missing'
import { readOrNull } from '~/http/or-null.server'
import { publicPage } from '~/http/page'
import { readSession } from '~/http/session.server'
import { catalogMessages } from '~/messages/catalog'
import { formatExample } from '~/domain/tracking/example'
import { findLastVisit } from '~/domain/tracking/clicks.server'
import { offerMeta, missingMeta, readSiteOrigin } from '~/components/layout/page-meta'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests' } satisfies RouteHandle

export { headers, shouldRevalidate } from '~/http/route-exports'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const origin = readSiteOrigin(matches)
  if (!data?.offer) return missingMeta(catalogMessages.catalog.couponNotFound, origin)
  return offerMeta(data.offer, { origin })
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const session = await readSession(request)
  const [offer, visit] = await Promise.all([
    findOffer(params.slug!, session?.user.id, formatExample),
    readOrNull(findLastVisit(session?.user.id, params.slug!), 'visit'),
  ])
  return publicPage({ offer, visit }, { request, status: offer ? 200 : 404 })
}

export default function CouponsGroup() {
  const { offer, visit } = useLoaderData<typeof loader>()
  if (!offer) return <Missing text={catalogMessages.catalog.couponNotFound} />
  return <OfferPage offer={offer} locale="en" visit={visit} />
}
