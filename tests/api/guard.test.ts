/** Access checks of the API: origins, content types, sizes, tokens, foreign ids, rate limits. */
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { sessions } from '~/platform/db/schema/members'
import { origin, routes, startServers } from '../support/app'
import { signedIn } from '../support/people'
import { apiClient, apiMember, openBearer } from './client'

const guest = apiClient()

/** The 17 calls that carry a person's id. */
const CALLS: [method: 'GET' | 'POST' | 'PUT', path: string, body?: (id: unknown) => object][] = [
  ['GET', '/api/tdetails/{id}'],
  ['GET', '/api/visits/{id}'],
  ['GET', '/api/statement/{id}'],
  ['GET', '/api/visits/{id}/DV-00000000'],
  ['GET', '/api/claims/{id}'],
  ['POST', '/api/claims/{id}', () => ({})],
  ['GET', '/api/notification/{id}'],
  ['GET', '/api/getimage/{id}'],
  ['GET', '/api/bank-details/{id}'],
  ['PUT', '/api/bank-details/{id}', () => ({})],
  ['GET', '/api/upi-details/{id}'],
  ['POST', '/api/users-change/{id}', () => ({})],
  ['POST', '/api/add-withdrow-details', (userId) => ({ userId, amount: 1, type: 'upi' })],
  ['POST', '/api/bank-details', (userId) => ({ userId })],
  ['POST', '/api/upi-details', (userId) => ({ userId, upi: 'a.b@okbank' })],
  ['POST', '/api/feedback', (user_id) => ({ user_id, coupon_id: 1, feedback: 'yes' })],
  ['POST', '/api/updateimage'],
  ['GET', '/api/get-click?coupon_id=1&user_id={id}'],
]

function send(token: string | undefined, [method, path, body]: (typeof CALLS)[number], id: unknown) {
  const url = path.replace('{id}', encodeURIComponent(String(id)))
  const client = apiClient(token)
  if (path === '/api/updateimage') {
    const form = new FormData()
    form.set('user_id', String(id))
    return client.ask(method, url, { body: form })
  }
  if (!body) return client.ask(method, url)
  return method === 'PUT' ? client.put(url, body(id)) : client.post(url, body(id))
}

describe.each(CALLS.map((call) => [`${call[0]} ${call[1]}`, call] as const))('%s', (_, call) => {
  let own: { id: number; token: string }
  let other: { id: number }
  beforeAll(async () => {
    own = await apiMember()
    other = await apiMember()
  })
  const isClick = call[1].startsWith('/api/get-click')

  test('another member’s id, an unknown and a malformed id get the same 403', async () => {
    const bodies = []
    for (const id of [other.id, 999_999_999, '1e0', ` ${own.id}`, `0${own.id}`, '9223372036854775808', '-1'])
      bodies.push(await send(own.token, call, id))
    for (const { status, body } of bodies)
      expect([status, body]).toEqual([403, { success: false, message: 'Forbidden', error: 'forbidden' }])
  })

  test('placeholders that a client without an id sends get 400', async () => {
    for (const id of ['undefined', 'null', 'NaN']) {
      const { status, body } = await send(own.token, call, id)
      expect([id, status, body.message]).toEqual([id, 400, 'User ID is missing'])
    }
  })

  test('an array with the own id is not accepted as the own id', async () => {
    const inPath = call[1].includes('{id}') || !call[2]
    const { status } = await send(own.token, call, inPath ? `${own.id},${own.id}` : [own.id])
    expect(status).toBe(403)
  })

  test('an expired, revoked or unknown token is 401', async () => {
    const expired = await openBearer(own.id)
    await db
      .update(sessions)
      .set({ expires_at: new Date(0) })
      .where(sql`token_hash = encode(sha256(${expired}::text::bytea), 'hex')`)
    const revoked = await openBearer(own.id)
    await apiClient(revoked).post('/api/logout', {})
    for (const token of [expired, revoked, 'nonsense', 'x'.repeat(43)]) {
      const { status, headers } = await send(token, call, own.id)
      expect(status).toBe(401)
      expect(headers.get('WWW-Authenticate')).toBe('Bearer')
    }
  })

  test('no token is 401', async () => {
    const { status, body } = await send(undefined, call, own.id)
    const text = isClick ? 'Login first to access this offer!' : 'Authentication token is missing'
    expect([status, body.message]).toEqual([401, text])
  })

  test('a browser’s session cookie is not accepted', async () => {
    const { id, visitor } = await signedIn()
    const Cookie = `token=${visitor.cookies.get('token')}`
    const { status } = await guest.ask(call[0], call[1].replace('{id}', String(id)), {
      ...(call[2] && { body: JSON.stringify(call[2](id)) }),
      headers: { Cookie, 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    })
    expect(status).toBe(401)
  })
})

test('a missing user id is 400 ‘User ID is missing’', async () => {
  const { api } = await apiMember()
  for (const path of [
    '/api/add-withdrow-details',
    '/api/bank-details',
    '/api/upi-details',
    '/api/feedback',
  ]) {
    const { status, body } = await api.post(path, {})
    expect([path, status, body.message]).toEqual([path, 400, 'User ID is missing'])
  }
})

const posts = Object.values(routes).flatMap((route) => {
  const path = `/${route?.path?.replace(/:\w+/g, '1')}`
  return route?.id.startsWith('routes/api/') && !/\/(layout|openapi|docs|not-found)$/.test(route.id)
    ? [path]
    : []
})

describe('request checks', () => {
  const cross: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'https://evil.example' },
  ]
  test.each(posts)('POST %s from another site without a token is 403 or 405', async (path) => {
    for (const headers of cross) {
      const { status } = await guest.post(path, {}, headers)
      expect([403, 405]).toContain(status)
    }
  })
  test('a request with a token is accepted from any origin', async () => {
    const { api } = await apiMember()
    expect((await api.post('/api/logout', {}, { Origin: 'https://app.example' })).status).toBe(200)
  })
  test('another content type is 415, invalid JSON 400, over 64 KB 413', async () => {
    const ask = (body: string, type = 'application/json') =>
      guest.ask('POST', '/api/login', { body, headers: { 'Content-Type': type } })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])
      expect((await ask('{}', type)).status).toBe(415)
    for (const body of ['', '{', 'undefined', "{'a':1}", '[', '\u0000', '['.repeat(60_000), '{"a":"\ud800']) {
      const { status } = await ask(body)
      expect([body.slice(0, 9), status]).toEqual([body.slice(0, 9), 400])
    }
    for (const body of ['1', 'null', '[]', '"text"', 'true', '{"phone_number":{"a":1}}'])
      expect((await ask(body)).status).toBe(422)
    expect((await ask(JSON.stringify({ phone_number: 'x'.repeat(70_000) }))).status).toBe(413)
    const fields = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`f${i}`, i]))
    expect((await ask(JSON.stringify(fields(100)))).status).toBe(422)
    expect((await ask(JSON.stringify(fields(101)))).status).toBe(413)
    expect((await ask(JSON.stringify({ deep: [fields(100)] }))).status).toBe(413)
  })
  test('private responses are not stored, nor are public ones requested with a token', async () => {
    const { id, api } = await apiMember()
    expect((await api.get(`/api/tdetails/${id}`)).headers.get('Cache-Control')).toBe('private, no-store')
    expect((await api.get('/api/get-campains')).headers.get('Cache-Control')).toBe('private, no-store')
    expect((await guest.get('/api/login')).headers.get('Cache-Control')).toBe('private, no-store')
  })
})

