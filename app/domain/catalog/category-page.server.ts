import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { pickCategory, type Category } from './categories.server'
import { searchPage } from './category-page/search-page.server'
import { listByCategory } from './lists.server'
import { countOffers } from './select-offers.server'
import type { Chip } from '~/components/lists/sort-form'
import { formatCount, readFilters, type ListFilters } from './lists'
import { listStoreOptions, listStoresFound, type StoreOption } from './category-page/store-options.server'

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
    count: count === null ? null : formatCount(count),
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
