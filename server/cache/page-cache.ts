// Pages that are the same for every guest (docs/decisions/0037-page-cache.md).
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { CacheResult } from '../../environment/metrics/metrics'
import type { FoundRoute } from '~/runtime/find-route'
import { errorFacts, log } from '~/runtime/log.server'
import { readCacheKey, type CacheKey } from './cache-key'
import { readLifetime } from './lifetime'
import { sendStored, storePage, type StoredPage } from './stored-page'
import type { Versions } from './versions'

export type Render = (url: string, headers: Headers, route: FoundRoute) => Promise<Response>

type Entry = StoredPage | 'pass'

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

/** How long requests for a page that may not be stored bypass single flight. */
const PASS_MS = 60_000
/** After a failed rendering the stored page is served for this long before the next attempt. */
const RETRY_MS = 5000
/** How long an outdated page is served after a change of the catalogue while it is rendered again. */
const GRACE_MS = 2000

export function createPageCache(parts: Parts) {
  const { versions, isPersonal } = parts
  const pages = openPages(parts)
  return {
    /** The request has passed the guard. 'pass': the application answers it; a Response is still to be sent. */
    async answer(
      request: IncomingMessage,
      response: ServerResponse,
      route: FoundRoute,
    ): Promise<'answered' | 'pass' | Response> {
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
    maxEntrySize: Math.floor(bytes / 8),
    perf: Date,
    ttlResolution: 0,
    ignoreFetchAbort: true,
    allowStaleOnFetchRejection: true,
    async fetchMethod(_key, cached, { options, context: call }) {
      const before = isPage(cached) ? cached : undefined
      // Read before rendering: a change meanwhile makes the page outdated.
      const { current: version } = versions
      try {
        const response = await render(call.url, call.headers, call.route)
        const lifetime = readLifetime(call.url, response)
        if (lifetime) {
          const page = await storePage(response, { version, renderedAt: Date.now(), lifetime }, before)
          // 0 would mean no expiry.
          options.ttl = Math.max(1, lifetime.fresh)
          options.size = page.size
          return page
        }
        call.response = response
        // A page whose layout lacks data is a 200 with Retry-After.
        if (response.status >= 500 || response.headers.has('Retry-After'))
          throw new Error(`rendered with ${response.status}`)
      } catch (error) {
        if (before) before.failedUntil = Date.now() + RETRY_MS
        log('warn', 'page not refreshed', errorFacts(error))
        throw error
      }
      options.ttl = PASS_MS
      options.size = 1
      return 'pass'
    },
  })
}

/** `status`: for Cache-Status (RFC 9211). */
async function fetchPage(
  pages: Pages,
  versions: Versions,
  call: Call,
): Promise<{ page?: StoredPage; status: string }> {
  const cached = findPage(pages, versions, call.key)
  const allowStale = cached ? mayBeStale(cached, versions) : false
  const isChanged = cached && cached.version !== versions.current
  const how: LRUCache.Status<string, Entry, Call> = {}
  const entry =
    allowStale && Date.now() < cached!.failedUntil
      ? cached
      : await pages.fetch(call.key, { allowStale, forceRefresh: isChanged, context: call, status: how })
  // A rendering that began before a purge may end after it.
  if (!isPage(entry) || entry.version < versions.purged)
    return { status: how.fetch === 'miss' ? 'fwd=uri-miss' : 'fwd=bypass' }
  if (entry !== cached) {
    const result = how.fetch === 'inflight' ? 'collapsed' : 'stored'
    return { page: entry, status: `fwd=${cached ? 'stale' : 'uri-miss'}; ${result}` }
  }
  const ttl = Math.floor((entry.renderedAt + entry.lifetime.fresh - Date.now()) / 1000)
  if (!isChanged && ttl >= 0) return { page: entry, status: 'hit' }
  if (Date.now() >= entry.renderedAt + entry.lifetime.error) return { status: 'fwd=stale' }
  return { page: entry, status: `hit; ttl=${ttl}${Date.now() < entry.failedUntil ? '; detail=error' : ''}` }
}

function findPage(pages: Pages, versions: Versions, key: string): StoredPage | undefined {
  const cached = pages.peek(key, { allowStale: true })
  if (!isPage(cached)) return undefined
  if (cached.version >= versions.purged) return cached
  pages.delete(key)
  return undefined
}

function mayBeStale({ version, renderedAt, lifetime, failedUntil }: StoredPage, versions: Versions): boolean {
  const now = Date.now()
  if (now < failedUntil) return now < renderedAt + lifetime.error
  return (
    now < renderedAt + lifetime.stale && (version === versions.current || now < versions.changedAt + GRACE_MS)
  )
}

const isPage = (entry: Entry | undefined): entry is StoredPage => typeof entry === 'object'

export function readCacheResult(cacheStatus: string): CacheResult {
  if (cacheStatus.includes('; hit')) return cacheStatus.includes('ttl=') ? 'stale' : 'hit'
  return cacheStatus.includes('fwd=bypass') ? 'bypass' : 'miss'
}
