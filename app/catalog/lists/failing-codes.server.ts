import { inArray, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { feedback } from '~/db/schema/editorial'
import type { CampaignCard } from '../cards/cards.server'
import { COUNTED_VOTE } from '../detail/feedback.server'
import { failsOften } from '../detail/reliability'

/** Codes that fail often come last, and say so (docs/rules.md#48). */
export async function failingLast(cards: CampaignCard[]): Promise<CampaignCard[]> {
  const coded = cards.filter(({ masked }) => masked !== null).map(({ id }) => id)
  if (!coded.length) return cards
  const votes = await db
    .select({
      id: feedback.campaign_id,
      worked: sql<number>`(count(*) FILTER (WHERE vote = 'yes'))::int`,
      tried: sql<number>`count(*)::int`,
    })
    .from(feedback)
    .where(sql`${inArray(feedback.campaign_id, coded)} AND ${COUNTED_VOTE}`)
    .groupBy(feedback.campaign_id)
  const failing = new Set(votes.filter((one) => failsOften(one.worked, one.tried)).map(({ id }) => id))
  if (!failing.size) return cards
  return [
    ...cards.filter(({ id }) => !failing.has(id)),
    ...cards.filter(({ id }) => failing.has(id)).map((card) => ({ ...card, failsOften: true })),
  ]
}
