/** The home page's numbers. Pure. */

/** The lists that open by `?show=`, and how many of each stand there before. */
export const FIRST = { deals: 10, stores: 10, coupons: 6 } as const

export type Shelf = keyof typeof FIRST

/** The lists that a URL opens; what is no list of ours is left out. */
export function openShelves(search: URLSearchParams): Shelf[] {
  const names = search.getAll('show')
  return (Object.keys(FIRST) as Shelf[]).filter((name) => names.includes(name))
}

/** Home with a list opened or closed, the others as they are, at that list. */
export function togglePath(open: readonly Shelf[], shelf: Shelf): string {
  const next = open.includes(shelf) ? open.filter((name) => name !== shelf) : [...open, shelf]
  const search = new URLSearchParams(next.map((name) => ['show', name]))
  return `/${search.size ? `?${search}` : ''}#${shelf}`
}

export const DAY_SECONDS = 86_400

/** 18245 -> '05:04:05' */
export const formatClock = (seconds: number) =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')

/** The next midnight of the clock that runs this: the browser's. */
export const localMidnight = (now: Date) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
