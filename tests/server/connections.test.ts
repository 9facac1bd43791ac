// Connections by address, and clients that send or read slowly.
import { EventEmitter, once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import net, { BlockList, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createRouteFinder } from '~/platform/find-route'
import type { Application } from '../../server/application'
import { limitConnections } from '../../server/connections'
import { listen, type ListeningServer } from '../../server/http'

const closing: (() => unknown)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0)) await close()
})

function connect(port: number, from = '127.0.0.1'): Socket {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: from })
  socket.on('error', () => {})
  closing.push(() => socket.destroy())
  return socket
}

/** Greets every connection that it keeps. */
async function startGreeter(most: number): Promise<{ port: number; server: Server }> {
  const server = net.createServer((socket) => void (socket.destroyed || socket.write('hello')))
  limitConnections(server, most)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return { port: (server.address() as AddressInfo).port, server }
}

const isKept = (socket: Socket) =>
  Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)])

test('connections of one address are limited, other addresses are unaffected, and a closed connection frees its place', async () => {
  const { port, server } = await startGreeter(2)
  const first = connect(port)
  expect(await isKept(first)).toBe(true)
  expect(await isKept(connect(port))).toBe(true)
  expect(await isKept(connect(port))).toBe(false)
  expect(await isKept(connect(port, '127.0.0.2'))).toBe(true)
  first.destroy()
  await expect.poll(() => new Promise((resolve) => server.getConnections((_, n) => resolve(n)))).toBe(2)
  expect(await isKept(connect(port))).toBe(true)
  expect(await isKept(connect(port))).toBe(false)
})

test('IPv6 is counted by /64, and IPv4 in IPv6 as IPv4', () => {
  const server = new EventEmitter() as Server
  limitConnections(server, 1)
  const isRefused = (remoteAddress: string) => {
    const destroy = vi.fn<() => void>()
    server.emit('connection', Object.assign(new EventEmitter(), { remoteAddress, destroy }))
    return destroy.mock.calls.length === 1
  }
  expect(['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:db8:1:3::1'].map(isRefused)).toEqual([
    false,
    true,
    false,
  ])
  expect(['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.2'].map(isRefused)).toEqual([false, true, false])
})

test('a flood of refused connections is one line in the log, without an address', async () => {
  const { port } = await startGreeter(1)
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => Boolean(lines.push(String(line))))
  expect(await isKept(connect(port))).toBe(true)
  const kept = await Promise.all(Array.from({ length: 20 }, () => isKept(connect(port))))
  vi.restoreAllMocks()
  expect(kept.filter(Boolean)).toEqual([])
  const said = lines.filter((line) => line.includes('refused'))
  expect(said).toHaveLength(1)
  expect(said[0]).toContain('"level":"warn","message":"connections of one address refused')
  expect(said[0]).not.toContain('127.0.0.1')
})

const TIMES = { headers: 100, request: 200, silence: 300, idle: 300, check: 20 }
const LARGE = Buffer.alloc(64 << 20)

/** Reads a body whole; to a GET it answers more than sockets buffer. */
const makeApplication = (onRequest: () => void) =>
  (async (request: IncomingMessage, response: ServerResponse) => {
    onRequest()
    if (request.method === 'GET') response.end(LARGE)
    else await once(request.resume(), 'close')
    return 'answered'
  }) as unknown as Application

/** What was counted as no request. */
const broken: number[] = []
const metrics = {
  recordRequest: ({ route, status }: { route: string; status: number }) =>
    route === 'broken' && broken.push(status),
  snapshot: () => Promise.resolve([]),
}

let hasRefused = false

async function startHttp(
  mostConnections: number | null,
  times?: typeof TIMES,
  onRequest = () => {},
): Promise<ListeningServer> {
  const server = await listen(
    {
      application: makeApplication(onRequest),
      findRoute: createRouteFinder({ routes: {} }),
      files: new Map(),
      admission: { hasRefusedGuests: () => hasRefused },
      health: { describeHealth: () => Promise.resolve('OK'), describeReadiness: () => Promise.resolve('OK') },
      rules: { host: 'localhost', isDemo: true, trustedHops: 0, proxies: new BlockList(), apiOrigins: [] },
      https: false,
      mostConnections,
      metrics,
    },
    0,
    '127.0.0.1',
    times,
  )
  closing.push(() => server.stop(0))
  return server
}

/** What the server says until it closes the connection. */
async function answerTo(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (part: Buffer) => (text += part.toString('latin1')))
  await once(socket, 'close')
  return text
}

test('the HTTP server refuses connections beyond the limit and answers the others', async () => {
  const { port } = await startHttp(1)
  const ask = () => {
    const socket = connect(port)
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    return isKept(socket)
  }
  expect([await ask(), await ask(), await ask()]).toEqual([true, false, false])
})

test.each([
  ['headers', 'GET / HTTP/1.1\r\nX-Slow: ', 'a'],
  ['a body', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n', 'a'],
  [
    'a chunked body',
    'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n',
    '1\r\na\r\n',
  ],
])('a client that sends %s byte by byte gets 408 and is disconnected', async (_, start, drop) => {
  const { port } = await startHttp(null, TIMES)
  const socket = connect(port)
  socket.write(start)
  const timer = setInterval(() => socket.write(drop), 10)
  closing.push(() => clearInterval(timer))
  const before = broken.length
  expect(await answerTo(socket)).toMatch(/^HTTP\/1.1 408 /)
  expect(broken.slice(before)).toEqual([408])
})

test('malformed requests are counted by status', async () => {
  const { port } = await startHttp(null)
  const before = broken.length
  for (const text of ['no request\r\n\r\n', `GET / HTTP/1.1\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`]) {
    const socket = connect(port)
    socket.write(text)
    await answerTo(socket)
  }
  expect(broken.slice(before)).toEqual([400, 431])
})

test('a client that sends nothing is disconnected', async () => {
  const { port } = await startHttp(null, TIMES)
  expect(await answerTo(connect(port))).toMatch(/^(?:HTTP\/1.1 408 [\s\S]*)?$/)
})

test('a client that does not read its response is disconnected and frees its connection', async () => {
  const asked = new EventEmitter()
  const { port } = await startHttp(1, TIMES, () => asked.emit('asked'))
  const socket = connect(port)
  socket.pause()
  const isAsked = once(asked, 'asked')
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await isAsked
  const next = () => {
    const other = connect(port)
    other.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    return isKept(other)
  }
  await expect.poll(next, { interval: 50 }).toBe(true)
})

test('/healthz and /readyz do not wait for the application; while draining /readyz is 503 and requests are served', async () => {
  let asked = 0
  const server = await startHttp(null, TIMES, () => asked++)
  const get = async (path: string) => {
    const socket = connect(server.port)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 10.0.0.5\r\nConnection: close\r\n\r\n`)
    return (await answerTo(socket)).replace(/^HTTP\/1\.1 (\d+)[\s\S]*\r\n\r\n/, '$1 ').trim()
  }
  expect([await get('/healthz'), await get('/readyz')]).toEqual(['200 OK', '200 OK'])
  hasRefused = true
  // With 200: members and networks are served.
  expect([await get('/healthz'), await get('/readyz')]).toEqual(['200 OK', '200 OK: guests refused'])
  hasRefused = false
  server.drain()
  expect([await get('/healthz'), await get('/readyz')]).toEqual(['200 OK', '503 Unavailable: draining'])
  expect(asked).toBe(0)
  const page = connect(server.port)
  page.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [part] = (await once(page, 'data')) as [Buffer]
  expect(part.toString('latin1')).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nConnection: close\r\n/)
  page.destroy()
})
