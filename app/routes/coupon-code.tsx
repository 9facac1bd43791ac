import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findCampaign } from '~/catalog/campaigns.server'
import { CodePage } from '~/catalog/code-page'
import { Missing } from '~/catalog/missing'
import { env } from '~/env.server'
import { publicPage } from '~/http/page'
import { messages } from '~/messages'

export { headers } from '~/http/page'

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data?.campaign) return [{ title: `${messages.catalog.couponNotFound} | DealDwaar` }]
  const { campaign, origin } = data
  return [
    { title: `${campaign.title} | ${campaign.brand} | DealDwaar` },
    { name: 'robots', content: 'noindex' },
    { tagName: 'link', rel: 'canonical', href: origin + campaign.href },
  ]
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const campaign = await findCampaign(params.slug!)
  const status = campaign ? 200 : 404
  return publicPage({ campaign, origin: env().publicOrigin }, { request, status })
}

export default function CouponCode() {
  const { campaign, origin } = useLoaderData<typeof loader>()
  if (!campaign) return <Missing text={messages.catalog.couponNotFound} />
  return <CodePage campaign={campaign} shareUrl={origin + campaign.href} />
}
