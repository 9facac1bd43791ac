import { sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { errorFacts, log } from '~/platform/log.server'
import { hasOffers, hasOffersIn, listTopStores, type StoreTile } from './stores.server'
import { type Category, pickCategory } from './categories.server'
import { toSqlArray } from './ids.server'
import { formatListCount, type ListFilters, MOST_LISTED, readFilters } from './lists'
import { listByCategory, readCardPage } from './lists.server'
import { filterCategories, findResults, findPrice, findUnknown, type Search } from './search.server'
import { recordZeroResults } from './zero-results.server'
import { countOffers, filterFound, type Selection } from './select-offers.server'

const MOST_TYPED = 80

export const readCategoryView = (search: URLSearchParams) => ({
  q: (search.get('q') ?? '').trim().slice(0, MOST_TYPED),
  showAll: search.get('show') === 'all',
  filters: readFilters(search),
})

type CategoryView = ReturnType<typeof readCategoryView> & { page: number }

export async function readCategoryPage(
  { q, showAll, page, filters }: CategoryView,
  { categoryIds, all }: { categoryIds: number[]; all: Category[] },
) {
  const { sort, withCode } = filters
  const options = q && !filters.store ? [] : listStoreOptions(categoryIds, filters.store)
  const store = filters.store ? ((await options).find((one) => one.code === filters.store) ?? null) : null
  const view = { showAll, page, sort, storeId: store?.id }
  if (!q) {
    const list = listByCategory({ ...view, categoryIds, q, withCode })
    const [offers, stores] = await Promise.all([list, options])
    return { offers, results: null, stores, store }
  }
  const only = withCode ? ('code' as const) : undefined
  const { offers, results, ids } = await searchPage({ q, categoryIds }, all, { ...view, only })
  return { offers, results, stores: await listStoresFound(ids, filters.store), store }
}

export interface Chip {
  name: string
  count: string | null
  param: [name: string, value: string]
}

export interface Results {
  stores: StoreTile[]
  categories: string[]
  meant: string | null
  didYouMean: string | null
  /** The word of the offers from the place `after` on, which do not have all words. */
  also: { word: string; after: number; isAlone: boolean } | null
  /** A searched word that the catalogue does not have; it may be the name of a store. */
  unknown: string | null
  /** What was left out, because offers have no price. */
  price: string | null
  popular: StoreTile[]
}

interface ChipSources {
  all: Category[]
  ticked: Category[]
  filters: ListFilters
  store: StoreOption | null
  stores: StoreOption[]
  found: number | null
}

export async function listChips(search: URLSearchParams, narrowed: ChipSources): Promise<Chip[]> {
  const { all, ticked, filters, store, stores, found } = narrowed
  const totals = await readTotals(ticked)
  const readTotal = ({ id }: Category) => {
    if (!readCategoryView(search).q) return totals.get(id) ?? 0
    return ticked.length === 1 ? found : null
  }
  const chip = (name: string, count: number | null, param: Chip['param']) => ({
    name,
    count: count === null ? null : formatListCount(count),
    param,
  })
  const chips = search.getAll('category').flatMap((value): Chip[] => {
    const category = pickCategory(all, value)
    if (!category || !ticked.includes(category)) return []
    return [chip(category.name, readTotal(category), ['category', value])]
  })
  if (store) {
    const count = stores.find((one) => one.id === store.id)?.count ?? null
    chips.push(chip(store.name, count, ['store', filters.store]))
  }
  if (filters.withCode) chips.push(chip('With a code', found, ['code', '1']))
  return chips
}

async function readTotals(categories: Category[]): Promise<Map<number, number>> {
  if (!categories.length) return new Map()
  const counts = categories.map(({ id }) => sql`(${id}::int, ${countOffers({ categoryIds: [id] })})`)
  const rows = await db.execute<{ id: number; total: number }>(
    sql`SELECT * FROM (VALUES ${sql.join(counts, sql`, `)}) AS counted (id, total)`,
  )
  return new Map(rows.map(({ id, total }) => [id, total]))
}

const POPULAR = 6

const logFailure = (error: unknown) => log('error', 'a search was not counted', errorFacts(error))

interface View extends Omit<Selection, 'categoryIds'> {
  showAll: boolean
  page: number
}

const narrow = (ids: number[], { sort = 'popular', storeId, only }: View) =>
  sort === 'popular' && storeId === undefined && !only ? ids : filterFound(ids, { sort, storeId, only })

/** Pages, orders and filters of a search are the same search. */
const isFirstView = ({ page, showAll, sort = 'popular', storeId, only }: View) =>
  page === 1 && !showAll && sort === 'popular' && storeId === undefined && !only

export async function searchPage(
  search: Search & { categoryIds: readonly number[] },
  all: readonly Category[],
  view: View,
) {
  const { stores, ids: whole, also, ...how } = await findResults(search, all)
  const categories = filterCategories(how.meant ?? search.q, all).map((category) => category.name)
  const isNothing = !stores.length && !whole.length && !also
  const misses = !stores.length && !whole.length && !search.categoryIds.length
  const [exact, some, popular, unknown] = await Promise.all([
    narrow(whole, view),
    narrow(also?.ids ?? [], view),
    isNothing ? listTopStores(POPULAR) : [],
    isNothing || also
      ? findUnknown(search.q, explain({ stores, meant: how.meant, also }))
      : { words: [], isAll: false },
    misses && isFirstView(view) && recordZeroResults(search.q).catch(logFailure),
  ])
  const offers = await readCardPage([...exact, ...some], view)
  const results: Results = {
    stores,
    categories,
    ...how,
    also: also && some.length ? { word: also.word, after: exact.length, isAlone: !whole.length } : null,
    unknown: nameUnknown(unknown, isNothing ? search.q : null),
    price: findPrice(search.q),
    popular,
  }
  return { offers, ids: [...whole, ...(also?.ids ?? [])], results }
}

interface Found {
  stores: StoreTile[]
  meant: string | null
  also: { word: string } | null
}

/** Words of a store found, those that were corrected, and those that found something. */
function explain({ stores, meant, also }: Found): (word: string) => boolean {
  const names = stores.map(({ name }) => name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, ''))
  const rest = meant?.toLowerCase().split(' ')
  const found = also?.word.split(' ') ?? []
  return (word) =>
    found.includes(word) || rest?.includes(word) === false || names.some((name) => name.includes(word))
}

