// The handlers of server/plain-routes.ts respond like the handler of the whole build.
import { createRequestHandler } from '@remix-run/node'
import { expect, test } from 'vitest'
import { findPlainRoutes } from '../../server/plain-routes'
import { build, origin, pathTo, routes } from '../support/app'

const whole = createRequestHandler(build, 'production')
const find = findPlainRoutes(build, 'production')
const findAt = (place: string) => find(new URL(place, origin).href)

test('plain routes are those whose first segment belongs to no page', () => {
  const found = Object.keys(routes).filter((id) => findAt(pathTo(id)))
  expect(found.map((id) => id.replace('routes/', '')).sort()).toEqual([
    'img',
    'out',
    'postback',
    'robots',
    'service-worker',
    'share-picture',
    'sitemap',
    'speculation-rules',
    'suggestions',
    'webhook',
  ])
})

test.each(['/postback/trackier/secret', '/POSTBACK/trackier/secret/', '/out/7?x=1', '/robots.txt'])(
  '%s is a plain route',
  (place) => expect(findAt(place)).not.toBeNull(),
)

test.each([
  '/',
  '/postback',
  '/postback/trackier',
  '/postback/trackier/secret/more',
  '/robotsxtxt',
  '/Account/Wallet/cancel',
  '/api/stores',
  '/nowhere',
  '//out/7',
  // The page /auth/confirm has the same first segment.
  '/auth/sign-in',
  '/auth/sign-in.data',
  '/out/7?_data=root',
])('%s is not a plain route', (place) => expect(findAt(place)).toBeNull())

test.each([
  ['GET', '/robots.txt'],
  ['GET', '/suggestions?q=a'],
  ['GET', '/out/nothing'],
  ['HEAD', '/out/nothing'],
  ['PUT', '/postback/trackier/wrong'],
  ['GET', '/postback/Trackier/wrong'],
  ['GET', '/postback/nobody/wrong'],
  ['POST', '/webhooks/nobody'],
])('%s %s is answered as by the full build', async (method, place) => {
  const ask = async (handle: typeof whole) => {
    const { status, headers, body } = await handle(new Request(new URL(place, origin), { method }), {})
    return { status, headers: [...headers], body: body && (await new Response(body).text()) }
  }
  expect(await ask(findAt(place)!)).toEqual(await ask(whole))
})
