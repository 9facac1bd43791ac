// Every route with every cookie of the application: what is stored, what is served from the store, and to whom.
import { beforeAll, describe, expect, test } from 'vitest'
import { cookieList, type CookieName } from '~/http/cookies'
import { createSealedCookie } from '~/http/cookies.server'
import { guestClicksCookie } from '~/http/guest-clicks.server'
import { authFlowCookie } from '~/http/auth-flow.server'
import { isPersonal } from '~/http/page'
import { ops } from '../../ops/support'
import { pathTo, request, routes, startServers } from '../../support/app'
import { signedIn } from '../../support/people'
import type { TestServer } from '../../support/servers'

/** Addresses of all pages and files that are the same for every guest. */
const SHARED = [
  '/',
  '/Aboutus',
  '/Contactus',
  '/CouponCode/Mithai boxes delivered across India',
  '/CouponFilters/Electronics',
  '/CouponsDetails/Mithai boxes delivered across India',
  '/CouponsGroup/Mithai boxes delivered across India',
  '/Coupontopcodes',
  '/Deals',
  '/Flexpage',
  '/HowitWorks',
  '/Offers/voltwala',
  '/PrivacyPolicy',
  '/TermsConditions',
  '/TopStores',
  '/api/all-brands',
  '/api/coupons',
  '/api/docs',
  '/api/get-campains',
  '/api/limited-offer',
  '/api/openapi.json',
  '/api/stores',
  '/api/topStores',
  '/robots.txt',
  '/service-worker.js',
  '/sitemap.xml',
  '/speculation-rules.json',
  '/suggestions',
]

const PERSONAL: (typeof cookieList)[number]['name'][] = ['token', 'flash', 'join']

const documents = [
  ...new Set(
    Object.keys(routes)
      .filter((id) => id !== 'root')
      .map((id) => pathTo(id))
      .map((path) => path.replace(/^\/CouponFilters\/x/, '/CouponFilters/Electronics'))
      .map((path) => path.replace(/^\/Offers\/x/, '/Offers/voltwala'))
      .map((path) => path.replace(/^(\/Coupon\w+)\/x/, '$1/Mithai boxes delivered across India')),
  ),
]

let cookies: Record<(typeof cookieList)[number]['name'], string>
let server: TestServer

beforeAll(async () => {
  await ops('demo seed')
  ;[server] = (await startServers(1, { env: { PAGE_CACHE_MB: '64' } })) as [TestServer]
  const { visitor } = await signedIn()
  const getCookieValue = (line: string) => line.split(';', 1)[0]!.split('=').slice(1).join('=')
  const seal = (name: CookieName, content: object) =>
    getCookieValue(createSealedCookie<object>(name).write(content))
  const form = { form: 'details', values: { username: 'Meera Private' }, errors: {} }
  cookies = {
    token: visitor.cookies.get('token')!,
    flash: seal('flash', { path: '/', notice: { kind: 'success', text: 'A message for one' } }),
    join: getCookieValue(authFlowCookie.write({ phone: '+919812345670' })),
    probe: '1',
    kept: seal('kept', { to: '/Account', owner: 'x'.repeat(22), form }),
    confirm: seal('confirm', { form }),
    follow: seal('follow', { store: 'KAVYA' }),
    ref: seal('ref', { code: 'KAVYA' }),
    guest_clicks: getCookieValue(guestClicksCookie.write({ clicks: ['one', 'two'] })),
    device: seal('device', { id: 'device-of-one', members: [[1, 'stamp']] }),
  }
}, 120_000)

const ask = async (path: string, cookie = '') => {
  const response = await fetch(server.origin + path, {
    headers: cookie ? { Cookie: cookie } : {},
    redirect: 'manual',
  })
  const isHit = /; hit/.test(response.headers.get('Cache-Status') ?? '')
  return { text: await response.text(), headers: response.headers, isHit }
}

test('the table has every cookie and says which of them change pages', () => {
  expect(Object.keys(cookies).toSorted()).toEqual(cookieList.map(({ name }) => name).toSorted())
  expect(cookieList.map(({ name }) => name).filter((name) => isPersonal(`${name}=1`))).toEqual(PERSONAL)
})

const others = documents.filter((path) => !SHARED.includes(path))

test('every shared page is the page of a route', () => {
  expect(SHARED.filter((path) => !documents.includes(path))).toEqual([])
})

test.each(others)('%s is never stored', async (path) => {
  await ask(path)
  expect((await ask(path)).isHit).toBe(false)
})

describe.each(SHARED)('%s', (path) => {
  test('is stored for guests', async () => {
    await ask(path)
    const again = await ask(path)
    expect(again.isHit).toBe(true)
    expect(again.headers.get('Set-Cookie')).toBeNull()
  })

  test('a cookie that changes no page gets the cached page', async () => {
    const plain = await request(path)
    for (const { name } of cookieList.filter((one) => !PERSONAL.includes(one.name))) {
      const answer = await request(path, { headers: { Cookie: `${name}=${cookies[name]}` } })
      expect([name, answer.body]).toEqual([name, plain.body])
      expect(answer.headers.get('Set-Cookie')).toBeNull()
      expect((await ask(path, `${name}=${cookies[name]}`)).isHit).toBe(true)
    }
    expect(plain.body).not.toMatch(/name="csrf"|Meera Private|A message for one|9812345670/)
  })
})

test.each(documents)(
  '%s with a cookie that changes pages is neither stored nor served from the cache',
  async (path) => {
    // On a busy machine what earlier tests had stored is too old.
    await ask(path)
    const before = await ask(path)
    for (const name of PERSONAL)
      expect([name, (await ask(path, `device=${cookies.device}; ${name}=${cookies[name]}`)).isHit]).toEqual([
        name,
        false,
      ])
    const after = await ask(path)
    expect(after.isHit).toBe(before.isHit)
    expect(after.text).not.toMatch(/name="csrf"|Meera Private|A message for one|9812345670/)
  },
)

test('a member’s page is shown to that member only', async () => {
  const mine = await ask('/', `token=${cookies.token}`)
  expect(mine.headers.get('Cache-Control')).toBe('private, no-store')
  const guest = await ask('/')
  expect(guest.text).not.toContain('name="csrf"')
  expect(mine.text).toContain('name="csrf"')
})
