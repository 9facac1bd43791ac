import { sql, type SQL } from 'drizzle-orm'
import type { BrandCard } from '../brands.server'
import { readIds, selectInEach } from '../ids.server'
import { toMatchKey } from '../links'
import { MOST_LISTED } from '../lists'
import { correct } from './correct.server'
import { findStores } from './find-stores.server'
import { buildSearchConditions, searchCampaigns, type Search } from './search.server'
import { findSomeWords, type SomeWords } from './some-words'
import { splitWords } from './split-words'

export interface SearchResult {
  stores: BrandCard[]
  /** Ids of offers; MOST_LISTED + 1 if there are more. */
  ids: number[]
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

export async function find(search: Search, categories: readonly NamedCategory[]): Promise<SearchResult> {
  const first = await findAsTyped(search, categories)
  if (first.isCode || countResults(first) >= ENOUGH) return { ...PLAIN, ...first }
  const correction = await correct(search.q)
  const meant = correction?.isSure ? correction.text : null
  const both = meant === null ? first : merge([first, await findAsTyped({ ...search, q: meant }, categories)])
  const how = { ...PLAIN, ...both, meant: countResults(both) > countResults(first) ? meant : null }
  if (countResults(both) >= ENOUGH) return how
  const findWord = (q: string) => findWholeWord({ ...search, q }, categories)
  const findSimilar = async (word: string) => {
    const nearest = await correct(word)
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

export type Part = Pick<SearchResult, 'stores' | 'ids'>

const countResults = ({ stores, ids }: Part) => stores.length + ids.length

const merge = (parts: Part[]): Part => ({
  stores: uniqueBy(
    parts.flatMap((part) => part.stores),
    (store) => store.href,
  ),
  ids: [...new Set(parts.flatMap((part) => part.ids))].slice(0, MOST_LISTED + 1),
})

const uniqueBy = <Item>(all: Item[], getKey: (item: Item) => unknown) =>
  [...new Map(all.toReversed().map((item) => [getKey(item), item])).values()].toReversed()

/** Beside other words 'pet' is not Petticoats, and 'air' not a store. */
async function findWholeWord(search: Search, categories: readonly NamedCategory[]): Promise<Part> {
  const key = toMatchKey(search.q)
  const [titled, stores, shelved] = await Promise.all([
    searchCampaigns({ ...search, isWhole: true }),
    findStores(search),
    listCategories(
      search,
      categories.filter(({ keys }) => keys.includes(key)),
    ),
  ])
  const named = stores.filter(({ card }) => `${card.name.toLowerCase()} `.startsWith(`${search.q} `))
  return {
    stores: named.map(({ card }) => card),
    ids: [...new Set([...titled, ...named.flatMap(({ ids }) => ids), ...shelved])],
  }
}

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
