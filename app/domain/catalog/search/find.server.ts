import { sql, type SQL } from 'drizzle-orm'
import type { BrandCard } from '../brands.server'
import { readIds, selectInEach } from '../ids.server'
import { toMatchKey } from '../links'
import { MOST_LISTED } from '../lists'
import { correct, type Correction } from './correct.server'
import { findStores } from './find-stores.server'
import { buildSearchConditions, searchCampaigns, type Search } from './search.server'
import { splitWords } from './split-words'

export interface SearchResult {
  stores: BrandCard[]
  /** Ids of offers; MOST_LISTED + 1 if there are more. */
  ids: number[]
  /** The text whose results follow those of the typed text. */
  meant: string | null
  /** A text similar to what was typed, or a part of it, which the person has to confirm. */
  didYouMean: string | null
}

const PLAIN = { meant: null, didYouMean: null }

const ENOUGH = 5
const MOST_STORES = 6
const SHORTEST_CODE = 3
const OF_CATEGORY = 60
const MOST_WORDS = 4

export async function find(search: Search, categories: readonly NamedCategory[]): Promise<SearchResult> {
  const first = await findAsTyped(search, categories)
  if (first.isCode || countResults(first) >= ENOUGH) return { ...PLAIN, ...first }
  const correction = await correct(search.q)
  const meant = correction?.isSure ? correction.text : null
  const both = meant === null ? first : merge([first, await findAsTyped({ ...search, q: meant }, categories)])
  if (countResults(both))
    return { ...PLAIN, ...both, meant: countResults(both) > countResults(first) ? meant : null }
  const named = await findStoreAmong({ ...search, q: meant ?? search.q }, categories)
  if (countResults(named)) return { ...PLAIN, ...named }
  return { ...PLAIN, ...named, didYouMean: await findSimilar(search, categories, correction) }
}

/** Finds what is only similar, or the last word, which says what is wanted ('shoes' of 'brand shoes'). */
async function findSimilar(
  search: Search,
  categories: readonly NamedCategory[],
  correction: Correction | null,
) {
  const words = splitWords(correction?.isSure ? correction.text : search.q)
  const guesses = [correction?.isSure ? null : correction?.text, words.length > 1 ? words.at(-1) : null]
  for (const q of guesses) if (q && countResults(await findAsTyped({ ...search, q }, categories))) return q
  return null
}

type Part = Pick<SearchResult, 'stores' | 'ids'>

const countResults = ({ stores, ids }: Part) => stores.length + ids.length

const merge = (parts: Part[]): Part => ({
  stores: uniqueBy(
    parts.flatMap((part) => part.stores),
    (store) => store.href,
  ),
  ids: [...new Set(parts.flatMap((part) => part.ids))].slice(0, MOST_LISTED + 1),
})

async function findStoreAmong(search: Search, categories: readonly NamedCategory[]): Promise<Part> {
  const words = splitWords(search.q).filter((word) => word.length > 2)
  const none = { stores: [], ids: [] }
  if (words.length < 2) return none
  const parts = await Promise.all(
    words.slice(0, MOST_WORDS).map(async (q) => {
      const part = await findAsTyped({ ...search, q }, categories)
      return part.stores.some(({ name }) => name.toLowerCase() === q) ? part : none
    }),
  )
  return merge(parts)
}

const uniqueBy = <Item>(all: Item[], getKey: (item: Item) => unknown) =>
  [...new Map(all.toReversed().map((item) => [getKey(item), item])).values()].toReversed()

async function findAsTyped(
  search: Search,
  categories: readonly NamedCategory[],
): Promise<Part & { isCode: boolean }> {
  const [titled, stores, coded, shelved] = await Promise.all([
    searchCampaigns(search),
    findStores(search),
    findCodes(search),
    listCategories(search, filterCategories(search.q, categories)),
  ])
  const shown = stores.filter((store) => store.isNamed || (store.begins && store.ids.length))
  const ofStores = stores.flatMap((store) => store.ids)
  const key = toMatchKey(search.q)
  const isCategory = categories.some((category) => category.keys.includes(key))
  const ids = isCategory
    ? [...coded, ...shelved, ...titled, ...ofStores]
    : [...coded, ...titled, ...ofStores, ...shelved]
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
  const key = toMatchKey(splitWords(q).join(''))
  if (key.length < 3) return []
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
