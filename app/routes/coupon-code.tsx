import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CodePage } from '~/catalog/detail/code-page'
import { findCampaign } from '~/catalog/detail/detail.server'
import { Missing } from '~/catalog/lists/missing'
import { publicPage } from '~/http/page'
import { messages } from '~/messages'
import { campaignMeta, missingMeta, siteOrigin } from '~/shell/page-meta'

export { headers } from '~/http/page'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const origin = siteOrigin(matches)
  if (!data?.campaign) return missingMeta(messages.catalog.couponNotFound, origin)
  return campaignMeta(data.campaign, { origin, robots: 'noindex' })
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const campaign = await findCampaign(params.slug!)
  return publicPage({ campaign }, { request, status: campaign ? 200 : 404 })
}

export default function CouponCode() {
  const { campaign } = useLoaderData<typeof loader>()
  if (!campaign) return <Missing text={messages.catalog.couponNotFound} />
  return <CodePage campaign={campaign} />
}
