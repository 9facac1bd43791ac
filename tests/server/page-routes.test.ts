// The handlers of server/page-routes.ts answer like the handler of the whole build.
import { createRequestHandler } from '@remix-run/node'
import { expect, test } from 'vitest'
import { findPageRoutes } from '../../server/page-routes'
import { build, origin, pathTo, routes } from '../support/app'
import { signedIn } from '../support/people'

const whole = createRequestHandler(build, 'production')
const find = findPageRoutes(build, 'production')

/** Times, keys of forms, and their masked tokens. */
const VARYING = /asOf\W+\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<![\w-])[\w-]{86}(?![\w-])/g

const parents = new Set(Object.values(routes).map((route) => route?.parentId))
/** Every route that renders, except for layouts and for what any path may match. */
const pages = Object.keys(routes).filter(
  (id) => routes[id]!.module.default && !parents.has(id) && id !== 'routes/not-found',
)

test('every page has a handler of its own but for one that shares its first segment with a form', () => {
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter((id) => !find(pathTo(id)))).toEqual(['routes/newsletter-unsubscribe'])
})

test.each([
  '/nowhere',
  '//Deals',
  '/Deals/more',
  '/Deals.data',
  '/_root.data',
  '/CouponsDetails',
  '/CouponsDetails/a/b',
  '/Account/Wallet/cancel',
  '/Account/header.json',
  '/robots.txt',
  '/postback/trackier/secret',
  '/api/stores',
])('%s has none', (place) => expect(find(place)).toBeNull())

async function ask(handle: typeof whole, place: string, cookie: string, method: string) {
  const headers = { ...(cookie && { Cookie: cookie }), 'Sec-Fetch-Site': 'same-origin' }
  const {
    status,
    headers: answered,
    body,
  } = await handle(new Request(new URL(place, origin), { method, headers }), {})
  // Hashes of what varies, and sealed values.
  const said = [...answered].map(([name, value]) =>
    name === 'content-security-policy' ? name : name === 'set-cookie' ? value.split('=', 1) : [name, value],
  )
  return { status, headers: said, body: body && (await new Response(body).text()).replace(VARYING, '') }
}

test.each([
  ...pages.filter((id) => find(pathTo(id))).map(pathTo),
  '/deals/',
  '/CouponsDetails/%E0%A4%95',
  '/Account?index',
])('%s is answered as by the whole build, to guests and members, for GET and POST', async (place) => {
  const { visitor } = await signedIn()
  const handle = find(new URL(place, origin).pathname)!
  for (const cookie of ['', `token=${visitor.cookies.get('token')}`])
    for (const method of ['GET', 'POST'])
      expect(await ask(handle, place, cookie, method)).toEqual(await ask(whole, place, cookie, method))
})
