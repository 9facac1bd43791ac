// The shared cache of pages that are the same for every guest (docs/decisions/0037-page-cache.md).
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HeaderList } from '../headers'
import { errorFacts, log } from '~/runtime/log.server'
import { logHit } from './access-log'
import { readAsked, type Asked } from './asked'
import { createBestBrotli } from './best-brotli'
import { createFlights, type Flight, type Render } from './flights'
import type { Page, SendFacts } from './page'
import { createStore } from './store'
import type { Versions } from './versions'
import type { ServerContext } from '../context'

/** In ms. How long after a change of the catalogue a page of before is still served while it is rendered anew. */
const GRACE = 2000
/** In ms. After a failed rendering the stored page is served for so long before the next attempt. */
const RETRY = 5000

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

/** What is left to do for a request that a stored page did not answer. */
export type Outcome = 'answered' | 'pass' | Response

const status = (rest: string) => `DealDwaar; ${rest}`

export function createPageCache(parts: PageCacheParts) {
  const { versions, isPersonal, isOurHost, baseHeaders, render } = parts
  const store = createStore(parts.bytes)
  const best = createBestBrotli(
    (page) => store.peek(page.key) === page,
    (page) => store.grown(page),
  )
  const flights = createFlights({ store, versions, baseHeaders, render })
  const idStart = `${randomBytes(6).toString('hex')}-`
  let answers = 0
  let lastHost = ''

  function find(key: string): Page | undefined {
    const page = store.find(key)
    if (!page || page.version >= versions.purged) return page
    store.remove(key)
    return undefined
  }

  /** Hit: as it is. Stale: as it is, while it is rendered anew. */
  function stateOf(page: Page, now: number): 'hit' | 'stale' | 'old' {
    const isCurrent = page.version === versions.current
    if (isCurrent && now < page.freshUntil) return 'hit'
    if (now < page.failedUntil && now < page.errorUntil) return 'stale'
    return now < page.staleUntil && (isCurrent || now < versions.changedAt + GRACE) ? 'stale' : 'old'
  }

  async function refresh(page: Page, asked: Asked, url: string): Promise<void> {
    if (flights.has(asked.key) || Date.now() < page.failedUntil) return
    const flight = await flights.run(asked.key, url, headersFor(asked))
    if (flight.failed) failed(page, flight)
  }

  function failed(page: Page, { error, response }: Flight): void {
    page.failedUntil = Date.now() + RETRY
    if (error) log('error', 'page not refreshed', errorFacts(error))
    else log('warn', 'page not refreshed', { status: response?.status })
  }

  function send(page: Page, asked: Asked, response: ServerResponse, how: SendFacts) {
    if (how.encoding === 'br') {
      page.brotliAsked++
      if (page.needsBest) best.add(page)
    }
    return page.send(response, asked, how)
  }

  /** Encodes first where nobody has asked for this encoding before. */
  async function sendWhenReady(
    page: Page,
    asked: Asked,
    response: ServerResponse,
    how: Pick<SendFacts, 'id' | 'status'>,
  ): Promise<void> {
    const encoding = page.choose(asked)
    if (!page.isReady(encoding)) {
      await page.make(encoding)
      store.grown(page)
    }
    if (!response.destroyed) send(page, asked, response, { ...how, encoding, now: Date.now() })
  }

  return {
    /** The short way, ahead of everything else: true if a fresh stored page has answered. */
    serve(request: IncomingMessage, response: ServerResponse): boolean {
      const asked = readAsked(request, isPersonal)
      if (!asked) return false
      const page = store.find(asked.key)
      if (!page || page.version !== versions.current) return false
      const now = Date.now()
      const encoding = page.choose(asked)
      if (now >= page.freshUntil || !page.isReady(encoding)) return false
      if (asked.host !== lastHost && !isOurHost(asked.host)) return false
      lastHost = asked.host
      const id = idStart + (answers++).toString(36)
      logHit(id, request, send(page, asked, response, { id, status: HIT, encoding, now }))
      return true
    },

    /** The request has passed the guard. A Response is for this request alone and still to be sent. */
    async answer(
      request: IncomingMessage,
      response: ServerResponse,
      context: ServerContext,
    ): Promise<Outcome> {
      const asked = readAsked(request, isPersonal)
      if (!asked) {
        if (request.method === 'GET') response.setHeader('Cache-Status', status('fwd=bypass'))
        return 'pass'
      }
      const { url = '/' } = request
      const id = context.requestId
      const { key } = asked
      const page = find(key)
      const state = page && stateOf(page, Date.now())
      if (page && (state === 'hit' || state === 'stale')) {
        if (state === 'stale') void refresh(page, asked, url)
        const said = state === 'hit' ? HIT : status(`hit; ttl=${ttlOf(page)}`)
        await sendWhenReady(page, asked, response, { id, status: said })
        return 'answered'
      }
      const why = page ? 'stale' : 'uri-miss'
      if (request.method === 'HEAD' || flights.isUncacheable(key)) {
        response.setHeader('Cache-Status', status(`fwd=${request.method === 'HEAD' ? 'method' : 'bypass'}`))
        return 'pass'
      }
      const isFollower = flights.has(key)
      const flight = await flights.run(key, url, headersOf(request), context)
      if (flight.page) {
        const said = status(`fwd=${why}; ${isFollower ? 'collapsed' : 'stored'}`)
        await sendWhenReady(flight.page, asked, response, { id, status: said })
        return 'answered'
      }
      if (flight.failed && page && Date.now() < page.errorUntil && page.version >= versions.purged) {
        if (!isFollower) failed(page, flight)
        const said = status(`hit; ttl=${ttlOf(page)}; detail=error`)
        await sendWhenReady(page, asked, response, { id, status: said })
        return 'answered'
      }
      response.setHeader('Cache-Status', status(`fwd=${why}`))
      // What one person's request brought is for nobody else.
      if (isFollower) return 'pass'
      if (flight.error) throw flight.error
      return flight.response!
    },

    stop: () => best.stop(),
    size: () => store.size(),
  }
}

const HIT = status('hit')

const ttlOf = (page: Page) => Math.floor((page.freshUntil - Date.now()) / 1000)

/** For a rendering that nobody waits for: without anything of the person who caused it. */
function headersFor({ host, saveData, byScript }: Asked): Headers {
  const headers = new Headers({ Host: host })
  if (saveData) headers.set('Save-Data', 'on')
  if (byScript) headers.set('Sec-Fetch-Dest', 'empty')
  return headers
}

function headersOf({ headers }: IncomingMessage): Headers {
  const all = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) all.set(name, Array.isArray(value) ? value.join(', ') : value)
  return all
}
