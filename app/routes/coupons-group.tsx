/** The older copy of the detail page: always English, its canonical link the other one (decisions.md 19). */
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findCampaign, listRelated } from '~/catalog/campaigns.server'
import { CampaignPage } from '~/catalog/detail'
import { readFeedback } from '~/catalog/feedback.server'
import { Missing } from '~/catalog/missing'
import { env } from '~/env.server'
import { publicPage } from '~/http/page'
import { messages } from '~/messages'

export { headers } from '~/http/page'

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data?.campaign) return [{ title: `${messages.catalog.couponNotFound} | DealDwaar` }]
  return [
    { title: `${data.campaign.title} | ${data.campaign.brand} | DealDwaar` },
    { name: 'description', content: data.campaign.text },
    { tagName: 'link', rel: 'canonical', href: data.shareUrl },
  ]
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const campaign = await findCampaign(params.slug!)
  if (!campaign) return publicPage({ campaign: null }, { request, status: 404 })
  const [feedback, related] = await Promise.all([readFeedback(campaign.id), listRelated(campaign)])
  const shareUrl = env().publicOrigin + campaign.href
  return publicPage({ campaign, feedback, related, shareUrl }, { request })
}

export default function CouponsGroup() {
  const found = useLoaderData<typeof loader>()
  if (!found.campaign) return <Missing text={messages.catalog.couponNotFound} />
  return <CampaignPage {...found} locale="en" />
}
