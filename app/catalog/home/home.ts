export const FIRST = { deals: 10, stores: 10, coupons: 3 } as const

export type Shelf = keyof typeof FIRST

export function openShelves(search: URLSearchParams): Shelf[] {
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
  /** With live offers. */
  stores: number
  /** Codes that a member who had clicked them said worked within seven days. */
  worked: number
  /** '18 h' or '3 days', the median; null: too few payouts. */
  paidWithin: string | null
}
