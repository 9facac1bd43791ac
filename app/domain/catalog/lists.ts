export const SORTS = ['popular', 'percent', 'amount', 'ending', 'new'] as const
export type Sort = (typeof SORTS)[number]

/** Every list ends here (docs/rules.md#12). */
export const MOST_LISTED = 1000

export const formatListCount = (count: number) => (count > MOST_LISTED ? 'more than 1,000' : String(count))

export const SORT_NAMES: Record<Sort, string> = {
  popular: 'Popular',
  percent: 'Highest %',
  amount: 'Highest Rs.',
  ending: 'Ending soon',
  new: 'Newest',
}

const FIRST: Record<Sort, string> = {
  popular: '',
  percent: ', highest % first',
  amount: ', highest Rs. first',
  ending: ', ending soon first',
  new: ', newest first',
}

export const addSortToTitle = (title: string, sort: Sort) => title + FIRST[sort]

const isSort = (text: string): text is Sort => (SORTS as readonly string[]).includes(text)

export interface ListFilters {
  sort: Sort
  withCode: boolean
  store: string
}

const WITH_CODE = '1'

export function readFilters(search: URLSearchParams): ListFilters {
  const sort = search.get('sort') ?? ''
  return {
    sort: isSort(sort) ? sort : 'popular',
    withCode: search.get('code') === WITH_CODE,
    store: (search.get('store') ?? '').slice(0, 200),
  }
}

/** Returns the names with known values for the cache's key: a made-up value must not add a page. */
export function listKnownFilters(
  search: URLSearchParams,
  names: ('sort' | 'code' | 'store')[],
  isStore = false,
): string[] {
  const known = {
    sort: (text: string) => isSort(text),
    code: (text: string) => text === WITH_CODE,
    store: (text: string) => text === '' || isStore,
  }
  return names.filter((name) => search.getAll(name).every(known[name]))
}
