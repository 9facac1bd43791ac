import { randomUUID } from 'node:crypto'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { NO_STORE } from '~/config/caching'
import type { Application } from './application'
import type { PageCache } from './cache/pages'
import { findFile, sendFile, type StaticFile } from './files'
import { countRefused, limitConnections } from './connections'
import { allowOrigin } from './cors'
import { clientAddress, dropSpoofable, isForPage, LIMITS, requestRefusal, type Rules } from './guard'
import { baseHeaders, type HeaderList } from './headers'
import type { Health } from './health'
import type { Images } from './images'
import { refuse, sendPlain, type RefusalPage } from './refuse'
import { errorFacts, log, loggedPath } from '~/runtime/log.server'

export interface Parts {
  application: Application
  files: Map<string, StaticFile>
  health: Health
  rules: Rules
  https: boolean
  pages?: PageCache | null
  images?: Images
  /** Of one address in this process; null where the addresses are those of proxies. */
  mostConnections: number | null
}

/** In ms. */
const TIMES = {
  headers: 10_000,
  request: 30_000,
  /** Without a byte in either direction: also for a client that does not read its response. Longer than a response takes. */
  silence: 60_000,
  /** Longer than the usual 60 s idle timeout of proxies, so that a proxy never reuses a connection that was just closed. */
  idle: 65_000,
  check: 2_000,
}

export interface ListeningServer {
  port: number
  /** Stops accepting connections, waits up to `grace` ms for running requests, then closes the rest. */
  stop(grace?: number): Promise<void>
}

export function listen(
  parts: Parts,
  port: number,
  host: string | undefined,
  times = TIMES,
): Promise<ListeningServer> {
  // Connections without a request so far; node counts them as busy, not idle.
  const silent = new Set<Socket>()
  let stopping = false
  const server = http.createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: times.headers,
    requestTimeout: times.request,
    keepAliveTimeout: times.idle,
    connectionsCheckingInterval: times.check,
    // The guard refuses a missing Host, so that the response has the same headers as other refusals.
    requireHostHeader: false,
  })
  const headers = baseHeaders(parts.https)
  server.timeout = times.silence
  server.maxConnections = 5000
  server.on('drop', countRefused('connections refused: this process has 5,000'))
  if (parts.mostConnections !== null) limitConnections(server, parts.mostConnections)
  server.on('clientError', (error: BrokenRequest, socket: Socket) => answerBroken(error, socket, headers))
  // By default node answers an unknown Expect itself, without the base headers.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    refuse(request, response, 417)
  })
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    silent.delete(request.socket)
    if (!stopping && parts.pages?.serve(request, response)) return
    for (const [name, value] of headers) response.setHeader(name, value)
    if (stopping) response.setHeader('Connection', 'close')
    void answer(parts, request, response, () => stopping)
  })

  async function stop(grace = 10_000) {
    stopping = true
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of silent) if (!socket.bytesRead) socket.destroy()
    server.closeIdleConnections()
    const timer = setTimeout(() => {
      log('warn', 'connections cut')
      server.closeAllConnections()
    }, grace)
    await closed
    clearTimeout(timer)
  }

  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve({ port: (server.address() as AddressInfo).port, stop })
    })
  })
}

async function answer(
  { application, files, health, rules, pages, images }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  isStopping: () => boolean,
): Promise<void> {
  const requestId = randomUUID()
  const { address, isProxy } = clientAddress(request, rules.trustedHops)
  if (isProxy) warnOfProxy(request)
  const context = { requestId, clientAddress: address }
  dropSpoofable(request)
  request.headers['x-request-id'] = requestId
  response.setHeader('X-Request-Id', requestId)
  logWhenDone(request, response, requestId)

  try {
    if (allowOrigin(request, response, rules.apiOrigins)) return
    const refusal = requestRefusal(request, rules)
    if (refusal) return await refuseWhole(refusal)
    const path = request.url!.split('?', 1)[0]!
    if (path === '/healthz') {
      const healthy = !isStopping() && (await health.isHealthy())
      return sendPlain(request, response, healthy ? 200 : 503, healthy ? 'OK' : 'Unavailable')
    }
    const file = findFile(files, request.url!)
    if (file && request.method !== 'GET' && request.method !== 'HEAD') return refuse(request, response, 405)
    if (file === 'missing') return sendPlain(request, response, 404)
    if (file) return sendFile(request, response, file)
    if (await images?.send(request, response)) return
    const outcome = pages ? await pages.answer(request, response, context) : 'pass'
    if (outcome === 'answered') return
    if (outcome !== 'pass') return await application.send(request, response, outcome)
    if ((await application(request, response, context)) === 'too large') await refuseWhole(413)
  } catch (error) {
    log('error', 'request failed', { id: requestId, ...errorFacts(error) })
    if (response.headersSent) response.destroy()
    else await refuseWhole(500)
  }

  async function refuseWhole(status: number): Promise<void> {
    const page = PAGES.has(status) && isForPage(request, rules)
    refuse(request, response, status, page ? await pageOf(status) : null)
  }

  async function pageOf(status: number): Promise<RefusalPage | null> {
    try {
      const shown = await application.refusalPage(request, status, context)
      return { headers: [...shown.headers], body: await shown.text() }
    } catch (error) {
      log('error', 'request failed', { id: requestId, ...errorFacts(error) })
      return null
    }
  }
}

const PAGES = new Set([400, 405, 413, 414, 500])

let isWarned = false

/** Logs once per process: all clients without an address share the proxy's rate limits. */
function warnOfProxy({ url = '' }: IncomingMessage): void {
  if (isWarned || url.split('?', 1)[0] === '/healthz') return
  isWarned = true
  log(
    'warn',
    'X-Forwarded-For has no address where TRUSTED_PROXY_HOPS says; the limits count the proxy instead',
  )
}

function logWhenDone(request: IncomingMessage, response: ServerResponse, id: string): void {
  const started = performance.now()
  const path = loggedPath(request.url ?? '')
  response.once('close', () => {
    const ms = Math.round(performance.now() - started)
    const aborted = response.writableFinished ? undefined : true
    log('info', 'request', { id, method: request.method, path, status: response.statusCode, ms, aborted })
  })
}

type BrokenRequest = NodeJS.ErrnoException & { rawPacket?: Buffer }

function answerBroken(error: BrokenRequest, socket: Socket, headers: HeaderList): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = statusOfBroken(error)
  const lines = [
    ...headers,
    ['Connection', 'close'],
    ['Cache-Control', NO_STORE],
    ['Content-Length', '0'],
  ].map((header) => header.join(': '))
  socket.end([`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n'))
}

function statusOfBroken(error: BrokenRequest): number {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  if (error.code !== 'HPE_HEADER_OVERFLOW') return 400
  const requestLine = error.rawPacket?.toString('latin1').split('\r\n', 1)[0] ?? ''
  return requestLine.length > LIMITS.url ? 414 : 431
}
