// The shared cache of pages that are the same for every guest (docs/decisions/0037-page-cache.md).
import type { HeaderList } from '../headers'
import { createFlights, type Render } from './flights'
import { createStaleOrRender } from './stale-or-render'
import { openShelf } from './shelf'
import { createServeFresh } from './serve-fresh'
import type { Versions } from './versions'
import type { Metrics } from '../../environment/metrics/metrics'

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
  metrics?: Metrics | undefined
}

export type PageCache = ReturnType<typeof createPageCache>

export function createPageCache(parts: PageCacheParts) {
  const shelf = openShelf(parts.bytes, parts.versions)
  const flights = createFlights({ ...parts, store: shelf.store })
  return {
    /** True if a fresh stored page has answered. */
    serve: createServeFresh(shelf, parts),
    /** The request has passed the guard. A Response is for this request alone and still to be sent. */
    answer: createStaleOrRender(shelf, flights, parts.isPersonal),
    stop: () => shelf.stop(),
    size: () => shelf.store.size(),
  }
}
