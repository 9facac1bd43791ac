/** Finds offers by a part of their title, at a cost that does not grow with the catalogue (docs/decisions/0038-positions-per-shelf.md). */
import { sql, type SQL } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { totalOf } from '../lists/shelf.server'
import { isLive, likePart } from '../unexpired.server'
import { countsOf, holdsPieces, piecesOf, type Counted, type Pieces } from './pieces.server'

/** A search counts and pages this many offers. */
export const MOST_FOUND = 600

/** Best-ranked offers whose titles are read first; a smaller catalogue needs no more than that. */
export const WALK = 30_000

/** Titles that an index of trigrams or grams returns are compared in this number at most. */
const MOST_COMPARED = 20_000

export interface Search {
  q: string
  categoryIds?: readonly number[]
  withCode?: boolean | undefined
}

/** Ids by rank, one more than MOST_FOUND where there are more. */
export async function searchCampaigns(search: Search): Promise<number[]> {
  const { total, ...counted } = await countTitles(search.q)
  const pieces = piecesOf(search.q, counted)
  // The index finds all of a few; of many, the best are found sooner by their rank.
  if (pieces && total > WALK && pieces.titles <= MOST_COMPARED / 2) return matchTrigrams(search, pieces)
  const { ids, isComplete } = await walk(search)
  if (isComplete || ids.length > MOST_FOUND) return ids
  return pieces ? matchTrigrams(search, pieces) : ((await matchGram(search)) ?? ids)
}

async function countTitles(q: string): Promise<Counted & { total: number }> {
  const [row] = await db.execute<Counted & { total: number }>(
    sql`SELECT ${totalOf({ of: 'all' })} AS total, ${countsOf(q)}`,
  )
  return row!
}

/** All pairs of characters of the text; the text itself if it is one character. */
export function gramsOf(text: string): string[] {
  const letters = [...text.toLowerCase()]
  if (letters.length === 1) return letters
  return [...new Set(letters.slice(1).map((letter, i) => letters[i]! + letter))]
}

const contains = (q: string, title = sql`c.title`) => sql`${title} ILIKE ${`%${likePart(q)}%`}`

/** A type, because an interface has no index signature. */
type Ids = { ids: number[] | null }

async function walk({
  q,
  categoryIds = [],
  withCode,
}: Search): Promise<{ ids: number[]; isComplete: boolean }> {
  const code = withCode ? sql` AND c.code IS NOT NULL` : sql``
  const most = Math.ceil(WALK / Math.max(1, categoryIds.length))
  const best = (where: SQL) => sql`
    SELECT id, rank FROM (SELECT c.id, c.rank, c.title FROM campaigns c WHERE ${where} AND ${isLive('c')}${code}
                           ORDER BY c.rank, c.id LIMIT ${sql.raw(String(most))}) AS walked
     WHERE ${contains(q, sql`title`)} LIMIT ${sql.raw(String(MOST_FOUND + 1))}`
  const found = categoryIds.length
    ? sql`SELECT best.id, best.rank FROM unnest(${arrayOf(categoryIds)}) AS category
           CROSS JOIN LATERAL (${best(sql`c.category_id = category`)}) AS best`
    : best(sql`true`)
  const totals = categoryIds.length
    ? categoryIds.map((id) => totalOf({ of: 'category', id }))
    : [totalOf({ of: withCode ? 'code' : 'all' })]
  const [row] = await db.execute<Ids & { most: number }>(sql`
    SELECT ARRAY(SELECT id FROM (${found}) AS found ORDER BY rank, id LIMIT ${sql.raw(String(MOST_FOUND + 1))}) AS ids,
           greatest(${sql.join(totals, sql`, `)}) AS most`)
  return { ids: numbers(row!.ids), isComplete: row!.most <= most }
}

const arrayOf = (ids: readonly number[]) =>
  sql`ARRAY[${sql.join(
    ids.map((id) => sql`${id}::int`),
    sql`, `,
  )}]`

/** The driver returns bigints as strings. */
const numbers = (ids: readonly (number | string)[] | null) => (ids ?? []).map(Number)

const narrowed = ({ categoryIds = [], withCode }: Search) =>
  sql`${isLive('c')}${
    withCode ? sql` AND c.code IS NOT NULL` : sql``
  }${categoryIds.length ? sql` AND c.category_id = ANY (${arrayOf(categoryIds)})` : sql``}`

async function matchTrigrams(search: Search, pieces: Pieces): Promise<number[]> {
  const [row] = await db.execute<Ids>(sql`
    SELECT ARRAY(SELECT id FROM (
      SELECT c.id, c.rank, c.title FROM campaigns c WHERE ${holdsPieces(pieces, sql`c.title`)} AND ${narrowed(search)}
       LIMIT ${sql.raw(String(MOST_COMPARED))}) AS near
     WHERE ${contains(search.q, sql`title`)} ORDER BY rank, id LIMIT ${sql.raw(String(MOST_FOUND + 1))}) AS ids`)
  return numbers(row!.ids)
}

/** Null if each pair of characters is too frequent for its list to be complete: then the walk found what there is. */
async function matchGram(search: Search): Promise<number[] | null> {
  const grams = gramsOf(search.q)
  const [rarest] = await db.execute<{ gram: string; ids: string[] }>(sql`
    SELECT g.gram, t.ids FROM unnest(ARRAY[${sql.join(
      grams.map((gram) => sql`${gram}::text`),
      sql`, `,
    )}]) AS g (gram) LEFT JOIN title_grams t ON t.gram = g.gram ORDER BY coalesce(cardinality(t.ids), 0) LIMIT 1`)
  const listed = numbers(rarest?.ids ?? null)
  const isExact = grams.length === 1 && !search.categoryIds?.length && !search.withCode
  if (listed.length > MOST_FOUND && !isExact) return null
  if (!listed.length) return []
  const [row] = await db.execute<Ids>(sql`
    SELECT ARRAY(SELECT c.id FROM campaigns c WHERE c.id = ANY (${`{${listed.join(',')}}`}::bigint[])
                  AND ${contains(search.q)} AND ${narrowed(search)} ORDER BY c.rank, c.id) AS ids`)
  return numbers(row!.ids)
}
