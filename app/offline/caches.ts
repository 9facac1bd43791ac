/** This module imports nothing, because pages load it, too. */
export interface Bounds {
  /** Change the number in the name to make the next worker delete the older cache. */
  name: string
  most: number
  /** The limit for one copy, in characters (pages) or bytes (files). */
  largest: number
}

export const PAGES: Bounds = { name: 'pages-2', most: 30, largest: 300_000 }
export const PICTURES: Bounds = { name: 'pictures-2', most: 80, largest: 100_000 }
export const FILES: Bounds = { name: 'files-2', most: 60, largest: 300_000 }
