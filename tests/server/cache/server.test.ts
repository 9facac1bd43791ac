// The page cache of built servers on one database.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/platform/db/client.server'
import { findFreePort } from '../../../embedded/postmaster'
import { ops } from '../../ops/support'
import { startServers } from '../../support/app'
import type { TestServer } from '../../support/servers'
import { newWire } from '../../support/wire'

let one: TestServer
let two: TestServer

beforeAll(async () => {
  await ops('demo seed')
  ;[one, two] = (await startServers(2, {
    env: { PAGE_CACHE_MB: '64', TRACKING_SCRIPT_ORIGIN: 'https://tk.example' },
  })) as [TestServer, TestServer]
}, 120_000)

async function ask(server: TestServer, path: string, headers: HeadersInit = {}, method = 'GET') {
  const response = await fetch(server.origin + path, { headers, method, redirect: 'manual' })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    cache: response.headers.get('Cache-Status')!,
  }
}

test('a page comes from the cache the second time, byte for byte, in every encoding', async () => {
  const first = await ask(one, '/')
  expect(first.cache).toBe('DealDwaar; fwd=uri-miss; stored')
  for (const encoding of ['br', 'gzip', 'identity', 'br', 'gzip']) {
    const answer = await ask(one, '/', { 'Accept-Encoding': encoding })
    expect(answer.cache).toBe('DealDwaar; hit')
    expect(answer.headers.get('Content-Encoding')).toBe(encoding === 'identity' ? null : encoding)
    expect(answer.text).toBe(first.text)
    const policy = answer.headers.get('Content-Security-Policy')
    expect(policy).toBe(first.headers.get('Content-Security-Policy'))
    expect(policy).not.toContain('nonce')
  }
  expect((await ask(one, '/', { 'If-None-Match': first.headers.get('ETag')! })).status).toBe(304)
  const head = await ask(one, '/', {}, 'HEAD')
  expect([head.status, head.text, head.cache]).toEqual([200, '', 'DealDwaar; hit'])
})

test('a hundred concurrent requests for an uncached page are coalesced into one rendering', async () => {
  const all = await Promise.all(Array.from({ length: 100 }, () => ask(one, '/Deals?page=1')))
  expect(all.filter(({ cache }) => cache.endsWith('stored'))).toHaveLength(1)
  expect(new Set(all.map(({ text }) => text)).size).toBe(1)
})

test('hits are logged like every request', async () => {
  await ask(one, '/Aboutus')
  const { headers, cache } = await ask(one, '/Aboutus')
  expect(cache).toBe('DealDwaar; hit')
  await one.said(`"id":"${headers.get('X-Request-Id')!}","method":"GET","path":"/Aboutus","status":200`)
})

test('a change by another process shows on every server', async () => {
  const [offer] = await db.execute<{ id: number; slug: string }>(
    sql`SELECT id, slug FROM campaigns WHERE hidden_at IS NULL AND source = 'demo' ORDER BY id LIMIT 1`,
  )
  const path = `/CouponsDetails/${offer!.slug}`
  for (const server of [one, two]) {
    await ask(server, path)
    expect((await ask(server, path)).cache).toBe('DealDwaar; hit')
  }
  await db.execute(sql`UPDATE campaigns SET title = 'A title of today' WHERE id = ${offer!.id}`)
  for (const server of [one, two])
    await expect.poll(async () => (await ask(server, path)).text).toContain('A title of today')
})

test('`pages purge` drops the pages of every server', async () => {
  for (const server of [one, two]) {
    await ask(server, '/HowitWorks')
    expect((await ask(server, '/HowitWorks')).cache).toBe('DealDwaar; hit')
  }
  expect((await ops('pages purge')).out).toBe(
    'Done: drops all stored pages: every server renders them again within two seconds.\n',
  )
  for (const server of [one, two])
    await expect
      .poll(async () => (await ask(server, '/HowitWorks')).cache)
      .toBe('DealDwaar; fwd=uri-miss; stored')
})

test('a guest without cookies gets the page of an offer with a tracking script as a document', async () => {
  const [offer] = await db.execute<{ slug: string }>(
    sql`UPDATE campaigns SET tracking_script_cid = '77' WHERE id = (
      SELECT max(id) FROM campaigns WHERE hidden_at IS NULL AND source = 'demo') RETURNING slug`,
  )
  const path = `/CouponsDetails/${offer!.slug}`
  // Its policy allows the script only in a document of its own.
  const answer = await ask(two, `${path}.data`, {
    'Sec-Fetch-Dest': 'empty',
    Referer: `${two.origin}/Deals`,
  })
  expect([answer.status, answer.text.includes('reload')]).toEqual([202, true])
})

describe('server without a database', () => {
  test('stored pages are served, even stale ones', async () => {
    const url = new URL(process.env.EMBEDDED_DATABASE_URL!)
    const wire = newWire(new URL(url))
    const port = await findFreePort()
    await wire.open(port)
    url.host = `127.0.0.1:${port}`
    const [server] = (await startServers(1, {
      env: { EMBEDDED_DATABASE_URL: url.href, PAGE_CACHE_MB: '64' },
    })) as [TestServer]
    const before = await ask(server, '/TopStores')
    expect(before.status).toBe(200)
    await ask(server, '/Deals')
    await db.execute(sql`UPDATE catalogue_version SET version = version + 1`)
    // Until the server knows of the change.
    await expect.poll(async () => (await ask(server, '/Deals')).cache).not.toBe('DealDwaar; hit')
    await wire.cut()
    await expect.poll(async () => (await ask(server, '/TopStores')).cache).toContain('detail=stale')
    const stale = await ask(server, '/TopStores')
    expect([stale.status, stale.text]).toEqual([200, before.text])
    expect((await ask(server, '/Coupontopcodes')).status).toBe(503)
    await server.stop()
  })
})
