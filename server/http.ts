import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'
import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises'
import { handleRequest, type ServerParts, type ServerState } from './handle-request'
import { answerMalformed, type MalformedRequest } from './malformed-requests'
import { createRefusalCounter, limitConnections } from './connections'
import { listBaseHeaders } from './headers'
import { refuse } from './refuse'
import { log } from '~/platform/log.server'

const TIMES_MS = {
  headers: 10_000,
  request: 30_000,
  /** Longest silence in both directions, which must be longer than a response takes. */
  silence: 60_000,
  /** Longer than the 60 s for which proxies reuse connections. */
  idle: 65_000,
  check: 2_000,
}

const BROKEN = 'broken'

const LINGER_MS = 5_000

export interface ServerOptions extends ServerParts {
  https: boolean
  /** Connections of one address to this process; null: the addresses are those of proxies. */
  mostConnections: number | null
}

export interface ListeningServer {
  port: number
  drain(): void
  /** Ends each connection after its next answer. Resolves when none is left, or after `linger` ms. */
  retire(linger?: number): Promise<void>
  /** Waits up to `grace` ms for running requests, then closes the rest. */
  stop(grace?: number): Promise<void>
}

function createServer(times = TIMES_MS): http.Server {
  const server = http.createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: times.headers,
    requestTimeout: times.request,
    keepAliveTimeout: times.idle,
    connectionsCheckingInterval: times.check,
    requireHostHeader: false,
  })
  server.timeout = times.silence
  server.maxConnections = 5000
  server.on('drop', createRefusalCounter('connections refused: this process has 5,000'))
  return server
}

function answerBrokenRequests(
  server: http.Server,
  headers: ReturnType<typeof listBaseHeaders>,
  metrics: ServerOptions['metrics'],
) {
  server.on('clientError', (error: MalformedRequest, socket: Socket) => {
    const status = answerMalformed(error, socket, headers)
    if (status) metrics?.recordRequest({ route: BROKEN, method: '', status })
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    refuse(request, response, 417)
    metrics?.recordRequest({ route: BROKEN, method: request.method ?? '', status: 417 })
  })
}

/** Tracks connections without a request, which Node counts as busy instead of idle. */
function trackSilent(server: http.Server): Set<Socket> {
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  return silent
}

export function listen(
  { mostConnections, https, ...parts }: ServerOptions,
  port: number,
  host: string | undefined,
  times = TIMES_MS,
): Promise<ListeningServer> {
  let state: ServerState = 'serving'
  const server = createServer(times)
  const headers = listBaseHeaders(https)
  if (mostConnections !== null) limitConnections(server, mostConnections)
  answerBrokenRequests(server, headers, parts.metrics)
  const silent = trackSilent(server)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    silent.delete(request.socket)
    for (const [name, value] of headers) response.setHeader(name, value)
    if (state !== 'serving') response.setHeader('Connection', 'close')
    void handleRequest(parts, request, response, () => state)
  })

  let closed: Promise<void> | undefined
  // http's close() would end an idle connection and lose a request that is on its way.
  const close = () =>
    (closed ??= new Promise((resolve) => net.Server.prototype.close.call(server, () => resolve())))

  async function retire(linger = LINGER_MS) {
    state = 'retiring'
    const timer = new AbortController()
    await Promise.race([close(), sleep(linger, undefined, { signal: timer.signal }).catch(() => {})])
    timer.abort()
  }

  async function stop(grace = 10_000) {
    if (state !== 'retiring') state = 'stopping'
    const closing = close()
    // Timers run before arrived requests are read, which would be lost with their connections.
    await afterReading()
    for (const socket of silent) if (!socket.bytesRead) socket.destroy()
    server.closeIdleConnections()
    const timer = setTimeout(() => {
      log('warn', 'connections cut')
      server.closeAllConnections()
    }, grace)
    await closing
    clearTimeout(timer)
  }

  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const drain = () => {
        if (state === 'serving') state = 'draining'
      }
      resolve({ port: (server.address() as AddressInfo).port, drain, retire, stop })
    })
  })
}
