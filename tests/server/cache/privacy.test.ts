import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFromElsewhere } from '~/http/navigation.server'
import { isPersonal } from '~/http/page'
import { createCache, long, page, PUBLIC } from './fakes'

describe('the cache does not store', () => {
  test.each<[string, Response]>([
    ['a private response', page('x', { 'Cache-Control': 'private, no-store' })],
    ['one that says nothing of caching', new Response('x')],
    ['no-store, whatever else it says', page('x', { 'Cache-Control': `${PUBLIC}, no-store` })],
    ['one that sets a cookie', page('x', { 'Set-Cookie': 'flash=1' })],
    ['one that varies by what the key has not', page('x', { Vary: 'Cookie, User-Agent' })],
    ['Vary: *', page('x', { Vary: '*' })],
    ['a 404', page('x', {}, 404)],
    ['a redirect', page('x', { Location: '/' }, 302)],
    ['a 500', page('x', {}, 500)],
    ['one that is fresh for no time', page('x', { 'Cache-Control': 'public' })],
  ])('%s', async (_, response) => {
    const { ask, cache } = createCache(async () => response.clone())
    for (let i = 0; i < 2; i++) expect((await ask('/x')).by).toBe('application')
    // That it is not stored is remembered.
    expect(cache.size().bytes).toBeLessThanOrEqual(1024)
  })
})

describe('the cache is bypassed by', () => {
  test.each<[string, string, Record<string, string>, string?]>([
    ['a session', '/', { Cookie: 'device=1; token=abc' }],
    ['a message for the next page', '/', { Cookie: 'flash=x' }],
    ['a sign-up under way', '/', { Cookie: 'join=x' }],
    ['credentials', '/', { Authorization: 'Bearer x' }],
    ['a form', '/', {}, 'POST'],
    ['a body', '/', { 'Content-Length': '3' }],
    ['a click', '/out/7', {}],
    ['a postback', '/postback/trackier/secret', {}],
    ['the account', '/Account', {}],
    ['a call of the API from another origin', '/api/stores', { Origin: 'https://app.example' }],
  ])('%s', async (_, url, headers, method) => {
    const { ask, cache } = createCache(async () => page(long('for all')))
    for (let i = 0; i < 2; i++) expect((await ask(url, headers, method)).by).toBe('application')
    expect(cache.size().pages).toBe(0)
  })
})

describe('a request by a script is rendered for the page that it came from', () => {
  const PLACES: [what: string, referrer: Record<string, string>, from: string][] = [
    ['another page', { Referer: 'http://shop.example/Deals' }, 'elsewhere'],
    ['the same page', { Referer: 'http://shop.example/Offers/x?page=2' }, 'here'],
    ['no page', {}, 'here'],
    ['a malformed address', { Referer: 'shop' }, 'here'],
  ]
  const cacheOfPlaces = (caching: string) =>
    createCache(async (url, headers) => {
      const request = new Request(`http://shop.example${url.replace('.data', '')}`, { headers })
      return page(long(isFromElsewhere(request) ? 'elsewhere' : 'here'), { 'Cache-Control': caching })
    })

  test.each(PLACES)('%s', async (_, referrer, from) => {
    for (const caching of ['private, no-store', PUBLIC]) {
      const { ask } = cacheOfPlaces(caching)
      for (const [, other] of PLACES) await ask('/Offers/x.data', { 'Sec-Fetch-Dest': 'empty', ...other })
      for (const url of ['/Offers/x.data', '/Offers/x.data?page=3'])
        expect((await ask(url, { 'Sec-Fetch-Dest': 'empty', ...referrer })).text).toBe(long(from))
    }
  })
})

test('two members and a guest never see each other’s data, in 10,000 random requests', async () => {
  let renders = 0
  let best = 0
  const { ask, cache } = createCache(
    async (url, headers) => {
      renders++
      const cookie = headers.get('Cookie') ?? ''
      const who = /token=(\w+)/.exec(cookie)?.[1] ?? 'guest'
      const isShared = !isPersonal(cookie) && !url.includes('made-up')
      const caching = isShared ? PUBLIC : 'private, no-store'
      return page(long(`${who} at ${url}${headers.get('Save-Data') === 'on' ? ' sparing' : ''}`), {
        'Cache-Control': caching,
        ...(isShared ? {} : { 'Set-Cookie': `flash=${who}` }),
      })
    },
    { bytes: 1 << 20 },
  )
  const cookie = fc.constantFrom(
    '',
    'device=1',
    'theme=dark; ref=X',
    'token=asha',
    'a=b; token=vikram',
    'flash=1',
  )
  const request = fc.record({
    url: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('/', '/Deals', '/deals', '/TopStores?page=2') },
      { weight: 1, arbitrary: fc.nat(100_000).map((n) => `/Offers/x?page=${n}`) },
      { weight: 1, arbitrary: fc.nat(100_000).map((n) => `/?made-up=${n}`) },
    ),
    cookie,
    accept: fc.constantFrom('br', 'gzip', 'identity', 'br;q=0', 'made-up', ''),
    saving: fc.boolean(),
  })
  for (const { url, cookie: Cookie, accept, saving } of fc.sample(request, 10_000)) {
    const headers = {
      'Accept-Encoding': accept,
      ...(Cookie && { Cookie }),
      ...(saving && { 'Save-Data': 'on' }),
    }
    const answer = await ask(url, headers)
    const who = /token=(\w+)/.exec(Cookie)?.[1] ?? 'guest'
    if (answer.text !== long(`${who} at ${url}${saving ? ' sparing' : ''}`))
      expect.fail(`${JSON.stringify({ url, ...headers })} got ${answer.text.slice(0, 80)}`)
    if (answer.by !== 'application' && (isPersonal(Cookie) || answer.headers.has('set-cookie')))
      expect.fail(`${JSON.stringify({ url, ...headers })} was answered from the cache`)
    best = Math.max(best, cache.size().bytes)
  }
  expect(best).toBeLessThanOrEqual(1 << 20)
  expect(renders).toBeGreaterThan(1000)
})
