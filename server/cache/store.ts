// A segmented LRU bounded by bytes: a page that was asked for once has an eighth of the room, so that made-up addresses
// displace each other and not the pages that people ask for again.
import { LRUCache } from 'lru-cache'
import type { Page } from './page'

/** A larger page is not stored: it would displace too many others. */
const LARGEST = 1 / 8

export interface Store {
  /** Counts as asking for it again. */
  find(key: string): Page | undefined
  peek(key: string): Page | undefined
  put(page: Page): void
  /** Call when an encoding was added. */
  grown(page: Page): void
  remove(key: string): void
  size(): { bytes: number; pages: number }
}

export function createStore(bytes: number): Store {
  const options = { sizeCalculation: (page: Page) => page.size, maxEntrySize: Math.floor(bytes * LARGEST) }
  const once = new LRUCache<string, Page>({ ...options, maxSize: Math.floor(bytes / 8) })
  const again = new LRUCache<string, Page>({ ...options, maxSize: bytes - Math.floor(bytes / 8) })
  const holderOf = (key: string) => (again.has(key) ? again : once.has(key) ? once : null)
  return {
    find(key) {
      const known = again.get(key)
      if (known) return known
      const page = once.get(key)
      if (!page) return undefined
      once.delete(key)
      again.set(key, page)
      return page
    },
    peek: (key) => again.peek(key) ?? once.peek(key),
    put(page) {
      ;(holderOf(page.key) ?? once).set(page.key, page)
    },
    grown(page) {
      const holder = holderOf(page.key)
      if (holder?.peek(page.key) !== page) return
      // The size of a value that is already there is not calculated again.
      holder.delete(page.key)
      holder.set(page.key, page)
    },
    remove(key) {
      once.delete(key)
      again.delete(key)
    },
    size: () => ({ bytes: once.calculatedSize + again.calculatedSize, pages: once.size + again.size }),
  }
}
