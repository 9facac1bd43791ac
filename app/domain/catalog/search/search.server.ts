/** The cost of a search does not grow with the catalogue (docs/decisions/0080-lists-end.md). */
import { sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { readIds, selectInEach, toNumbers, toSqlArray } from '../ids.server'
import { MOST_LISTED } from '../lists'
import { isLive, escapeLike, startsWith } from '../campaign-conditions.server'
import { expandTerms } from './split-words'
import { matchTokens, LISTED, chooseTokens, readSample, type Tokens } from './tokens.server'

const WALK = 30_000

const MOST_COMPARED = 20_000

const MOST_MEANINGS = 3

export interface Search {
  q: string
  terms?: string[][]
  categoryIds?: readonly number[]
  /** Only titles that have each text as a whole word. */
  isWhole?: boolean
  withCode?: boolean | undefined
}

/** Returns ids, the closest titles first, then by rank; one more than MOST_LISTED if there are more. */
export async function searchCampaigns(given: Search): Promise<number[]> {
  const search = { ...given, terms: given.terms ?? expandTerms(given.q) }
  // Every matching title contains this text, unless a word has several meanings.
  const text = search.terms
    .filter((meanings) => meanings.length === 1)
    .flat()
    .join(' ')
  const sample = await readSample()
  const pieces = chooseTokens(text, sample)
  if (pieces && sample.listed > WALK && pieces.titles <= MOST_COMPARED / 2)
    return matchTrigrams(search, pieces)
  const { ids, isComplete } = await walk(search)
  if (isComplete || ids.length > MOST_LISTED) return ids
  if (!text) return [...new Set([...ids, ...(await searchMeanings(search))])].slice(0, MOST_LISTED + 1)
  // Titles that the index cannot find are searched among the best-ranked ones, and by their beginning.
  return pieces
    ? matchTrigrams(search, pieces)
    : [...new Set([...ids, ...(await findBeginning(search, text))])]
}

type SearchWithTerms = Search & { terms: string[][] }

/** No index finds one of several texts, so each is searched for separately. */
async function searchMeanings(search: SearchWithTerms): Promise<number[]> {
  const variants = Array.from({ length: MOST_MEANINGS }, (_, i) =>
    search.terms.map((meanings) => [meanings[i] ?? meanings[0]!]),
  )
  return (await Promise.all(variants.map((terms) => searchCampaigns({ ...search, terms })))).flat()
}

/** Inside a word, as 'hair' in 'chair', a few letters say nothing, so they must begin it. */
const BEGINS_WORD = /^[a-z0-9]{1,4}$/

/** ILIKE can use the index, which the regular expression alone could not. */
function matchText(text: string, title: SQL): SQL {
  const inside = sql`${title} ILIKE ${`%${escapeLike(text)}%`}`
  return BEGINS_WORD.test(text) ? sql`(${inside} AND ${title} ~* ${`\\m${text}`})` : inside
}

const matchTerms = ({ terms }: SearchWithTerms, title = sql`c.title`): SQL =>
  sql.join(
    terms.map((meanings) => sql`(${matchAnyText(meanings, title)})`),
    sql` AND `,
  )

export const matchAnyText = (texts: readonly string[], column: SQL): SQL =>
  sql.join(
    texts.map((text) => matchText(text, column)),
    sql` OR `,
  )

const escapePattern = (text: string) => text.replace(/[^\p{L}\p{M}\p{N} ]/gu, '\\$&')

/** Orders whole words as typed, then in another meaning, then beginnings, inside a word, and only its words. */
function measureCloseness({ q, terms }: SearchWithTerms): SQL {
  const all = (of: (meanings: string) => string, most = 20) =>
    sql.join(
      terms.map((meanings) => sql`title ~* ${of(meanings.slice(0, most).map(escapePattern).join('|'))}`),
      sql` AND `,
    )
  const whole = (texts: string) => `\\m(${texts})(s|es)?\\M`
  const text = escapeLike(q.trim())
  return sql`CASE WHEN ${all(whole, 1)} THEN 0 WHEN ${all(whole)} THEN 1 WHEN ${all((texts) => `\\m(${texts})`)} THEN 2
                  WHEN title ILIKE ${`%${text}%`} THEN 3 ELSE 4 END`
}

/** Drops texts inside a word if other titles begin with it, and beginnings if others have the word whole. */
function selectSorted(search: SearchWithTerms, rows: SQL): SQL {
  return sql`SELECT id FROM (SELECT id, rank, ${measureCloseness(search)} AS away, min(${measureCloseness(search)}) OVER () AS nearest
                              FROM (${rows}) AS best) AS near
              WHERE (nearest > 2 OR away <= 2) AND (nearest > 1 OR away <= 1) AND ${search.isWhole && /^[a-z0-9-]+$/.test(search.q) ? sql`away <= 1` : sql`true`} ORDER BY away, rank, id`
}

async function walk(search: SearchWithTerms): Promise<{ ids: number[]; isComplete: boolean }> {
  const { categoryIds = [], withCode } = search
  const code = withCode ? sql` AND c.code IS NOT NULL` : sql``
  const most = Math.ceil(WALK / Math.max(1, categoryIds.length))
  const best = (where: SQL) => sql`
    SELECT id, rank, title FROM (SELECT c.id, c.rank, c.title FROM campaigns c WHERE ${where} AND ${isLive('c')}${code}
                           ORDER BY c.rank, c.id LIMIT ${sql.raw(String(most))}) AS best
     WHERE ${matchTerms(search, sql`title`)} LIMIT ${sql.raw(String(MOST_LISTED + 1))}`
  const found = categoryIds.length
    ? selectInEach(categoryIds, (id) => best(sql`c.category_id = ${id}`))
    : best(sql`true`)
  const [row] = await db.execute<{ ids: string[] | null; listed: number }>(sql`
    SELECT ARRAY(${selectSorted(search, sql`SELECT * FROM (${found}) AS found ORDER BY rank, id LIMIT ${sql.raw(String(MOST_LISTED + 1))}`)}) AS ids,
           ${LISTED} AS listed`)
  return { ids: toNumbers(row!.ids), isComplete: row!.listed <= most }
}

export const buildSearchConditions = ({ categoryIds = [], withCode }: Search) =>
  sql`${isLive('c')}${
    withCode ? sql` AND c.code IS NOT NULL` : sql``
  }${categoryIds.length ? sql` AND c.category_id = ANY (${toSqlArray(categoryIds)})` : sql``}`

function matchTrigrams(search: SearchWithTerms, pieces: Tokens): Promise<number[]> {
  const rows = sql`SELECT * FROM (
      SELECT c.id, c.rank, c.title FROM campaigns c WHERE ${matchTokens(pieces)} AND ${buildSearchConditions(search)}
       LIMIT ${sql.raw(String(MOST_COMPARED))}) AS near
     WHERE ${matchTerms(search, sql`title`)} ORDER BY rank, id LIMIT ${sql.raw(String(MOST_LISTED + 1))}`
  return readIds(selectSorted(search, rows))
}

const findBeginning = (search: SearchWithTerms, text: string): Promise<number[]> =>
  readIds(sql`
    SELECT id FROM (
      SELECT c.id, c.rank FROM campaigns c WHERE ${startsWith(sql`c.title`, text)} AND ${buildSearchConditions(search)}
       ORDER BY lower(c.title) USING ~<~ LIMIT ${sql.raw(String(MOST_LISTED))}) AS near ORDER BY rank, id`)
