import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod/v4'
import { findCampaign, listRelated } from '~/catalog/campaigns.server'
import { CampaignPage } from '~/catalog/detail'
import { giveFeedback, readFeedback } from '~/catalog/feedback.server'
import { Missing } from '~/catalog/missing'
import { env } from '~/env.server'
import { readForm } from '~/http/input.server'
import { publicPage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'
import { readSession } from '~/http/session.server'
import { messages } from '~/messages'
import { success, warning } from '~/notice'

export { headers } from '~/http/page'

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data?.campaign) return [{ title: `${messages.catalog.couponNotFound} | DealDwaar` }]
  const { campaign, shareUrl } = data
  return [
    { title: campaign.seo?.title ?? `${campaign.title} | ${campaign.brand} | DealDwaar` },
    { name: 'description', content: campaign.seo?.description ?? campaign.text },
    { tagName: 'link', rel: 'canonical', href: shareUrl },
  ]
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const campaign = await findCampaign(params.slug!)
  if (!campaign) return publicPage({ campaign: null }, { request, status: 404 })
  const [feedback, related] = await Promise.all([readFeedback(campaign.id), listRelated(campaign)])
  const shareUrl = env().publicOrigin + campaign.href
  return publicPage({ campaign, feedback, related, shareUrl }, { request })
}

/** 'Did it work?' */
export async function action({ request, params }: ActionFunctionArgs) {
  const schema = z.object({ feedback: z.enum(['yes', 'no'], messages.fields.required) })
  const { input, from } = await readForm(request, schema, { form: 'feedback' })
  const session = await readSession(request)
  if (!session) return redirectWith(from, { notice: warning(messages.click.signInFirst) })
  const campaign = await findCampaign(params.slug!)
  if (campaign) await giveFeedback(session.user.id, campaign.id, input.feedback)
  return redirectWith(from, { notice: campaign ? success(messages.feedback.done) : undefined })
}

export default function CouponsDetails() {
  const found = useLoaderData<typeof loader>()
  if (!found.campaign) return <Missing text={messages.catalog.couponNotFound} />
  return <CampaignPage {...found} locale={found.campaign.locale} />
}
