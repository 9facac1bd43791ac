import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Application } from './application'
import type { PageCache } from './cache/page-cache'
import { findFile, sendFile, type StaticFile } from './files'
import { allowOrigin } from './cors'
import {
  readClientAddress,
  dropSpoofable,
  isForMonitors,
  hasServedHost,
  checkRequest,
  type Rules,
} from './guard'
import type { Admission } from './admission'
import { RETRY_AFTER } from '~/platform/config/caching'
import type { Health } from '~/platform/health.server'
import type { Images } from './images'
import type { Metrics } from '../environment/metrics/metrics'
import { recordRequest } from './record-request'
import { destroySoon } from './malformed-requests'
import { refuse, sendPlain, type Refusal } from './refuse'
import { sendPage } from './send-page'
import type { FindRoute } from '~/platform/find-route'
import type { ServerContext, ServerHooks } from '~/platform/server-contract'
import { errorFacts, log } from '~/platform/log.server'
import { getUrlPath } from '~/platform/formats/url-path'

export interface ServerParts {
  application: Application
  findRoute: FindRoute
  files: Map<string, StaticFile>
  health: Health
  admission: Pick<Admission, 'hasRefusedGuests'>
  rules: Rules
  noteUnlistedProxy?: ServerHooks['noteUnlistedProxy']
  pages?: PageCache | null
  images?: Images
  metrics?: Metrics | undefined
}

/** draining: balancers should stop sending; retiring: other processes have the port; stopping: the listener is closed. */
export type ServerState = 'serving' | 'draining' | 'retiring' | 'stopping'

/** Never rejects. */
export async function handleRequest(
  {
    application,
    findRoute,
    files,
    health,
    admission,
    rules,
    noteUnlistedProxy,
    pages,
    images,
    metrics,
  }: ServerParts,
  request: IncomingMessage,
  response: ServerResponse,
  getState: () => ServerState,
): Promise<void> {
  const context = identify(request, response, rules, noteUnlistedProxy)
  const { requestId } = context
  const route = findRoute(request.url!)
  recordRequest(request, response, { requestId, route: route.id, metrics })

  try {
    if (allowOrigin(request, response, rules.apiOrigins, route)) return
    const refusal = checkRequest(request, rules, route)
    if (refusal) return await refuseWhole(refusal)
    const path = getUrlPath(request.url!)
    if (isForMonitors(path)) {
      const state = getState()
      const answer = await (path === '/healthz' ? answerHealth : answerReadiness)(health, state)
      if (answer !== 'OK') response.setHeader('Retry-After', RETRY_AFTER)
      const isBusy = answer === 'OK' && path === '/readyz' && admission.hasRefusedGuests()
      return sendPlain(request, response, answer === 'OK' ? 200 : 503, isBusy ? GUESTS_REFUSED : answer)
    }
    const file = findFile(files, request.url!)
    if (file) return await answerFile(file, request, response)
    if (await images?.send(request, response, route)) return
    const outcome = pages ? await pages.answer(request, response, route) : 'pass'
    if (outcome === 'answered') return
    if (outcome !== 'pass') return await sendPage(request, response, outcome)
    const answer = await application(request, response, context, route)
    if (answer !== 'answered') await refuseWhole(answer)
    if (answer === 408) destroySoon(request.socket)
  } catch (error) {
    log('error', 'request failed', { id: requestId, ...errorFacts(error) })
    if (response.headersSent) response.destroy()
    else await refuseWhole(500)
  }

  async function refuseWhole(status: number): Promise<void> {
    const isPage = PAGES.has(status) && route.failures === 'page' && hasServedHost(request, rules)
    refuse(request, response, status, { route, page: isPage ? await renderPage(status) : null })
  }

  async function renderPage(status: number): Promise<Refusal | null> {
    try {
      const rendered = await application.renderRefusal(request, status, context)
      return { headers: Object.fromEntries(rendered.headers), body: await rendered.text() }
    } catch (error) {
      log('error', 'request failed', { id: requestId, ...errorFacts(error) })
      return null
    }
  }
}

async function answerFile(
  file: StaticFile | 'missing',
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(request, response, 405)
  if (file === 'missing') return sendPlain(request, response, 404)
  return sendFile(request, response, file)
}

/** With 200: without this server the others would get its guests, too, and a shop of one server would close for members. */
const GUESTS_REFUSED = 'OK: guests refused'

const answerHealth = (health: Health, state: ServerState): Promise<string> | string =>
  state === 'stopping' ? 'Unavailable' : health.describeHealth()

const answerReadiness = (health: Health, state: ServerState): Promise<string> | string =>
  state === 'serving' || state === 'retiring' ? health.describeReadiness() : 'Unavailable: draining'

function identify(
  request: IncomingMessage,
  response: ServerResponse,
  rules: Rules,
  noteUnlistedProxy: ServerParts['noteUnlistedProxy'],
): ServerContext {
  const requestId = randomUUID()
  const { address, ignored } = readClientAddress(request, rules)
  if (ignored && warnAboutProxy(request, ignored) && ignored === 'no-proxy')
    noteUnlistedProxy?.().catch((error: unknown) =>
      log('error', 'unlisted proxy not noted', errorFacts(error)),
    )
  dropSpoofable(request)
  request.headers['x-request-id'] = requestId
  response.setHeader('X-Request-Id', requestId)
  return { requestId, clientAddress: address }
}

const PAGES = new Set([400, 405, 413, 414, 500])

const IGNORED = {
  'no-address':
    'X-Forwarded-For has no address where TRUSTED_PROXY_HOPS says; the limits count the proxy instead',
  'no-proxy': 'X-Forwarded-For is ignored: TRUSTED_PROXIES does not list who sent it',
}

const WARN_EVERY_MS = 3600_000
const warned = new Map<keyof typeof IGNORED, number>()

/** True if it is logged: each at most once an hour. */
function warnAboutProxy({ url = '', socket }: IncomingMessage, ignored: keyof typeof IGNORED): boolean {
  const last = warned.get(ignored) ?? -Infinity
  if (performance.now() - last < WARN_EVERY_MS || isForMonitors(getUrlPath(url))) return false
  warned.set(ignored, performance.now())
  log('warn', IGNORED[ignored], { from: socket.remoteAddress })
  return true
}
