// Requests that have passed the guard and that no fresh page has answered: from a stale page, or by rendering.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorFacts, log } from '~/runtime/log.server'
import type { ServerContext } from '../context'
import { readAsked, type Asked } from './asked'
import type { createFlights, Flight } from './flights'
import type { Page } from './page'
import type { Shelf } from './shelf'
import { HIT, staleHit, status } from './status'

/** In ms. After a failed rendering the stored page is served for so long before the next attempt. */
const RETRY = 5000

/** What is left to do for a request that a stored page did not answer. A Response is for this request alone. */
type Outcome = 'answered' | 'pass' | Response

type Flights = ReturnType<typeof createFlights>

export function createStaleOrRender(shelf: Shelf, flights: Flights, isPersonal: (cookie: string) => boolean) {
  /** `known`: too old, but better than nothing. */
  async function render(
    asked: Asked,
    known: Page | undefined,
    request: IncomingMessage,
    response: ServerResponse,
    context: ServerContext,
  ): Promise<Outcome> {
    const why = known ? 'stale' : 'uri-miss'
    const id = context.requestId
    const isFollower = flights.has(asked.key)
    const flight = await flights.run(asked.key, request.url ?? '/', headersOf(request), context)
    if (flight.page) {
      const said = status(`fwd=${why}; ${isFollower ? 'collapsed' : 'stored'}`)
      await shelf.sendWhenReady(flight.page, asked, response, { id, status: said })
      return 'answered'
    }
    if (flight.failed && known && shelf.isBetterThanNothing(known)) {
      if (!isFollower) noteFailure(known, flight)
      await shelf.sendWhenReady(known, asked, response, { id, status: `${staleHit(known)}; detail=error` })
      return 'answered'
    }
    response.setHeader('Cache-Status', status(`fwd=${why}`))
    // What one person's request brought is for nobody else.
    if (isFollower) return 'pass'
    if (flight.error) throw flight.error
    return flight.response!
  }

  return async (
    request: IncomingMessage,
    response: ServerResponse,
    context: ServerContext,
  ): Promise<Outcome> => {
    const asked = readAsked(request, isPersonal)
    if (!asked) {
      if (request.method === 'GET') response.setHeader('Cache-Status', status('fwd=bypass'))
      return 'pass'
    }
    const page = shelf.find(asked.key)
    const state = page && shelf.stateOf(page, Date.now())
    if (page && state !== 'old') {
      if (state === 'stale') void refresh(flights, page, asked, request.url ?? '/')
      const said = state === 'hit' ? HIT : staleHit(page)
      await shelf.sendWhenReady(page, asked, response, { id: context.requestId, status: said })
      return 'answered'
    }
    if (request.method === 'HEAD' || flights.isUncacheable(asked.key)) {
      response.setHeader('Cache-Status', status(`fwd=${request.method === 'HEAD' ? 'method' : 'bypass'}`))
      return 'pass'
    }
    return render(asked, page, request, response, context)
  }
}

async function refresh(flights: Flights, page: Page, asked: Asked, url: string): Promise<void> {
  if (flights.has(asked.key) || Date.now() < page.failedUntil) return
  const flight = await flights.run(asked.key, url, headersFor(asked))
  if (flight.failed) noteFailure(page, flight)
}

function noteFailure(page: Page, { error, response }: Flight): void {
  page.failedUntil = Date.now() + RETRY
  if (error) log('error', 'page not refreshed', errorFacts(error))
  else log('warn', 'page not refreshed', { status: response?.status })
}

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
