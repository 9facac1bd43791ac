import { sql } from 'drizzle-orm'
import { byRank, selectCards, toCard } from '../cards.server'
import { isLive } from '../campaign-conditions.server'
import { COUNTED_VOTE } from '../feedback.server'
import { failsOften, computeWilson } from '../feedback/reliability'

const COMPARED = 50

const votes = sql<{ worked: number; tried: number }>`(SELECT json_build_object(
  'worked', count(*) FILTER (WHERE vote = 'yes'), 'tried', count(*))
  FROM feedback WHERE feedback.campaign_id = campaigns.id AND ${COUNTED_VOTE})`

/** The store's other code that worked most surely; null: each other one fails often. */
export async function findNextCode(campaignId: number): Promise<{ title: string; href: string } | null> {
  const rows = await selectCards({ votes })
    .where(
      sql`campaigns.brand_id = (SELECT brand_id FROM campaigns WHERE id = ${campaignId}::bigint)
          AND campaigns.code IS NOT NULL AND campaigns.id <> ${campaignId}::bigint AND ${isLive()}`,
    )
    .orderBy(...byRank)
    .limit(COMPARED)
  const sound = rows.filter(({ votes }) => !failsOften(votes.worked, votes.tried))
  const getLowerBound = ({ votes }: (typeof rows)[number]) => computeWilson(votes.worked, votes.tried).lower
  const [best] = sound.toSorted((a, b) => getLowerBound(b) - getLowerBound(a))
  if (!best) return null
  const { title, href } = toCard(best)
  return { title, href }
}
