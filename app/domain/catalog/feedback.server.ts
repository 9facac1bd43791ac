/** A second vote replaces the first (docs/rules.md#15). */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { campaigns } from '~/platform/db/schema/catalogue'
import { feedback } from '~/platform/db/schema/editorial'
import { ENOUGH, failsOften, Z } from './feedback'
import { isKnown, selectOfferId } from './offer-conditions.server'
import type { OfferCard } from './cards.server'
import { toStats, type Vote } from './feedback'
import { rankKeeps } from './keeps-cashback.server'
import type { Sort } from './lists'

export const COUNTED_VOTE = sql`feedback.has_click AND feedback.updated_at > now() - interval '90 days'`

export async function saveFeedback(userId: number, name: string, vote: Vote): Promise<boolean> {
  const [offer] = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(eq(campaigns.id, selectOfferId(name)))
  return offer !== undefined && storeVote(userId, offer.id, vote)
}

/** False: the offer is unknown or hidden. */
export async function storeVote(userId: number, offerId: number, vote: Vote): Promise<boolean> {
  if (!(await hasOffer(offerId))) return false
  const has_click = sql<boolean>`EXISTS (SELECT 1 FROM clicks
    WHERE clicks.campaign_id = ${offerId}::bigint AND clicks.user_id = ${userId}::bigint)`
  await db
    .insert(feedback)
    .values({ user_id: userId, campaign_id: offerId, vote, has_click })
    .onConflictDoUpdate({
      target: [feedback.user_id, feedback.campaign_id],
      set: { vote, has_click, updated_at: sql`now()` },
    })
  return true
}

/** Null: the offer is unknown or hidden. */
export async function findFeedback(offerId: number) {
  if (!(await hasOffer(offerId))) return null
  const [votes] = await db
    .select({
      yes: sql<number>`(count(*) FILTER (WHERE vote = 'yes'))::int`,
      no: sql<number>`(count(*) FILTER (WHERE vote = 'no'))::int`,
    })
    .from(feedback)
    .where(eq(feedback.campaign_id, offerId))
  return toStats(votes!.yes, votes!.no)
}

async function hasOffer(id: number): Promise<boolean> {
  const [row] = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.id, id), isKnown()))
  return row !== undefined
}

/** Ids of offers whose code fails often: failsOften() in SQL; tests compare both. */
export const selectFailing = sql`
  SELECT campaign_id FROM (
    SELECT campaign_id, (count(*) FILTER (WHERE vote = 'yes'))::float8 / count(*) AS share, count(*)::float8 AS tried
      FROM feedback WHERE ${COUNTED_VOTE} GROUP BY campaign_id HAVING count(*) >= ${sql.raw(String(ENOUGH))}) AS votes,
    (SELECT ${sql.raw(String(Z))}::float8 AS z) AS level
   WHERE (share + z * z / (2 * tried) + z * sqrt(share * (1 - share) / tried + z * z / (4 * tried * tried))) / (1 + z * z / tried) < 0.5`

export async function addVotes(cards: OfferCard[]): Promise<OfferCard[]> {
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

/**
 * Codes that fail often come last (docs/rules.md#48). The others keep their places among the offers, and share them by whether
 * they keep the cashback (#65), unless a sort was chosen.
 */
export async function orderCodes(cards: OfferCard[], sort: Sort = 'popular'): Promise<OfferCard[]> {
  const counted = (await addVotes(cards)).map((card) => ({ ...card, votes: undefined }))
  const order = sort === 'popular' ? sortCodes : (same: OfferCard[]) => same
  return [
    ...order(counted.filter((card) => !card.failsOften)),
    ...order(counted.filter((card) => card.failsOften)),
  ]
}

function sortCodes(cards: OfferCard[]): OfferCard[] {
  const codes = cards
    .filter(({ masked }) => masked !== null)
    .toSorted((a, b) => rankKeeps(a.keeps) - rankKeeps(b.keeps))
  return cards.map((card) => (card.masked === null ? card : codes.shift()!))
}