/** `whole`: the text where nothing was found, which is asked for as it was typed. */
function nameUnknown({ words, isAll }: { words: string[]; isAll: boolean }, whole: string | null) {
  if (whole !== null) return isAll ? whole : null
  return isAll ? null : (words[0] ?? null)
}

/** `count` is MOST_LISTED + 1 if the store has more offers. */
export interface StoreOption {
  id: number
  name: string
  code: string
  count: number
}

const MOST = 30

export async function listStoreOptions(
  categoryIds: readonly number[],
  chosen: string,
): Promise<StoreOption[]> {
  const categories = sql`ANY (${toSqlArray(categoryIds)})`
  const where = categoryIds.length ? hasOffersIn(categories) : hasOffers
  const count = categoryIds.length
    ? sql`(SELECT count(*)::int FROM (
        SELECT 1 FROM campaigns c WHERE c.category_id = ${categories} AND c.brand_id = brands.id AND c.listed
         LIMIT ${sql.raw(String(MOST_LISTED + 1))}) AS counted)`
    : sql`brands.live_count`
  return read(sql`SELECT brands.id, brands.name, brands.coupon_code AS code, ${count} AS count FROM brands
    WHERE brands.id = ANY (ARRAY(SELECT id FROM brands WHERE ${where} ORDER BY rank, id LIMIT ${sql.raw(String(MOST))}))
       OR brands.coupon_code = ${chosen} ORDER BY lower(brands.name), brands.id`)
}

function listStoresFound(ids: readonly number[], chosen: string): Promise<StoreOption[]> {
  const isFound = sql`c.id = ANY (${toSqlArray(ids, 'bigint')})`
  return read(sql`
    SELECT brands.id, brands.name, brands.coupon_code AS code, counted.n AS count
      FROM (SELECT c.brand_id, count(*)::int AS n FROM campaigns c WHERE ${isFound}
             GROUP BY 1 ORDER BY n DESC, 1 LIMIT ${sql.raw(String(MOST))}) AS counted
      JOIN brands ON brands.id = counted.brand_id
     UNION SELECT id, name, coupon_code, 0 FROM brands WHERE coupon_code = ${chosen} AND NOT EXISTS (
       SELECT 1 FROM campaigns c WHERE ${isFound} AND c.brand_id = brands.id)
     ORDER BY 2, 1`)
}

async function read(query: SQL): Promise<StoreOption[]> {
  const rows = await db.execute<{ id: string; name: string; code: string; count: number }>(query)
  return rows.map(({ id, name, code, count }) => ({ id: Number(id), name, code, count }))
}
