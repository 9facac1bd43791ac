// A resource route is answered by a handler that knows it alone, and the server knows no URL of the application.
import fs from 'node:fs'
import path from 'node:path'
import { createRequestHandler } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import { expect, test } from 'vitest'
import { createRouteFinder, listRoutes } from '~/platform/find-route'
import { isWellFormedPath } from '~/platform/formats/well-formed-url'
import { createHandler } from '../../server/remix-handler'
import { build, newVisitor, origin } from '../support/app'
import { signedInAtDesk } from '../support/desk'
import { signedIn } from '../support/people'

const mode = 'production'
const handle = createHandler(build, mode)
const whole = createRequestHandler(build, mode)

test.each([
  ['GET', '/robots.txt'],
  ['GET', '/ROBOTS.TXT/'],
  ['GET', '/%72obots.txt'],
  ['GET', '/robotsxtxt'],
  ['GET', '/suggestions?q=a'],
  ['GET', '/suggestions.data'],
  ['HEAD', '/suggestions?q=a'],
  ['GET', '/%54opStores'],
  ['PUT', '/postback/trackier/wrong'],
  ['GET', '/postback/Trackier/wrong'],
  ['GET', '/postback/trackier'],
  ['GET', '/postback/trackier/wrong/more'],
  ['POST', '/webhooks/nobody'],
  ['GET', '/api/stores?limit=1'],
  ['GET', '/api/%73tores?limit=1'],
  ['GET', '/api/1/feedback'],
  ['PUT', '/api/users-change'],
  ['GET', '/api/nothing/here'],
  ['OPTIONS', '/api/stores'],
  ['GET', '/Account/header.json'],
  ['POST', '/auth/sign-out'],
  ['GET', '/no-such-shortlink'],
])('%s %s is answered as by a handler of all routes', async (method, place) => {
  const ask = async (answer: (request: Request) => Promise<Response>) => {
    const { status, headers, body } = await answer(new Request(new URL(place, origin), { method }))
    headers.delete('ETag')
    return { status, headers: [...headers], text: body && (await new Response(body).text()) }
  }
  const [ours, theirs] = [await ask(handle), await ask((request) => whole(request, {}))]
  // Failures of forms are shown on a page, which has its own token.
  const isPage = ours.text?.startsWith('<!DOCTYPE')
  expect(isPage ? ours.status : ours).toEqual(isPage ? theirs.status : theirs)
})

const CROSS = { 'Sec-Fetch-Site': 'cross-site' }

test('a refused form is answered by a page whose links have the address of the form', async () => {
  const { visitor } = await signedIn()
  for (const who of [newVisitor(handle), visitor]) {
    const page = await who.post('/newsletter?again=1', { from: '/' }, CROSS)
    expect([page.status, page.headers.get('Set-Cookie')]).toEqual([403, null])
    expect(page.text).toContain('This did not come from our own page')
    expect(page.body).toContain('href="/newsletter?again=1&amp;dialog=')
    expect(page.body).not.toContain('no/such')
  }
})

test('a refused form of the desk is answered by a page of the desk', async () => {
  const page = await newVisitor(handle).post('/Desk/SignOut', { from: '/' }, CROSS)
  expect(page.status).toBe(403)
  expect(page.body).toContain('class="desk-header"')
  expect(page.text).not.toContain('Our Guidelines')
})

test('a person who asks for the addresses of refusals finds what is there', async () => {
  expect((await newVisitor(handle).get('/no/such/page')).status).toBe(404)
  const { visitor } = await signedInAtDesk()
  expect((await visitor.get('/Desk')).location).toBe('/Desk/Today')
})

test.each([
  ['text', 'text/plain', 'Internal Server Error\n'],
  ['json', 'application/json', '{"success":false,"message":"Something went wrong!"}'],
])('a defect of a route without a page is 500 as its handle says: %s', async (failures, type, body) => {
  const { route, ...rest } = brokenBuild({ failures })
  const answer = await createHandler({ ...build, ...rest }, mode)(new Request(new URL(route, origin)))
  expect(answer.status).toBe(500)
  expect(answer.headers.get('Content-Type')).toContain(type)
  expect(await answer.text()).toBe(body)
})

