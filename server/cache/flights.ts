// One rendering of a page at a time, however many ask for it (single flight).
import { LRUCache } from 'lru-cache'
import type { ServerContext } from '../context'
import type { HeaderList } from '../headers'
import { lifetimeOf } from './lifetime'
import { Page } from './page'
import type { Store } from './store'
import type { Versions } from './versions'

export interface Flight {
  /** Stored. */
  page?: Page
  /** Not to be stored: for the request that caused it alone. */
  response?: Response
  error?: unknown
  /** A stored page is better than this. */
  failed: boolean
}

/** Without compression. Without a context nobody waits for it. */
export type Render = (url: string, headers: Headers, context?: ServerContext) => Promise<Response>

interface Parts {
  store: Store
  versions: Versions
  baseHeaders: HeaderList
  render: Render
}

/** In ms. Meanwhile requests for what could not be stored do not wait for each other. */
const REMEMBERED = 60_000

export function createFlights({ store, versions, baseHeaders, render }: Parts) {
  const running = new Map<string, Promise<Flight>>()
  const uncacheable = new LRUCache<string, true>({ max: 2000, ttl: REMEMBERED })

  async function fly(key: string, ...asked: Parameters<Render>): Promise<Flight> {
    // Before rendering: what changes meanwhile makes the page an old one.
    const version = versions.current
    let response: Response
    try {
      response = await render(...asked)
      const lifetime = lifetimeOf(asked[0], response)
      if (lifetime) {
        const renderedAt = Date.now()
        const body = Buffer.from(await response.arrayBuffer())
        const all = headersOf(response, baseHeaders)
        const page = new Page({ key, version, renderedAt, lifetime, headers: all, body })
        page.adopt(store.peek(key))
        store.put(page)
        uncacheable.delete(key)
        return { page, failed: false }
      }
    } catch (error) {
      return { error, failed: true }
    }
    // A page whose frame could not be read is a 200 with Retry-After; a redirect or a 404 is the new truth.
    const failed = response.status >= 500 || response.headers.has('Retry-After')
    if (!failed) store.remove(key)
    if (!failed) uncacheable.set(key, true)
    return { response, failed }
  }

  return {
    has: (key: string) => running.has(key),
    isUncacheable: (key: string) => !store.peek(key) && uncacheable.has(key),
    /** Never rejects. */
    run(key: string, ...asked: Parameters<Render>): Promise<Flight> {
      const known = running.get(key)
      if (known) return known
      const flight = fly(key, ...asked).finally(() => running.delete(key))
      running.set(key, flight)
      return flight
    },
  }
}

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'date',
  'age',
  'content-length',
  'etag',
])

function headersOf(response: Response, baseHeaders: HeaderList): HeaderList {
  const headers = new Headers(response.headers)
  const vary = headers.get('Vary') ?? ''
  if (!/\baccept-encoding\b/i.test(vary)) headers.append('Vary', 'Accept-Encoding')
  const base = baseHeaders.filter(([name]) => !headers.has(name))
  return [...base, ...[...headers].filter(([name]) => !HOP_BY_HOP.has(name))]
}
