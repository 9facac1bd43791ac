import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCache, long, page } from './fakes'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
const getStatus = ({ headers }: { headers: Map<string, string> }) => headers.get('cache-status')

/** Each rendering has its own number. */
function counting(answer = (n: number) => page(long(`page ${n}`))) {
  let n = 0
  const shop = createCache(async () => answer(++n))
  return { ...shop, count: () => n }
}

describe('a page that is the same for every guest', () => {
  test('the page is rendered once and then served from the cache', async () => {
    const { ask, count } = counting()
    expect(getStatus(await ask('/'))).toBe('DealDwaar; fwd=uri-miss; stored')
    const again = await ask('/')
    expect([again.by, again.status, getStatus(again)]).toEqual(['cache', 200, 'DealDwaar; hit'])
    expect(again.text).toBe(long('page 1'))
    expect(count()).toBe(1)
  })

  test('a hundred concurrent requests are coalesced into one rendering', async () => {
    const { ask, count } = counting()
    const all = await Promise.all(Array.from({ length: 100 }, () => ask('/')))
    expect(count()).toBe(1)
    expect(new Set(all.map(({ text }) => text))).toEqual(new Set([long('page 1')]))
    expect(all.filter((one) => getStatus(one)!.includes('collapsed'))).toHaveLength(99)
  })

  test('another URL, Save-Data and a request by a script are cached separately', async () => {
    const { ask, count } = counting()
    for (const path of ['/', '/?show=deals', '/Deals', '/deals']) await ask(path)
    await ask('/', { 'Save-Data': 'on' })
    await ask('/', { 'Sec-Fetch-Dest': 'empty' })
    expect(count()).toBe(6)
    const requests: Record<string, string>[] = [
      { 'save-data': 'ON' },
      { 'Sec-Fetch-Dest': 'empty' },
      { 'Sec-Fetch-Dest': 'document' },
    ]
    for (const headers of requests) expect((await ask('/', headers)).by).toBe('cache')
  })

  test('a guest with cookies that change no page gets the cached page', async () => {
    const { ask, count } = counting()
    for (const Cookie of ['device=1', 'guest_clicks=x; ref=KAVYA', 'theme=dark', 'mytoken=1'])
      await ask('/', { Cookie })
    expect(count()).toBe(1)
  })

  test('the page has its own headers and a validator', async () => {
    const { ask } = counting(() => page(long('page'), { 'Content-Security-Policy': "script-src 'sha256-x'" }))
    await ask('/')
    pass(3)
    const { headers } = await ask('/')
    expect(headers.get('content-security-policy')).toBe("script-src 'sha256-x'")
    expect(headers.get('etag')).toMatch(/^W\/"[\w-]{22}"$/)
    expect(headers.get('age')).toBe('3')
  })

  test('HEAD is answered without a body and stores nothing', async () => {
    const { ask, count } = counting()
    expect((await ask('/', {}, 'HEAD')).by).toBe('application')
    const full = await ask('/')
    const head = await ask('/', {}, 'HEAD')
    expect(head.bytes).toHaveLength(0)
    expect(head.headers.get('content-length')).toBe(full.headers.get('content-length'))
    expect(count()).toBe(2)
  })
})

describe('personal responses', () => {
  test('a response with a cookie is sent to its own request only', async () => {
    const { ask, count } = counting((n) => page(long(`page ${n}`), { 'Set-Cookie': `flash=${n}` }))
    const both = await Promise.all([ask('/?ref=A'), ask('/?ref=A')])
    expect(both.map(({ headers }) => headers.get('set-cookie')).toSorted()).toEqual(['flash=1', 'flash=2'])
    expect(count()).toBe(2)
  })

  test('a rendering for the cache has nothing of the requester', async () => {
    const sent: string[][] = []
    const { ask } = createCache(async (_, headers) => {
      sent.push([...headers.keys()])
      return page(long('page'))
    })
    await ask('/', { Cookie: 'ref=A', 'User-Agent': 'x', Referer: 'https://a.example/', 'Save-Data': 'on' })
    expect(sent).toEqual([['save-data']])
  })

  test('a member, a guest, and a guest after the end of the sale get three pages', async () => {
    const ending = { 'Cache-Control': 'public, max-age=0, s-maxage=5, stale-while-revalidate=0' }
    const { ask } = counting((n) => page(long(`page ${n}`), ending))
    const texts = [(await ask('/', { Cookie: 'token=asha' })).text, (await ask('/')).text]
    pass(4)
    texts.push((await ask('/')).text)
    pass(2)
    texts.push((await ask('/')).text)
    expect(texts).toEqual([1, 2, 2, 3].map((n) => long(`page ${n}`)))
  })
})

describe('encodings', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['identity', undefined],
    ['', undefined],
  ])('Accept-Encoding %j gets %s', async (accept, encoding) => {
    const { ask, count } = counting()
    for (let i = 0; i < 2; i++) {
      const answer = await ask('/', { 'Accept-Encoding': accept })
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
      expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length))
      expect(answer.text).toBe(long('page 1'))
    }
    expect(count()).toBe(1)
  })

  test('a short page and a picture are sent as they are', async () => {
    const { ask } = counting((n) =>
      n === 1 ? page('short') : page(long('x'), { 'Content-Type': 'image/png' }),
    )
    for (const path of ['/short', '/picture'])
      expect((await ask(path, { 'Accept-Encoding': 'br' })).headers.has('content-encoding')).toBe(false)
  })
})

