import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CodePage } from './coupon-code/code-page'
import { findCampaign } from '~/domain/catalog/offer-page.server'
import { Missing } from '~/components/lists/missing'
import { readOrNull } from '~/http/or-null.server'
import { publicPage } from '~/http/page'
import { readSession } from '~/http/session.server'
import { catalogMessages } from '~/messages/catalog'
import { formatExample } from '~/domain/tracking/example'
import { findLastVisit } from '~/domain/tracking/clicks.server'
import { campaignMeta, missingMeta, readSiteOrigin } from '~/components/layout/page-meta'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { cache: 'guests' } satisfies RouteHandle

export { headers } from '~/http/page'
export { shouldRevalidate } from '~/http/revalidation'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const origin = readSiteOrigin(matches)
  if (!data?.campaign) return missingMeta(catalogMessages.catalog.couponNotFound, origin)
  return campaignMeta(data.campaign, { origin, robots: 'noindex' })
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const session = await readSession(request)
  const [campaign, visit] = await Promise.all([
    findCampaign(params.slug!, null, formatExample),
    readOrNull(findLastVisit(session?.user.id, params.slug!), 'visit'),
  ])
  return publicPage({ campaign, visit }, { request, status: campaign ? 200 : 404 })
}

export default function CouponCode() {
  const { campaign, visit } = useLoaderData<typeof loader>()
  if (!campaign) return <Missing text={catalogMessages.catalog.couponNotFound} />
  return <CodePage campaign={campaign} visit={visit} />
}
