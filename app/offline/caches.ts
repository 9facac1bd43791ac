/** The caches of the service worker; pages ask for their names, so nothing is imported here. */
export interface Bounds {
  /** Its number changes with the form of what is kept: the next worker then deletes the older cache. */
  name: string
  most: number
  /** Of one copy, in characters (pages) or bytes (files). */
  largest: number
}

export const PAGES: Bounds = { name: 'pages-2', most: 30, largest: 300_000 }
export const PICTURES: Bounds = { name: 'pictures-2', most: 80, largest: 100_000 }
export const FILES: Bounds = { name: 'files-2', most: 60, largest: 300_000 }
