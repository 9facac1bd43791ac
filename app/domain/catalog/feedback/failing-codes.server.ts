import { inArray, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { feedback } from '~/platform/db/schema/editorial'
import type { CampaignCard } from '../cards.server'
import { COUNTED_VOTE } from '../feedback.server'
import { ENOUGH, failsOften, Z } from './reliability'

/** Ids of offers whose code fails often: failsOften() in SQL; tests compare both. */
export const selectFailing = sql`
  SELECT campaign_id FROM (
    SELECT campaign_id, (count(*) FILTER (WHERE vote = 'yes'))::float8 / count(*) AS share, count(*)::float8 AS tried
      FROM feedback WHERE ${COUNTED_VOTE} GROUP BY campaign_id HAVING count(*) >= ${sql.raw(String(ENOUGH))}) AS votes,
    (SELECT ${sql.raw(String(Z))}::float8 AS z) AS level
   WHERE (share + z * z / (2 * tried) + z * sqrt(share * (1 - share) / tried + z * z / (4 * tried * tried))) / (1 + z * z / tried) < 0.5`

export async function addVotes(cards: CampaignCard[]): Promise<CampaignCard[]> {
  const coded = cards.filter(({ masked }) => masked !== null).map(({ id }) => id)
  if (!coded.length) return cards
  const rows = await db
    .select({
      id: feedback.campaign_id,
      worked: sql<number>`(count(*) FILTER (WHERE vote = 'yes'))::int`,
      tried: sql<number>`count(*)::int`,
    })
    .from(feedback)
    .where(sql`${inArray(feedback.campaign_id, coded)} AND ${COUNTED_VOTE}`)
    .groupBy(feedback.campaign_id)
  const votes = new Map(rows.map(({ id, ...counts }) => [id, counts]))
  return cards.map((card) => {
    const counts = votes.get(card.id)
    if (!counts) return card
    const isFailing = failsOften(counts.worked, counts.tried)
    return { ...card, votes: counts, ...(isFailing && { failsOften: true }) }
  })
}

/** Codes that fail often come last (docs/rules.md#48). */
export async function moveFailingLast(cards: CampaignCard[]): Promise<CampaignCard[]> {
  const counted = (await addVotes(cards)).map((card) => ({ ...card, votes: undefined }))
  return [...counted.filter((card) => !card.failsOften), ...counted.filter((card) => card.failsOften)]
}
