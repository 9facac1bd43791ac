// The shared cache of pages that are the same for every guest (docs/decisions/0037-page-cache.md).
import type { HeaderList } from '../headers'
import { createFlights, type Render } from './flights'
import { openLongWay } from './long-way'
import { openShelf } from './shelf'
import { openShortWay } from './short-way'
import type { Versions } from './versions'

export interface PageCacheParts {
  bytes: number
  versions: Versions
  /** Whether a Cookie header changes what its bearer sees. */
  isPersonal: (cookie: string) => boolean
  /** Whether the guard serves this Host. */
  isOurHost: (host: string) => boolean
  /** Sent with every response, unless the page has its own of that name. */
  baseHeaders: HeaderList
  render: Render
}

export type PageCache = ReturnType<typeof createPageCache>

export function createPageCache(parts: PageCacheParts) {
  const shelf = openShelf(parts.bytes, parts.versions)
  const flights = createFlights({ ...parts, store: shelf.store })
  return {
    /** True if a fresh stored page has answered. */
    serve: openShortWay(shelf, parts),
    /** The request has passed the guard. A Response is for this request alone and still to be sent. */
    answer: openLongWay(shelf, flights, parts.isPersonal),
    stop: () => shelf.stop(),
    size: () => shelf.store.size(),
  }
}
