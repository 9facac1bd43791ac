/** A second vote replaces the first (docs/rules.md#15). */
import { and, eq, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { feedback } from '~/platform/db/schema/editorial'
import { toStats, type Vote } from './feedback'
import { selectCampaignId, isKnown } from './campaign-conditions.server'

export const COUNTED_VOTE = sql`feedback.has_click AND feedback.updated_at > now() - interval '90 days'`

export async function giveFeedback(userId: number, name: string, vote: Vote): Promise<boolean> {
  const [campaign] = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(eq(campaigns.id, selectCampaignId(name)))
  return campaign !== undefined && storeVote(userId, campaign.id, vote)
}

/** False: the campaign is unknown or hidden. */
export async function storeVote(userId: number, campaignId: number, vote: Vote): Promise<boolean> {
  if (!(await hasCampaign(campaignId))) return false
  const has_click = sql<boolean>`EXISTS (SELECT 1 FROM clicks
    WHERE clicks.campaign_id = ${campaignId}::bigint AND clicks.user_id = ${userId}::bigint)`
  await db
    .insert(feedback)
    .values({ user_id: userId, campaign_id: campaignId, vote, has_click })
    .onConflictDoUpdate({
      target: [feedback.user_id, feedback.campaign_id],
      set: { vote, has_click, updated_at: sql`now()` },
    })
  return true
}

/** Null: the campaign is unknown or hidden. */
export async function findFeedback(campaignId: number) {
  if (!(await hasCampaign(campaignId))) return null
  const [votes] = await db
    .select({
      yes: sql<number>`(count(*) FILTER (WHERE vote = 'yes'))::int`,
      no: sql<number>`(count(*) FILTER (WHERE vote = 'no'))::int`,
    })
    .from(feedback)
    .where(eq(feedback.campaign_id, campaignId))
  return toStats(votes!.yes, votes!.no)
}

async function hasCampaign(id: number): Promise<boolean> {
  const [row] = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.id, id), isKnown()))
  return row !== undefined
}