describe('If-None-Match', () => {
  test('gets a 304 without a body, in every encoding', async () => {
    const { ask } = counting()
    const etag = (await ask('/', { 'Accept-Encoding': 'br' })).headers.get('etag')!
    for (const tags of [etag, etag.replace('W/', ''), `"a", ${etag}`, '*'])
      for (const encoding of ['br', 'gzip', 'identity']) {
        await ask('/', { 'Accept-Encoding': encoding })
        const answer = await ask('/', { 'If-None-Match': tags, 'Accept-Encoding': encoding })
        expect([answer.status, answer.bytes.length, answer.by]).toEqual([304, 0, 'cache'])
        expect(answer.headers.get('etag')).toBe(etag)
        expect(answer.headers.has('content-length')).toBe(false)
        expect(answer.headers.has('content-type')).toBe(false)
      }
    expect((await ask('/', { 'If-None-Match': '"other"' })).status).toBe(200)
  })

  test('a changed page is sent in full', async () => {
    const { ask } = counting()
    const etag = (await ask('/')).headers.get('etag')!
    pass(100)
    expect((await ask('/', { 'If-None-Match': etag })).status).toBe(200)
  })
})

describe('freshness', () => {
  test('a stale page is served while it is rendered again, once', async () => {
    const { ask, count } = counting()
    await ask('/')
    pass(40)
    const stale = await Promise.all([ask('/'), ask('/'), ask('/')])
    expect(stale.map(({ text }) => text)).toEqual(Array(3).fill(long('page 1')))
    expect(getStatus(stale[0]!)).toBe('DealDwaar; hit; detail=stale')
    await expect.poll(async () => (await ask('/')).text).toBe(long('page 2'))
    expect(count()).toBe(2)
  })

  test('a page older than a minute is not served, so that changes show within a minute', async () => {
    const { ask } = counting()
    await ask('/')
    pass(61)
    const answer = await ask('/')
    expect([answer.text, getStatus(answer)]).toEqual([long('page 2'), 'DealDwaar; fwd=stale; stored'])
  })

  test('after a change of the catalogue the old page is served for two seconds, then rendered first', async () => {
    const { ask, versions } = counting()
    await ask('/asked')
    await ask('/forgotten')
    Object.assign(versions, { current: 2, changedAt: Date.now() })
    expect((await ask('/asked')).text).toBe(long('page 1'))
    await expect.poll(async () => (await ask('/asked')).text).toBe(long('page 3'))
    pass(2)
    expect((await ask('/forgotten')).text).toBe(long('page 4'))
  })

  test('a change during a rendering makes that page outdated', async () => {
    let render: (response: Response) => void = () => {}
    const { ask, versions } = createCache(() => new Promise((resolve) => (render = resolve)))
    const first = ask('/')
    Object.assign(versions, { current: 2, changedAt: Date.now() - 10_000 })
    render(page(long('before')))
    expect((await first).text).toBe(long('before'))
    const second = ask('/')
    render(page(long('after')))
    expect((await second).text).toBe(long('after'))
  })

  test('a page whose rendering began before a purge is not stored', async () => {
    const gates: ((response: Response) => void)[] = []
    const { ask, versions } = createCache(() => new Promise((resolve) => gates.push(resolve)))
    const answers = [ask('/')]
    Object.assign(versions, { current: 2, purged: 2, changedAt: Date.now() })
    answers.push(ask('/'))
    gates[0]!(page(long('before')))
    gates[1]!(page(long('after')))
    expect((await Promise.all(answers)).map(({ text }) => text)).toEqual([long('before'), long('after')])
    expect((await ask('/')).text).toBe(long('after'))
  })

  test('a purge drops every page, even while rendering fails', async () => {
    let n = 0
    const { ask, versions } = createCache(async () =>
      ++n === 1 ? page(long('page')) : page('away', {}, 503),
    )
    await ask('/')
    Object.assign(versions, { current: 2, purged: 2, changedAt: Date.now() })
    expect((await ask('/')).status).toBe(503)
  })
})

describe('failures', () => {
  const AWAY = { 'Cache-Control': 'private, no-store', 'Retry-After': '5' }

  test('a page that cannot be rendered is served for an hour, and tried every five seconds', async () => {
    const { ask, count } = counting((n) => (n === 1 ? page(long('page')) : page('away', AWAY, 503)))
    await ask('/')
    pass(600)
    const answer = await ask('/')
    expect([answer.status, answer.text]).toEqual([200, long('page')])
    expect(getStatus(answer)).toBe('DealDwaar; hit; detail=stale')
    for (let i = 0; i < 5; i++) expect((await ask('/')).status).toBe(200)
    expect(count()).toBe(2)
    pass(6)
    expect((await ask('/')).text).toBe(long('page'))
    expect(count()).toBe(3)
    pass(3600)
    expect((await ask('/')).status).toBe(503)
  })

  test.each([
    ['an error', () => Promise.reject(new Error('bug'))],
    ['a frame that could not be read', async () => page('half', AWAY)],
  ])('%s leaves the stored page unchanged', async (_, fail) => {
    let n = 0
    const { ask } = createCache(async () => (++n === 1 ? page(long('page')) : fail()))
    await ask('/')
    pass(100)
    expect((await ask('/')).text).toBe(long('page'))
  })

  test('failed responses are not stored', async () => {
    const { ask, count, cache } = counting(() => page('bug', {}, 500))
    for (let i = 0; i < 3; i++) expect((await ask('/')).status).toBe(500)
    expect(count()).toBe(3)
    expect(cache.size()).toEqual({ bytes: 0, pages: 0 })
  })

  test('a removed page is not served', async () => {
    const { ask } = counting((n) => (n === 1 ? page(long('page')) : page('gone', {}, 404)))
    await ask('/')
    pass(100)
    expect((await ask('/')).status).toBe(404)
    expect((await ask('/')).status).toBe(404)
  })
})
