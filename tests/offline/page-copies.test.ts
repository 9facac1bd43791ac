// What the service worker takes for a page or a file that may be kept.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { FILES, PAGES, PICTURES } from '~/offline/caches'
import {
  deletePrivateCopies,
  findCache,
  isKeepableFile,
  isKeepablePage,
  isWholePage,
  keepFiles,
  keepPages,
} from '~/offline/page-copies'

const deleted = vi.hoisted(() => [] as string[])
vi.mock('workbox-expiration', () => ({
  ExpirationPlugin: class {},
  CacheExpiration: class {
    constructor(readonly name: string) {}
    delete = async () => void deleted.push(`addresses of ${this.name}`)
  },
}))
vi.stubGlobal('caches', { delete: async (name: string) => void deleted.push(name) })
beforeEach(() => void deleted.splice(0))

const PAGE = 'https://shop.example/Deals'
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'public, max-age=0, s-maxage=30, stale-while-revalidate=30',
  Vary: 'Cookie, Save-Data, Accept-Encoding',
  'Content-Security-Policy': "default-src 'self'; script-src 'self' 'sha256-x'; style-src 'self'",
}

/** As a worker's fetch() gives it. */
function response(changes: Record<string, string | null> = {}, facts: object = {}): Response {
  const headers = new Headers(HEADERS)
  for (const [name, value] of Object.entries(changes))
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  const said = { status: 200, type: 'basic', redirected: false, url: PAGE, headers, ...facts }
  return said as unknown as Response
}

test('a page that is the same for every guest is stored', () => {
  expect(isKeepablePage(response(), PAGE)).toBe(true)
  expect(isKeepablePage(response(), `${PAGE}#main`)).toBe(true)
})

test.each<[what: string, headers: Record<string, string | null>, facts?: object]>([
  ['a member’s page', { 'Cache-Control': 'private, no-store' }],
  ['a page that must be asked for again', { 'Cache-Control': 'public, no-cache, s-maxage=30' }],
  ['a page of a captive portal', { 'Cache-Control': null, 'Content-Security-Policy': null }],
  [
    'a page that a proxy calls public',
    { 'Content-Security-Policy': null, 'Cache-Control': 'public, s-maxage=9' },
  ],
  ['a page without shared lifetime', { 'Cache-Control': 'public, max-age=3600' }],
  ['a page that differs by anything', { Vary: '*' }],
  ['a page without Vary', { Vary: null }],
  ['a page that sets a cookie', { 'Set-Cookie': 'flash=x' }],
  ['a text', { 'Content-Type': 'text/plain' }],
  ['an error page', {}, { status: 503 }],
  ['a missing page', {}, { status: 404 }],
  ['a part of a page', {}, { status: 206 }],
  ['the end of a redirect', {}, { redirected: true }],
  ['a redirect', {}, { type: 'opaqueredirect', status: 0 }],
  ['an opaque answer', {}, { type: 'opaque', status: 0 }],
  ['another site’s page', {}, { type: 'cors' }],
  ['the page of another address', {}, { url: 'https://shop.example/Aboutus' }],
])('%s is not stored', (_, headers, facts) => {
  // Browsers hide Set-Cookie from scripts: there the other headers decide.
  expect(isKeepablePage(response(headers, facts), PAGE)).toBe(false)
})

test('a page that is truncated, too large or begins otherwise is not complete', () => {
  const html = '<!DOCTYPE html><html lang="en-IN"><body></body></html>'
  expect(isWholePage(html)).toBe(true)
  expect(isWholePage(html.slice(0, -7))).toBe(false)
  expect(isWholePage(`<script></script>${html}`)).toBe(false)
  expect(isWholePage(html.replace('<body>', `<body>${'x'.repeat(1024 * 1024)}`))).toBe(false)
})

describe('files', () => {
  test.each([
    ['/assets/frame-B1x.js', FILES.name],
    ['/logos/voltwala.svg', PICTURES.name],
    ['/img/3-abc', PICTURES.name],
    ['/icon.svg', PICTURES.name],
    ['/Account/image', undefined],
    ['/Deals.data', undefined],
    ['/service-worker.js', undefined],
  ])('%s goes into %s', (path, name) => expect(findCache(path)?.name).toBe(name))

  const file = (type: string, caching: string, facts = {}, length: string | null = null) =>
    response({ 'Content-Type': type, 'Cache-Control': caching, 'Content-Length': length }, facts)
  const FOR_EVER = 'public, max-age=31536000, immutable'

  test('a fingerprinted script and a picture are stored', () => {
    expect(isKeepableFile(file('text/javascript; charset=utf-8', FOR_EVER), FILES)).toBe(true)
    expect(isKeepableFile(file('image/svg+xml', 'public, max-age=3600'), PICTURES)).toBe(true)
  })

  test.each([
    ['a page at the address of a script', file('text/html', FOR_EVER), FILES],
    ['a script that may change', file('text/javascript', 'public, max-age=3600'), FILES],
    ['a missing chunk', file('text/javascript', FOR_EVER, { status: 404 }), FILES],
    ['a picture that is too large', file('image/png', 'public, max-age=3600', {}, '100001'), PICTURES],
    ['a member’s picture', file('image/webp', 'private, max-age=3600'), PICTURES],
    ['a picture of another site', file('image/png', FOR_EVER, { type: 'opaque', status: 0 }), PICTURES],
  ])('the file %s is not stored', (_, answer, bounds) => expect(isKeepableFile(answer, bounds)).toBe(false))
})

describe('at a logout', () => {
  const html = '<!DOCTYPE html><html lang="en-IN"><head></head><body></body></html>'
  const page = response({}, { clone: () => ({ text: async () => html }) })
  const picture = response({ 'Content-Type': 'image/png' })
  const KINDS: [what: string, cache: string, plugins: () => object[], response: Response][] = [
    ['a page', PAGES.name, keepPages, page],
    ['a picture', PICTURES.name, () => keepFiles(PICTURES), picture],
  ]
  type Plugin = Record<string, ((given: object) => Promise<unknown>) | undefined>

  /** Calls plugins as Workbox does: in their order, each with a state of its own. Returns what the last one keeps. */
  function startHandling(plugins: Plugin[]) {
    const states = plugins.map(() => ({}))
    return async (name: string, answer?: Response) => {
      let kept: unknown = answer
      for (const [i, plugin] of plugins.entries()) {
        const given = { request: { url: PAGE }, response: kept, state: states[i] }
        if (plugin[name]) kept = await plugin[name](given)
      }
      return kept
    }
  }

  test.each(KINDS)('%s that is loading is not stored', async (_, _cache, plugins, answer) => {
    const call = startHandling(plugins() as Plugin[])
    await call('handlerWillStart')
    expect(await call('cacheWillUpdate', answer)).toBeTruthy()
    await deletePrivateCopies()
    expect(await call('cacheWillUpdate', answer)).toBeNull()
  })

  test.each(KINDS)('%s that is being stored is deleted with its address', async (_, cache, plugins) => {
    const call = startHandling(plugins() as Plugin[])
    await call('handlerWillStart')
    await call('cacheDidUpdate')
    expect(deleted).toEqual([])
    await deletePrivateCopies()
    deleted.splice(0)
    await call('cacheDidUpdate')
    expect(deleted).toEqual([cache, `addresses of ${cache}`])
  })
})
