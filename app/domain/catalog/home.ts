export const FIRST = { deals: 10, stores: 10, coupons: 6 } as const

/** Banners. */
export const MOST_FEATURED = 6

export type HomeList = keyof typeof FIRST

export function readOpenLists(search: URLSearchParams): HomeList[] {
  const names = search.getAll('show')
  return (Object.keys(FIRST) as HomeList[]).filter((name) => names.includes(name))
}

export function togglePath(open: readonly HomeList[], list: HomeList): string {
  const next = open.includes(list) ? open.filter((name) => name !== list) : [...open, list]
  const search = new URLSearchParams(next.map((name) => ['show', name]))
  return `/${search.size ? `?${search}` : ''}#${list}`
}

/** At most an hour old. */
export interface ShopFigures {
  stores: number
  /** Codes that members who had clicked them reported as working within seven days. */
  worked: number
  paidWithin: string | null
}
