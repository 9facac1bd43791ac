/** 'Did it work?': one vote per person and coupon, a second one replaces the first (decisions.md 22). */
import { eq, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { campaigns, feedback } from '~/db/schema'
import type { Vote } from './feedback'
import { campaignIdOf } from './live.server'

/** Stores the person's vote for the campaign of that name; false: there is none. */
export async function giveFeedback(userId: number, name: string, vote: Vote): Promise<boolean> {
  const [campaign] = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(eq(campaigns.id, campaignIdOf(name)))
  if (!campaign) return false
  await db
    .insert(feedback)
    .values({ user_id: userId, campaign_id: campaign.id, vote })
    .onConflictDoUpdate({
      target: [feedback.user_id, feedback.campaign_id],
      set: { vote, updated_at: sql`now()` },
    })
  return true
}