describe('API of a running server', () => {
  test('limits calls, answers its own refusals in JSON, and allows listed origins', async () => {
    const [server] = await startServers(1, {
      env: { API_CALLS_PER_MINUTE: '3', API_ORIGINS: 'https://app.example' },
    })
    const { id, token } = await apiMember()
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(server!.origin + path, {
        ...init,
        headers: { Authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) },
      })
    const seen = []
    for (let i = 0; i < 4; i++) seen.push(await ask(`/api/tdetails/${id}`))
    expect(seen.map(({ status, headers }) => [status, headers.get('RateLimit-Remaining')])).toEqual([
      [200, '2'],
      [200, '1'],
      [200, '0'],
      [429, '0'],
    ])
    expect(seen[3]!.headers.get('RateLimit-Limit')).toBe('3')
    expect(Number(seen[3]!.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await ask('/api/get-campains')).status).toBe(200)

    for (const [init, status] of [
      [{ method: 'DELETE' }, 405],
      [{ method: 'POST', body: 'x'.repeat(70_000) }, 413],
    ] as const) {
      const refused = await ask('/api/login', init)
      expect(refused.status).toBe(status)
      expect(await refused.json()).toMatchObject({ success: false })
    }
    const long = await ask(`/api/coupon/${'x'.repeat(9000)}`)
    expect([long.status, (await long.json()).success]).toEqual([414, false])

    const preflight = (Origin: string) =>
      fetch(`${server!.origin}/api/login`, {
        method: 'OPTIONS',
        headers: { Origin, 'Access-Control-Request-Method': 'POST' },
      })
    const listed = await preflight('https://app.example')
    expect([listed.status, listed.headers.get('Access-Control-Allow-Origin')]).toEqual([
      204,
      'https://app.example',
    ])
    expect(listed.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    const unlisted = await preflight('https://evil.example')
    expect([unlisted.status, unlisted.headers.get('Access-Control-Allow-Origin')]).toEqual([405, null])
    const read = await fetch(`${server!.origin}/api/topStores`, {
      headers: { Origin: 'https://app.example' },
    })
    expect(read.headers.get('Access-Control-Allow-Origin')).toBe('https://app.example')
    expect(read.headers.get('Vary')).toContain('Origin')
    expect(origin).not.toBe('https://app.example')
  })
})
