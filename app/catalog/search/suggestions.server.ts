import { eq, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { brands, campaigns } from '~/db/schema/catalogue'
import { cardColumns } from '../cards/cards.server'
import { detailPath } from '../links'
import { totalOf } from '../lists/shelf.server'
import { isLive, likePart } from '../unexpired.server'
import { gramsOf, hasTrigram } from './search.server'
import type { Suggestion } from './suggestions'

const MOST = 8
/** Best-ranked offers whose titles are read first, and the most that an index adds. */
const WALK = 5_000

/** Ids by rank. */
interface Hits {
  begins: number[]
  inside: number[]
}

/** Titles that begin with `q` come first; a blank `q` returns nothing. */
export async function suggestCampaigns(q: string): Promise<Suggestion[]> {
  const text = q.trim().slice(0, 80)
  if (!text) return []
  const { hits, isComplete } = await walk(text)
  const all = isComplete || hits.begins.length === MOST ? hits : await search(text, hits)
  return readSuggestions([...new Set([...all.begins, ...all.inside])].slice(0, MOST))
}

const limited = sql.raw(`LIMIT ${MOST}`)
const begins = (text: string, title = sql`title`) => sql`${title} ILIKE ${`${likePart(text)}%`}`
const contains = (text: string, title = sql`title`) => sql`${title} ILIKE ${`%${likePart(text)}%`}`

async function walk(text: string): Promise<{ hits: Hits; isComplete: boolean }> {
  const [row] = await db.execute<Record<keyof Hits, string[]> & { total: number }>(sql`
    WITH walked AS MATERIALIZED (SELECT c.id, c.title FROM campaigns c WHERE ${isLive('c')}
                                  ORDER BY c.rank, c.id LIMIT ${sql.raw(String(WALK))})
    SELECT ARRAY(SELECT id FROM walked WHERE ${begins(text)} ${limited}) AS begins,
           ARRAY(SELECT id FROM walked WHERE ${contains(text)} AND NOT ${begins(text)} ${limited}) AS inside,
           ${totalOf({ of: 'all' })} AS total`)
  return { hits: toHits(row!), isComplete: row!.total <= WALK }
}

const toHits = (row: Record<keyof Hits, (string | number)[] | null>): Hits => ({
  begins: (row.begins ?? []).map(Number),
  inside: (row.inside ?? []).map(Number),
})

/** What no index can find for certain, because each pair of its characters is frequent, is left as the walk found it. */
async function search(text: string, walked: Hits): Promise<Hits> {
  const [row] = await db.execute<Record<keyof Hits, string[] | null>>(sql`
    SELECT ${prefixed(text)} AS begins, ${hasTrigram(text) ? withTrigrams(text) : withGram(text)} AS inside`)
  const found = toHits(row!)
  const isFull = walked.inside.length === MOST
  return {
    begins: found.begins.length ? found.begins : walked.begins,
    inside: isFull || !found.inside.length ? walked.inside : found.inside,
  }
}

const best = (rows: ReturnType<typeof sql>) =>
  sql`ARRAY(SELECT id FROM (${rows}) AS hits ORDER BY rank, id ${limited})`

const prefixed = (text: string) =>
  best(sql`SELECT c.id, c.rank FROM campaigns c
    WHERE lower(c.title) LIKE lower(${`${likePart(text)}%`}) AND ${isLive('c')} LIMIT ${sql.raw(String(WALK))}`)

const withTrigrams = (text: string) =>
  best(sql`SELECT c.id, c.rank FROM campaigns c
    WHERE ${contains(text, sql`c.title`)} AND NOT ${begins(text, sql`c.title`)} AND ${isLive('c')} LIMIT ${sql.raw(String(WALK))}`)

const withGram = (text: string) =>
  best(sql`SELECT c.id, c.rank FROM campaigns c
    WHERE c.id = ANY ((SELECT ids FROM title_grams WHERE gram IN (${sql.join(
      gramsOf(text).map((gram) => sql`${gram}::text`),
      sql`, `,
    )}) ORDER BY cardinality(ids) LIMIT 1)::bigint[])
      AND ${contains(text, sql`c.title`)} AND NOT ${begins(text, sql`c.title`)} AND ${isLive('c')}`)

async function readSuggestions(ids: number[]): Promise<Suggestion[]> {
  if (!ids.length) return []
  const wanted = `{${ids.join(',')}}`
  const rows = await db
    .select({
      slug: campaigns.slug,
      title: campaigns.title,
      locale: campaigns.locale,
      brand: brands.name,
      ambiguous: cardColumns.ambiguous,
    })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(sql`campaigns.id = ANY (${wanted}::bigint[])`)
    .orderBy(sql`array_position(${wanted}::bigint[], campaigns.id)`)
  return rows.map((row) => ({
    title: row.title,
    locale: row.locale,
    brand: row.brand,
    href: detailPath(row),
  }))
}
