/** Odd addresses at a running server: refused, and neither the log nor the metrics grow by them or learn a secret. */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { RAW, rawGet, TEXTS } from '../routes/hostility'
import { routes, startServers } from '../support/app'
import { findFreePort } from '../../embedded/postmaster'
import type { TestServer } from '../support/servers'

let server: TestServer
let metricsPort: number

beforeAll(async () => {
  metricsPort = await findFreePort()
  ;[server] = (await startServers(1, { env: { METRICS_PORT: String(metricsPort) } })) as [TestServer]
  await rawGet(server.port, '/at/the/start')
  await server.said('"path":"/at/the/start"')
})

const SECRET = 'Qz7-vW9_kLm2pRt5xYb8'

/** Each with one path of 8 KB. */
const SPELLINGS = [
  '//postback/trackier/S',
  '/postback//trackier/S',
  '/postback/trackier//S',
  '/postback/trackier/S//',
  '/x//postback/trackier/S',
  '///S',
  '/./postback/trackier/S',
  '/postback/./trackier/S',
  '/postback/x/../trackier/S',
  '/postback/trackier/x/../S',
  '/postback/%2e/trackier/S',
  '/postback/trackier/%2E%2e/S',
  '/postback%2ftrackier%2fS',
  '/postback%2Ftrackier/S',
  '/postback/trackier%2fS',
  '/postback%5ctrackier%5cS',
  '/postback\\trackier\\S',
  '/%70ostback/trackier/S',
  '/%2570ostback/trackier/S',
  '/postback%252ftrackier%252fS',
  '/POSTBACK/TRACKIER/S',
  '/postback/S',
  '/postbacks/S',
  '/postback/trackier/x/S',
  '/postback/trackier/S/x',
  '/postback/trackier/S%00',
  '/postback/trackier/S%ff',
  '/postback/trackier/S%0a',
  '/postback/trackier/S.data',
  '/postback;a=b/trackier/S',
  '/api/postback/trackier/S',
  '/newsletter/unsubscribe//S',
]

test.each(SPELLINGS.map((spelling, n) => [spelling, n] as const))(
  '%s of 8 KB adds less than 1 KB to the log, without the secret',
  async (spelling, n) => {
    const before = server.output().length
    const path = spelling.replace('S', SECRET)
    const { status } = await rawGet(server.port, `${path}${'b'.repeat(8000 - path.length)}`)
    expect([400, 403, 404]).toContain(status)
    await rawGet(server.port, `/at/${n}/end`)
    await server.said(`"path":"/at/${n}/end"`)
    const added = server.output().slice(before)
    expect(added.length).toBeLessThan(1024)
    expect(added).not.toContain(SECRET.slice(0, 6))
    for (const line of added.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
  },
)

test.each(['/healthz', '/readyz', '/icon.svg'])('%s is logged by its route', async (path) => {
  const before = server.output().length
  await rawGet(server.port, path)
  await rawGet(server.port, '/after/it')
  await expect.poll(() => server.output().slice(before)).toContain('"path":"/after/it"')
  expect(server.output().slice(before)).toContain(`"path":"${path}"`)
})

test('metrics count odd URLs by route', async () => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(text).toContain('route="routes/machine/postback"')
  expect(text).not.toContain(SECRET.slice(0, 6))
})

const paths = Object.values(routes)
  .filter((route) => route && route.id !== 'root')
  .map((route) => {
    const parts: string[] = []
    for (let at: typeof route | undefined = route; at; at = at.parentId ? routes[at.parentId] : undefined)
      if (at.path) parts.unshift(at.path)
    return `/${parts.join('/')}`
  })

const PARAMETERS =
  'q page category show tab ref from dialog sort store kind v of _routes index limit offset id'.split(' ')
const values = [...TEXTS.map((text) => encodeURIComponent(text)), ...RAW].filter((text) => text.length < 7000)

test('no route answers an odd value, in a parameter or in its path, with 5xx or an error in the log', async () => {
  const before = server.output().length
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.constantFrom(...PARAMETERS),
      fc.constantFrom(...values),
      fc.constantFrom('', 'saree'),
      fc.constantFrom('', 'shirt'),
      fc.boolean(),
      async (path, parameter, value, front, end, isInPath) => {
        const odd = `${front}${value}${end}`
        const plain = path.replace(/:\w+\??/g, () => (isInPath ? odd : 'x')).replace('*', 'no/such/page')
        const { status } = await rawGet(server.port, isInPath ? plain : `${plain}?${parameter}=${odd}`)
        expect([path, status < 500]).toEqual([path, true])
      },
    ),
    { numRuns: 600, seed: 34 },
  )
  expect(server.output().slice(before)).not.toContain('"level":"error"')
})

test.each(['%00', '%ED%A0%80', '%FF'])(
  '%s in, before or after a word of five letters is refused',
  async (odd) => {
    for (const q of [`${odd}evilx`, `ev${odd}ilx`, `evilx${odd}`])
      for (const page of ['/suggestions', '/CouponFilters/All', '/Deals', '/api/coupons'])
        expect([page, q, (await rawGet(server.port, `${page}?q=${q}`)).status]).toEqual([page, q, 400])
  },
)
