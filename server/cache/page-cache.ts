// Pages that are the same for every guest (docs/decisions/0037-page-cache.md).
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { FoundRoute } from '~/platform/find-route'
import { errorFacts, log } from '~/platform/log.server'
import { readCacheKey, type CacheKey } from './cache-key'
import { readLifetime } from './lifetime'
import { sendStored, storePage, type StoredPage } from './stored-page'
import type { Versions } from './versions'

export type Render = (url: string, headers: Headers, route: FoundRoute) => Promise<Response>

/** 'private': the response was for its request only. */
type Entry = StoredPage | 'private'

interface Call extends CacheKey {
  response?: Response
}

interface Parts {
  bytes: number
  versions: Versions
  isPersonal: (cookie: string) => boolean
  render: Render
}

export type PageCache = ReturnType<typeof createPageCache>

/** How long, and with which size in bytes, an address is remembered whose response may not be stored. */
const PRIVATE_MS = 60_000
const PRIVATE_SIZE = 1024
/** After a failed rendering the stored page is served for this long before the next attempt. */
const RETRY_MS = 5000
/** How long an outdated page is served after a change of the catalogue while it is rendered again. */
const GRACE_MS = 2000

export function createPageCache(parts: Parts) {
  const { versions, isPersonal } = parts
  const pages = openPages(parts)
  let { purged } = versions
  return {
    /** The request has passed the guard. 'pass': the application answers it; a Response is still to be sent. */
    async answer(
      request: IncomingMessage,
      response: ServerResponse,
      route: FoundRoute,
    ): Promise<'answered' | 'pass' | Response> {
      if (purged !== versions.purged) pages.clear()
      purged = versions.purged
      const { method, headers } = request
      const call: Call | null = readCacheKey(request, isPersonal, route)
      if (!call || (method === 'HEAD' && !pages.has(call.key))) {
        if (method === 'GET') response.setHeader('Cache-Status', 'DealDwaar; fwd=bypass')
        return 'pass'
      }
      const { page, status } = await fetchPage(pages, versions, call)
      response.setHeader('Cache-Status', `DealDwaar; ${status}`)
      // Rendered without cookies, so it is for requests without any.
      if (!page) return headers.cookie === undefined && call.response ? call.response : 'pass'
      if (!response.destroyed) sendStored(page, request, response)
      return 'answered'
    },
    size: () => ({ bytes: pages.calculatedSize, pages: pages.size }),
  }
}

type Pages = LRUCache<string, Entry, Call>

function openPages({ bytes, versions, render }: Parts): Pages {
  return new LRUCache<string, Entry, Call>({
    maxSize: bytes,
    perf: Date,
    ttlResolution: 0,
    ignoreFetchAbort: true,
    allowStaleOnFetchRejection: true,
    async fetchMethod(_key, cached, { options, context: call }) {
      const keep = <Kept extends Entry>(entry: Kept, ttl: number, size: number): Kept => {
        // 0 would mean no expiry.
        Object.assign(options, { ttl: Math.max(1, ttl), size })
        return entry
      }
      const before = isPage(cached) ? cached : undefined
      // Read before rendering: a change meanwhile makes the page outdated.
      const version = versions.current
      try {
        const response = await render(call.url, call.headers, call.route)
        const lifetime = readLifetime(response)
        if (lifetime) {
          const page = await storePage(response, { version, renderedAt: Date.now(), lifetime }, before)
          return keep(page, lifetime.fresh, page.size)
        }
        call.response = response
        // A page whose frame could not be read is a 200 with Retry-After.
        if (response.status < 500 && !response.headers.has('Retry-After'))
          return keep('private', PRIVATE_MS, PRIVATE_SIZE)
        throw new Error(`rendered with ${response.status}`)
      } catch (error) {
        log('warn', 'page not refreshed', errorFacts(error))
        if (!before) throw error
        return keep({ ...before, version }, RETRY_MS, before.size)
      }
    },
  })
}

/** `status`: for Cache-Status (RFC 9211). */
async function fetchPage(
  pages: Pages,
  versions: Versions,
  call: Call,
): Promise<{ page?: StoredPage; status: string }> {
  const cached = pages.peek(call.key, { allowStale: true })
  const before = isPage(cached) ? cached : undefined
  const isChanged = before !== undefined && before.version !== versions.current
  const mayBeStale = !isChanged || Date.now() < versions.changedAt + GRACE_MS
  const how: LRUCache.Status<string, Entry, Call> = {}
  const entry = await pages.fetch(call.key, {
    allowStale: before !== undefined && mayBeStale && isWithin(before, 'stale'),
    forceRefresh: isChanged,
    context: call,
    status: how,
  })
  if (entry === 'private') return { status: 'fwd=bypass' }
  const miss = `fwd=${before ? 'stale' : 'uri-miss'}`
  if (!entry || !isWithin(entry, 'error')) return { status: miss }
  if (entry.renderedAt === before?.renderedAt)
    return { page: entry, status: isWithin(entry, 'fresh') && !isChanged ? 'hit' : 'hit; detail=stale' }
  return { page: entry, status: `${miss}; ${how.fetch === 'inflight' ? 'collapsed' : 'stored'}` }
}

const isPage = (entry: Entry | undefined): entry is StoredPage => typeof entry === 'object'

const isWithin = ({ renderedAt, lifetime }: StoredPage, limit: keyof typeof lifetime) =>
  Date.now() < renderedAt + lifetime[limit]
