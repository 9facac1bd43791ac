// Security headers of every kind of response on an https site, over sockets.
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuild } from '../../scripts/build.mjs'
import { findFreePort } from '../../embedded/postmaster'
import { pathTo, routes, startServers } from '../support/app'
import { signedIn } from '../support/people'
import { stopServers } from '../support/servers'

let port: number
let cookie: string

beforeAll(async () => {
  await ensureBuild()
  port = await findFreePort()
  await startServers(1, {
    env: {
      PORT: String(port),
      DATABASE_URL: process.env.EMBEDDED_DATABASE_URL,
      EMBEDDED_DATABASE_URL: undefined,
      PUBLIC_ORIGIN: 'https://shop.example',
      ALLOW_DEMO_OTP: '9876543210',
      HOLDING_DAYS: '30',
      API_ORIGINS: 'https://app.example',
    },
  })
  const { visitor } = await signedIn()
  cookie = `Cookie: token=${visitor.cookies.get('token')!}\r\n`
})
afterAll(stopServers)

function readHead(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes))
    const done = () => {
      socket.destroy()
      resolve(answer.split('\r\n\r\n', 1)[0]!)
    }
    socket.on('data', (part) => {
      answer += part.toString('latin1')
      if (answer.includes('\r\n\r\n')) done()
    })
    socket.on('error', done).on('close', done)
  })
}

const ask = (path: string, headers = '', method = 'GET', host = 'shop.example') =>
  readHead(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}Connection: close\r\n\r\n`)
const form = 'Content-Type: application/x-www-form-urlencoded\r\nSec-Fetch-Site: same-origin\r\n'

const HSTS = /\r\nstrict-transport-security: max-age=31536000; includeSubDomains(?:\r\n|$)/i
const NOSNIFF = /\r\nx-content-type-options: nosniff(?:\r\n|$)/i
const NOTHING = "default-src 'none'; "

function expectHeaders(head: string): void {
  expect(head).toMatch(HSTS)
  expect(head).toMatch(NOSNIFF)
  const policy = /\r\ncontent-security-policy: ([^\r]*)/i.exec(head)?.[1] ?? ''
  const isPage = /\r\ncontent-type: text\/html/i.test(head)
  expect(policy.startsWith(isPage ? "default-src 'self'; " : NOTHING)).toBe(true)
  expect(policy).toContain(policy.includes('sandbox') ? 'sandbox' : "frame-ancestors 'none'")
  expect(
    head.match(/\r\n(?:content-security-policy|x-content-type-options|strict-transport-security):/gi),
  ).toHaveLength(3)
}

const kinds: [string, number, () => Promise<string>][] = [
  ['a file', 200, () => ask('/favicon.ico')],
  ['an SVG', 200, () => ask('/icon.svg')],
  ['a manifest', 200, () => ask('/manifest.webmanifest')],
  ['a missing file', 404, () => ask('/assets/nothing.js')],
  ['/healthz', 200, () => ask('/healthz', '', 'GET', '10.0.0.5')],
  ['/readyz', 200, () => ask('/readyz', '', 'GET', '10.0.0.5')],
  ['a redirect', 302, () => ask('/Account')],
  ['a redirect after a form', 303, () => ask('/newsletter', `${form}Content-Length: 0\r\n`, 'POST')],
  ['a missing page', 404, () => ask('/no/such/page')],
  ['a data request', 200, () => ask('/Deals.data')],
  ['a data request of earlier Remix', 400, () => ask('/?_data=root')],
  ['an API request without a token', 401, () => ask('/api/bank-details/1')],
  ['an unknown API path', 404, () => ask('/api/nothing')],
  [
    'a preflight',
    204,
    () =>
      ask('/api/coupons', 'Origin: https://app.example\r\nAccess-Control-Request-Method: GET\r\n', 'OPTIONS'),
  ],
  ['a CSV', 200, () => ask('/Account/Privacy/data.csv', cookie)],
  ['a missing image', 404, () => ask('/Account/image', cookie)],
  [
    'a form of another site',
    403,
    () => ask('/newsletter', 'Sec-Fetch-Site: cross-site\r\nContent-Length: 0\r\n', 'POST'),
  ],
  ['a postback with a wrong secret', 403, () => ask('/postback/trackier/wrong')],
  ['an unsupported method', 405, () => ask('/', '', 'DELETE')],
  ['a wrong host', 421, () => ask('/', '', 'GET', 'other.example')],
  ['no host', 400, () => readHead('GET / HTTP/1.1\r\nConnection: close\r\n\r\n')],
  ['a long body', 413, () => ask('/newsletter', 'Content-Length: 99999999\r\n', 'POST')],
  ['a long address', 414, () => ask(`/${'a'.repeat(9000)}`)],
  ['an unsupported expectation', 417, () => ask('/', 'Expect: a miracle\r\n')],
  ['long headers', 431, () => ask('/', `X-Long: ${'a'.repeat(20_000)}\r\n`)],
  ['a request that is not HTTP', 400, () => readHead('nonsense\r\n\r\n')],
]

test.each(kinds)('%s (%i) has the security headers', async (_, status, send) => {
  const head = await send()
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expectHeaders(head)
})

test.each([
  ...new Set(
    Object.keys(routes)
      .filter((id) => id !== 'root')
      .map(pathTo),
  ),
])('GET %s has the security headers', async (path) => {
  for (const headers of ['', cookie]) {
    const head = await ask(path, headers)
    expect(head).toMatch(/^HTTP/)
    expectHeaders(head)
  }
})

test('data requests of older Remix, manifest requests and unknown data log no error', async () => {
  const [server] = await startServers(1)
  for (const path of [
    '/?_data=x',
    '/__manifest?p=/Deals',
    '/Deals.data?_routes=x',
    '/nothing.data',
    '/a/b.data?_data=',
  ])
    for (const method of ['GET', 'HEAD', 'POST'])
      await fetch(server!.origin + path, {
        method,
        redirect: 'manual',
        headers: { 'Sec-Fetch-Site': 'same-origin' },
      })
  expect(
    server!
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":"error"')),
  ).toEqual([])
})

test('a proxy without a forwarded address is logged once', async () => {
  const [server] = await startServers(1, { env: { TRUSTED_PROXY_HOPS: '1' } })
  await fetch(`${server!.origin}/healthz`)
  await fetch(`${server!.origin}/icon.svg`, { headers: { 'X-Forwarded-For': '203.0.113.7:4711' } })
  expect(server!.output()).not.toContain('X-Forwarded-For')
  for (let i = 0; i < 3; i++)
    await fetch(`${server!.origin}/icon.svg`, { headers: { 'X-Forwarded-For': 'unknown' } })
  await expect
    .poll(() => server!.output().match(/"level":"warn".*X-Forwarded-For has no address/g))
    .toHaveLength(1)
})
