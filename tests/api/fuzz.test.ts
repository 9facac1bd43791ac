/** Random requests to every route. API_RUNS sets the number of requests, FC_SEED the seed. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addStore, addOffer } from '../support/catalogue'
import { newVisitor, origin, routes } from '../support/app'
import { apiMember } from './client'

const RUNS = Number(process.env.API_RUNS ?? 2000)

const patterns = [...new Set(Object.values(routes).map((route) => fillPath(route?.id ?? '')))]

function fillPath(id: string): string {
  const parts: string[] = []
  for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined)
    if (route.path) parts.unshift(route.path)
  return `/${parts.join('/')}`
}

const words = fc.constantFrom(
  '1',
  '1001',
  'x',
  '0',
  '-1',
  '1e0',
  '9223372036854775808',
  'kettles',
  'null',
  '%2e%2e',
  '%00',
  '%E0%A4%A8',
)
const segment = fc.oneof(words, fc.string({ maxLength: 20 }).map(encodeURIComponent))
const path = fc
  .tuple(fc.constantFrom(...patterns), fc.array(segment, { minLength: 4, maxLength: 4 }))
  .map(([pattern, segments]) => {
    let i = 0
    return pattern.replace(/:\w+|\*/g, () => segments[i++ % 4] || 'x')
  })
const NAMES =
  `page limit q user_id userId coupon_id click_id phone_number password otp otp_token purpose email amount type
  feedback upi acc_number ifsc_code acc_holder_name username agreeToTerms newPassword currentPassword
  confirmNewPassword referred_by from csrf dialog __proto__ constructor`.split(/\s+/)
const value = fc.oneof(words, fc.string({ maxLength: 60 }), fc.constant('😀\ud800'), fc.constant('a\0b'))
const fields = fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 6 })
const json = fc.oneof(
  fc
    .dictionary(fc.constantFrom(...NAMES), fc.oneof(value, fc.jsonValue()), { maxKeys: 6 })
    .map((v) => JSON.stringify(v)),
  fc.json({ maxDepth: 5 }),
  fc.string({ maxLength: 200 }),
)
const body = fc.oneof(
  json.map((text) => ({ type: 'application/json', text })),
  fields.map((given) => ({
    type: 'application/x-www-form-urlencoded',
    text: new URLSearchParams(given).toString(),
  })),
  fc
    .string({ maxLength: 300 })
    .map((text) => ({ type: 'multipart/form-data; boundary=x', text: `--x\r\n${text}\r\n--x--` })),
  fc
    .tuple(fc.string({ maxLength: 40 }), fc.string())
    .map(([type, text]) => ({ type: type.replace(/[^ -~]/g, ''), text })),
)
const header = fc.dictionary(
  fc.constantFrom(
    'Cookie',
    'Accept',
    'Sec-Fetch-Site',
    'Origin',
    'Idempotency-Key',
    'User-Agent',
    'Save-Data',
    'Purpose',
    'If-None-Match',
  ),
  fc.oneof(
    fc.constantFrom('same-origin', 'token=x', 'token=a; token=b', 'flash=%', 'join=e30', '*/*', 'prefetch'),
    fc.string({ maxLength: 60 }).map((text) => text.replace(/[^ -~]/g, '')),
  ),
  { maxKeys: 4 },
)
const requests = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'HEAD'),
  path,
  query: fields,
  body,
  header,
  signedIn: fc.boolean(),
})

test(`${RUNS} arbitrary requests cause no 5xx and no memory growth`, async () => {
  const { id: brand_id } = await addStore()
  await addOffer({ brand_id, slug: 'kettles', guest_clicks: true })
  const { token } = await apiMember()
  const visitor = newVisitor()
  let warm = 0
  let done = 0
  const parameters = { numRuns: RUNS, endOnFailure: true }
  const property = fc.asyncProperty(
    requests,
    async ({ method, path: at, query, body: sent, header: given, signedIn }) => {
      const search = new URLSearchParams(query).toString()
      const headers = new Headers()
      for (const [name, text] of Object.entries(given)) headers.set(name, text)
      if (signedIn) headers.set('Authorization', `Bearer ${token}`)
      const init: RequestInit = { method, headers }
      if (method === 'POST' || method === 'PUT') {
        headers.set('Content-Type', sent.type)
        init.body = sent.text
      }
      const answer = await visitor.request(search ? `${at}?${search}` : at, init)
      visitor.cookies.clear()
      expect(answer.status, `${method} ${at}?${search}: ${answer.body.slice(0, 300)}`).toBeLessThan(500)
      const { pathname } = new URL(at, origin)
      if (pathname.startsWith('/api/') && pathname !== '/api/docs' && answer.status >= 400 && answer.body)
        expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/)
      expect(answer.body).not.toMatch(/\bat .*\.(?:js|ts):\d+/)
      done += 1
      if (done === Math.floor(RUNS / 2)) {
        globalThis.gc?.()
        warm = process.memoryUsage().rss
      }
    },
  )
  await fc.assert(property, parameters)
  // Growth after the first half, which warms up caches, is a leak.
  expect((process.memoryUsage().rss - warm) / 2 ** 20).toBeLessThan(200)
}, 600_000)