test('a defect of a route without a page whose failures are pages is 500 on a page, with a way to try again', async () => {
  const { route, ...rest } = brokenBuild({})
  const answer = await createHandler(
    { ...build, ...rest },
    mode,
  )(new Request(new URL(`${route}?v=1`, origin)))
  expect(answer.status).toBe(500)
  expect(await answer.text()).toContain(`<a href="${route}?v=1" class="button button-primary">Try again</a>`)
})

/** The build with a route whose loader throws. */
function brokenBuild(handleOfRoute: object) {
  const id = 'routes/machine/robots'
  const route = build.routes[id]!
  const loader = () => {
    throw new Error('broken')
  }
  return {
    route: '/robots.txt',
    routes: {
      ...build.routes,
      [id]: { ...route, module: { ...route.module, loader, handle: handleOfRoute } },
    },
  }
}

/** As Remix itself does. */
function findByRemix(url: string): string {
  const { pathname } = new URL(url, origin)
  const isData = pathname.endsWith('.data')
  const path = isData ? pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/') : pathname
  const listBelow = (parentId: string | undefined): Parameters<typeof matchRoutes>[0] =>
    Object.values(build.routes)
      .filter((route) => route.parentId === parentId)
      .map(({ id, path: own, index }) =>
        index ? { id, path: own, index } : { id, path: own, children: listBelow(id) },
      )
  return matchRoutes(listBelow(undefined), path || '/')!.at(-1)!.route.id!
}

/** Each route's own path, those that another one nearly has, and ways to write them. */
const ways: ((path: string) => string)[] = [
  (path) => path,
  (path) => `${path}/`,
  (path) => path.toLowerCase(),
  (path) => path.toUpperCase(),
  (path) => `${path}.data`,
  (path) => `${path}.DATA`,
  (path) => `${path}/.data`,
  (path) => `${path}/more`,
  (path) => path.replace(/\/[^/]*$/, ''),
  (path) => path.replace(/^\/[^/]*/, '/Account'),
  (path) => path.replace(/^\/[^/]*/, '/api'),
]
const ODD = ['/_root', '/_root.data', '/_ROOT.data', '/.data', '/api/coupon/feedback', '/api/1/feedback']

test('the server and Remix find the same route', () => {
  const find = createRouteFinder(build)
  const paths = listRoutes(build.routes).map(({ path }) =>
    path.replace(/:\w+\??/g, 'Some').replace('*', 'a/b'),
  )
  const urls = [...ODD, ...paths.flatMap((path) => ways.map((write) => write(path)))]
  const different = urls.filter((url) => isWellFormedPath(url) && find(url).id !== findByRemix(url))
  expect(different).toEqual([])
})

test('no static file has a path of the route table', () => {
  // The server answers monitors before the routes, which only plain remix-serve asks.
  const ofServer = ['healthz', 'readyz']
  const firsts = new Set(
    listRoutes(build.routes)
      .flatMap((route) => /^\/([^:*/]+)/.exec(route.path)?.[1] ?? [])
      .filter((first) => !ofServer.includes(first)),
  )
  expect([...firsts]).toEqual(expect.arrayContaining(['api', 'img', 'postback', 'Account']))
  const paths = new RegExp(
    `/(?:\\(\\?:)?(?:${[...firsts].map((one) => one.replaceAll('.', '\\\\?.')).join('|')})\\b`,
    'i',
  )
  const listLines = (file: string) =>
    fs
      .readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('import') && paths.test(line))
  const files = fs
    .readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
  // What it prints to the person who started the demo.
  const known = files.filter((file) => file !== 'welcome.ts')
  expect(known.length).toBeGreaterThan(20)
  expect(known.flatMap((file) => listLines(path.join('server', file)))).toEqual([])
})
