import { eq, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { brands, campaigns } from '~/db/schema/catalogue'
import { cardColumns, byRank, toCard } from '../cards/cards.server'
import { isLive } from '../campaign-conditions.server'
import { COUNTED_VOTE } from './feedback.server'
import { failsOften, wilson } from './reliability'

const COMPARED = 50

export interface NextCode {
  title: string
  href: string
}

export async function findNextCode(campaignId: number): Promise<NextCode | null> {
  const rows = await db
    .select({
      ...cardColumns,
      votes: sql<{ worked: number; tried: number }>`(SELECT json_build_object(
        'worked', count(*) FILTER (WHERE vote = 'yes'), 'tried', count(*))
        FROM feedback WHERE feedback.campaign_id = campaigns.id AND ${COUNTED_VOTE})`,
    })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(
      sql`campaigns.brand_id = (SELECT brand_id FROM campaigns WHERE id = ${campaignId}::bigint)
          AND campaigns.code IS NOT NULL AND campaigns.id <> ${campaignId}::bigint AND ${isLive()}`,
    )
    .orderBy(...byRank)
    .limit(COMPARED)
  const sound = rows.filter(({ votes }) => !failsOften(votes.worked, votes.tried))
  const getLowerBound = ({ votes }: (typeof rows)[number]) => wilson(votes.worked, votes.tried).lower
  const [best] = sound.toSorted((a, b) => getLowerBound(b) - getLowerBound(a))
  if (!best) return null
  const { title, href } = toCard(best)
  return { title, href }
}
