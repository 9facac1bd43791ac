/** Imports nothing, because pages load it. */
export interface Bounds {
  /** A new number deletes the older cache. */
  name: string
  most: number
  /** Characters (pages) or bytes (files). */
  largest: number
}

export const PAGES: Bounds = { name: 'pages-2', most: 30, largest: 300_000 }
export const PICTURES: Bounds = { name: 'pictures-2', most: 80, largest: 100_000 }
export const FILES: Bounds = { name: 'files-2', most: 60, largest: 300_000 }
