/** 'Did it work?': one vote per person and coupon, a second one replaces the first (decisions.md 22). */
import { sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { feedback } from '~/db/schema'

export interface FeedbackStats {
  /** Of the votes, those for yes; whole percent; 0 without votes. */
  percentage: number
  yesCount: number
  noCount: number
}

export async function readFeedback(campaignId: number): Promise<FeedbackStats> {
  const [row] = await db
    .select({
      yesCount: sql<number>`count(*) FILTER (WHERE vote = 'yes')::int`,
      noCount: sql<number>`count(*) FILTER (WHERE vote = 'no')::int`,
    })
    .from(feedback)
    .where(sql`campaign_id = ${campaignId}`)
  const { yesCount, noCount } = row ?? { yesCount: 0, noCount: 0 }
  const votes = yesCount + noCount
  return { percentage: votes ? Math.round((yesCount * 100) / votes) : 0, yesCount, noCount }
}

/** Stores the person's vote. */
export async function giveFeedback(userId: number, campaignId: number, vote: 'yes' | 'no'): Promise<void> {
  await db
    .insert(feedback)
    .values({ user_id: userId, campaign_id: campaignId, vote })
    .onConflictDoUpdate({
      target: [feedback.user_id, feedback.campaign_id],
      set: { vote, updated_at: sql`now()` },
    })
}
