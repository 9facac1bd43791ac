export const FIRST = { deals: 10, stores: 10, coupons: 6 } as const

/** Banners. */
export const MOST_FEATURED = 6

export type Shelf = keyof typeof FIRST

export function readOpenShelves(search: URLSearchParams): Shelf[] {
  const names = search.getAll('show')
  return (Object.keys(FIRST) as Shelf[]).filter((name) => names.includes(name))
}

export function togglePath(open: readonly Shelf[], shelf: Shelf): string {
  const next = open.includes(shelf) ? open.filter((name) => name !== shelf) : [...open, shelf]
  const search = new URLSearchParams(next.map((name) => ['show', name]))
  return `/${search.size ? `?${search}` : ''}#${shelf}`
}

/** At most an hour old. */
export interface ShopFigures {
  stores: number
  /** Codes that members who had clicked them reported as working within seven days. */
  worked: number
  paidWithin: string | null
}
