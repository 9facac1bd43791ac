/** The cost of a search does not grow with the catalogue (docs/decisions/0080-lists-end.md). */
import { sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { readLastRun, runIfDue } from '~/platform/db/jobs.server'
import { log } from '~/platform/log.server'
import { defineTimer } from '~/platform/timers.server'
import { escapeLike, isLive, startsWith } from './offer-conditions.server'
import { readIds, selectInEach, toNumbers } from './ids.server'
import { toMatchKey } from './links'
import { MOST_LISTED } from './lists'
import { buildSearchConditions, matchAnyText, type QueryPart, type Search } from './search/conditions.server'
import { correctSpelling } from './search/correct.server'
import { findStores } from './search/find-stores.server'
import { findSomeWords, type SomeWords } from './search/some-words'
import { expandTerms, splitWords } from './search/split-words'
import { chooseTokens, LISTED, matchTokens, readSample, type Tokens } from './search/tokens.server'
import { addNames, addTitle, toVocabularyRows, type Vocabulary } from './search/vocabulary.server'

export type { Search } from './search/conditions.server'
export { suggest, suggestOffers, type Suggestion } from './search/suggestions.server'
export { findPrice } from './search/split-words'
export { findUnknown } from './search/vocabulary.server'

const WALK = 30_000

const MOST_COMPARED = 20_000

const MOST_MEANINGS = 3

/** Returns ids, the closest titles first, then by rank; one more than MOST_LISTED if there are more. */
export async function searchOffers(given: Search): Promise<number[]> {
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
  return (await Promise.all(variants.map((terms) => searchOffers({ ...search, terms })))).flat()
}

const matchTerms = ({ terms }: SearchWithTerms, title = sql`c.title`): SQL =>
  sql.join(
    terms.map((meanings) => sql`(${matchAnyText(meanings, title)})`),
    sql` AND `,
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

/** 'Running shoes' are shoes, and a 'Shoe laundry' is not: what is sold is named in the plural. */
const hasPlural = ({ terms }: SearchWithTerms): SQL =>
  sql.join(
    terms.map((meanings) => sql`title ~* ${`\\m(${meanings.map(escapePattern).join('|')})e?s\\M`}`),
    sql` OR `,
  )

/** Drops texts inside a word if other titles begin with it, and beginnings if others have the word whole. */
function selectSorted(search: SearchWithTerms, rows: SQL): SQL {
  return sql`SELECT id FROM (SELECT id, rank, ${hasPlural(search)} AS plural, ${measureCloseness(search)} AS away, min(${measureCloseness(search)}) OVER () AS nearest
                              FROM (${rows}) AS best) AS near
              WHERE (nearest > 2 OR away <= 2) AND (nearest > 1 OR away <= 1) AND ${search.isWhole && /^[a-z0-9-]+$/.test(search.q) ? sql`away <= 1` : sql`true`} ORDER BY away, plural DESC, rank, id`
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

export interface SearchResult extends QueryPart {
  /** What has only some of the words, where hardly anything has all. */
  also: SomeWords | null
  /** The text whose results follow those of the typed text. */
  meant: string | null
  /** A text similar to what was typed, which the person has to confirm. */
  didYouMean: string | null
}

const PLAIN = { also: null, meant: null, didYouMean: null }

const ENOUGH = 5
const MOST_STORES = 6
const SHORTEST_CODE = 3
const OF_CATEGORY = 60

export async function findResults(
  search: Search,
  categories: readonly NamedCategory[],
): Promise<SearchResult> {
  const first = await findAsTyped(search, categories)
  if (first.isCode || countResults(first) >= ENOUGH) return { ...PLAIN, ...first }
  const correction = await correctSpelling(search.q)
  const meant = correction?.isSure ? correction.text : null
  const both = meant === null ? first : merge([first, await findAsTyped({ ...search, q: meant }, categories)])
  const how = { ...PLAIN, ...both, meant: countResults(both) > countResults(first) ? meant : null }
  if (countResults(both) >= ENOUGH) return how
  const findWord = (q: string) => findWholeWord({ ...search, q }, categories)
  const findSimilar = async (word: string) => {
    const nearest = await correctSpelling(word)
    return nearest?.isSure ? findWord(nearest.text) : { stores: [], ids: [] }
  }
  const text = meant ?? search.q
  const some = (await findSomeWords(text, both, findWord)) ?? (await findSomeWords(text, both, findSimilar))
  if (some) return { ...how, stores: merge([both, some]).stores.slice(0, MOST_STORES), also: some }
  if (countResults(both)) return how
  const didYouMean = correction && !correction.isSure ? correction.text : null
  const isFound = didYouMean && countResults(await findAsTyped({ ...search, q: didYouMean }, categories))
  return { ...how, didYouMean: isFound ? didYouMean : null }
}

const countResults = ({ stores, ids }: QueryPart) => stores.length + ids.length

const merge = (parts: QueryPart[]): QueryPart => ({
  stores: uniqueBy(
    parts.flatMap((part) => part.stores),
    (store) => store.href,
  ),
  ids: [...new Set(parts.flatMap((part) => part.ids))].slice(0, MOST_LISTED + 1),
})

const uniqueBy = <Item>(all: Item[], getKey: (item: Item) => unknown) =>
  [...new Map(all.toReversed().map((item) => [getKey(item), item])).values()].toReversed()

/** Beside other words 'pet' is not Petticoats, and 'air' not a store. */
async function findWholeWord(search: Search, categories: readonly NamedCategory[]): Promise<QueryPart> {
  const key = toMatchKey(search.q)
  const [titled, stores, inCategory] = await Promise.all([
    searchOffers({ ...search, isWhole: true }),
    findStores(search),
    listCategories(
      search,
      categories.filter(({ keys }) => keys.includes(key)),
    ),
  ])
  const named = stores.filter(({ card }) => `${card.name.toLowerCase()} `.startsWith(`${search.q} `))
  return {
    stores: named.map(({ card }) => card),
    ids: [...new Set([...titled, ...named.flatMap(({ ids }) => ids), ...inCategory])],
  }
}

async function findAsTyped(
  search: Search,
  categories: readonly NamedCategory[],
): Promise<QueryPart & { isCode: boolean }> {
  const [titled, stores, coded, inCategory] = await Promise.all([
    searchOffers(search),
    findStores(search),
    findCodes(search),
    listCategories(search, filterCategories(search.q, categories)),
  ])
  const shown = stores.filter((store) => store.isNamed || (store.begins && store.ids.length))
  const ofStores = stores.flatMap((store) => store.ids)
  const key = toMatchKey(search.q)
  const isCategory = categories.some((category) => category.keys.includes(key))
  const ids = isCategory
    ? [...coded, ...inCategory, ...titled, ...ofStores]
    : [...coded, ...titled, ...ofStores, ...inCategory]
  return {
    stores: shown.slice(0, MOST_STORES).map(({ card }) => card),
    ids: [...new Set(ids)].slice(0, MOST_LISTED + 1),
    isCode: coded.length > 0,
  }
}

export interface NamedCategory {
  id: number
  name: string
  keys: string[]
}

export function filterCategories<Category extends NamedCategory>(
  q: string,
  all: readonly Category[],
): Category[] {
  const words = splitWords(q).map(toMatchKey)
  const key = words.join('')
  // A word in Devanagari has no key: 'एसी service' is not all services.
  if (key.length < 3 || words.includes('')) return []
  return all.filter((category) => category.keys.some((one) => one.startsWith(key)))
}

async function findCodes(search: Search): Promise<number[]> {
  const code = search.q.trim().toLowerCase()
  if (code.length < SHORTEST_CODE || /\s/.test(code)) return []
  return readIds(sql`
    SELECT c.id FROM campaigns c WHERE lower(c.code) = ${code} AND c.code IS NOT NULL AND ${buildSearchConditions(search)}
     ORDER BY c.rank, c.id LIMIT 20`)
}

async function listCategories(search: Search, named: readonly NamedCategory[]): Promise<number[]> {
  if (!named.length) return []
  const select = (categoryId: SQL) => sql`
    SELECT c.id, c.rank FROM campaigns c WHERE c.category_id = ${categoryId} AND ${buildSearchConditions(search)}
     ORDER BY c.rank, c.id LIMIT ${sql.raw(String(OF_CATEGORY))}`
  const ids = named.map(({ id }) => id)
  return readIds(sql`SELECT id FROM (${selectInEach(ids, select)}) AS best ORDER BY rank, id`)
}

const JOB = 'search words'
const ROWS_READ = 2_000
const ROWS_WRITTEN = 200

interface WordsResult {
  version: number
}

/** Builds the words if the catalogue changed, at most every `pause` seconds; true if built. */
export async function buildWords(pause = 30): Promise<boolean> {
  const [row] = await db.execute<{ version: number }>(
    sql`SELECT version::int AS version FROM catalogue_version`,
  )
  const { version } = row!
  const before = await readLastRun<WordsResult>(JOB)
  if (before?.result.version === version) return false
  return (await runIfDue<WordsResult>(JOB, pause, () => build(version))) !== null
}

async function build(version: number): Promise<WordsResult> {
  const vocabulary: Vocabulary = new Map()
  await addTitles(vocabulary)
  await addNames(vocabulary)
  const words = toVocabularyRows(vocabulary)
  await db.transaction(async (tx) => {
    await tx.execute(sql`DELETE FROM search_words`)
    for (let first = 0; first < words.length; first += ROWS_WRITTEN)
      await tx.execute(sql`
        INSERT INTO search_words (word, text, sound, times)
        SELECT word, text, sound, times
          FROM json_to_recordset(${JSON.stringify(words.slice(first, first + ROWS_WRITTEN))}::text::json)
               AS r (word text, text text, sound text, times integer)`)
  })
  return { version }
}

/** Reads by rank, because there is room only for the first words. */
async function addTitles(vocabulary: Vocabulary): Promise<void> {
  let after = { rank: -1, id: '0' }
  for (;;) {
    const rows = await db.execute<{ id: string; rank: number; title: string }>(sql`
      SELECT c.id, c.rank, c.title FROM campaigns c
       WHERE ${isLive('c')} AND (c.rank, c.id) > (${after.rank}::int, ${after.id}::bigint)
       ORDER BY c.rank, c.id LIMIT ${sql.raw(String(ROWS_READ))}`)
    for (const { title } of rows) addTitle(vocabulary, title)
    const last = rows.at(-1)
    if (!last) return
    after = last
  }
}

export const wordsTimer = defineTimer({
  name: JOB,
  every: 30,
  does: 'build the words of the search after a change of the catalogue',
  job: { name: JOB },
  work: async () => {
    if (await buildWords()) log('info', 'search words built')
  },
})
