import { and, eq, ilike, notIlike, sql, type SQL } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { brands, campaigns } from '~/db/schema/catalogue'
import { byRank } from '../cards/cards.server'
import { detailPath } from '../links'
import { isLive, likePart } from '../unexpired.server'
import type { Suggestion } from './suggestions'

const MOST = 8

/** Titles that begin with `q` come first; a blank `q` returns nothing. */
export async function suggestCampaigns(q: string): Promise<Suggestion[]> {
  const text = likePart(q.trim().slice(0, 80))
  if (!text) return []
  const begins = `${text}%`
  const [beginning, inside] = await Promise.all([
    list(ilike(campaigns.title, begins)),
    list(and(ilike(campaigns.title, `%${text}%`), notIlike(campaigns.title, begins))),
  ])
  return [...beginning, ...inside].slice(0, MOST)
}

/** Two queries by rank each stop early; one query ordered by both criteria would visit every match. */
async function list(where: SQL | undefined): Promise<Suggestion[]> {
  const rows = await db
    .select({
      slug: campaigns.slug,
      title: campaigns.title,
      locale: campaigns.locale,
      brand: brands.name,
      ambiguous: sql<boolean>`EXISTS (SELECT 1 FROM campaigns twin WHERE twin.id <> campaigns.id
        AND (lower(twin.title) = lower(campaigns.title) OR twin.slug = campaigns.title))`,
    })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(and(isLive(), where))
    .orderBy(...byRank)
    .limit(MOST)
  return rows.map((row) => ({
    title: row.title,
    locale: row.locale,
    brand: row.brand,
    href: detailPath(row),
  }))
}
