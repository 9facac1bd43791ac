// The scripts of pages that are the same for every guest stand in a file of their own (docs/decisions/0044-late-scripts.md).
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '~/db/client.server'
import { clicks } from '~/db/schema/sales'
import { startServers } from '../support/app'
import { signedIn } from '../support/people'
import { ops } from '../ops/support'
import { campaign } from '../wallet/support'

let origins: string[]
beforeAll(async () => {
  await ops('demo seed')
  const servers = await startServers(2, {
    env: { PAGE_CACHE_MB: '8', PUBLIC_ORIGIN: 'http://localhost:3000' },
  })
  origins = servers.map(({ origin }) => origin)
}, 60_000)

const read = async (path: string, headers: Record<string, string> = {}, at = 0) => {
  const answer = await fetch(origins[at] + path, { headers })
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}

const scriptOf = (html: string) =>
  /<script src="(\/page-script\/[^"]+)" async="" fetchpriority="low"><\/script>/
    .exec(html)?.[1]
    ?.replaceAll('&amp;', '&')

describe('the script of a page for guests', () => {
  test.each([
    '/',
    '/Deals',
    '/CouponFilters/Electronics?page=2',
    '/CouponsDetails/Mithai boxes delivered across India',
  ])('%s names it by its hash and carries no other script of ours', async (path) => {
    const { body } = await read(path)
    const script = scriptOf(body)
    expect(script).toMatch(/^\/page-script\/[\w-]{22}\.js\?of=%2F/)
    expect(body).not.toContain('__remixContext')
    expect(body).not.toContain('modulepreload')
  })

  test('is immutable and has the data of the page', async () => {
    const script = scriptOf((await read('/Deals')).body)!
    const { status, headers, body } = await read(script)
    expect(status).toBe(200)
    expect(headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(body).toMatch(/^window\.__remixContext = /)
    expect(body).toContain('routes/deals')
  })

  test('comes from a process that has not rendered the page', async () => {
    for (const path of ['/', '/Coupontopcodes']) {
      const script = scriptOf((await read(path)).body)!
      const [here, there] = [await read(script), await read(script, {}, 1)]
      expect(there.status).toBe(200)
      expect(there.body).toBe(here.body)
    }
  })

  test.each([
    ['an unknown hash', `/page-script/${'a'.repeat(22)}.js?of=/Deals`],
    ['no page', `/page-script/${'a'.repeat(22)}.js`],
    ['a page of another site', `/page-script/${'a'.repeat(22)}.js?of=//evil.example/`],
    ['a script as the page', `/page-script/${'a'.repeat(22)}.js?of=/page-script/${'a'.repeat(22)}.js?of=/`],
    ['a page for members', `/page-script/${'a'.repeat(22)}.js?of=/Account/Wallet`],
    ['a page for a member', `/page-script/${'a'.repeat(22)}.js?of=/?dialog=sign-in`],
    ['another name', '/page-script/x.js?of=/'],
  ])('%s is answered with 404', async (_title, path) => {
    const { status, headers } = await read(path)
    expect(status).toBe(404)
    expect(headers.get('Cache-Control')).toBe('no-store')
  })
})

test('no address makes the server follow a link to a store', async () => {
  const { id } = await campaign({ guest_clicks: true })
  const before = await db.$count(clicks)
  for (const link of [`/out/${id}`, `/OUT/${id}`, `/Deals/../out/${id}`, `/%6fut/${id}`]) {
    const { status } = await read(`/page-script/${'a'.repeat(22)}.js?of=${encodeURIComponent(link)}`)
    expect(status).toBe(404)
  }
  expect(await db.$count(clicks)).toBe(before)
  // A visit of the same link counts.
  await fetch(`${origins[0]}/out/${id}`, { redirect: 'manual' })
  expect(await db.$count(clicks)).toBe(before + 1)
})

test('a page with something personal carries its scripts itself', async () => {
  const { visitor } = await signedIn()
  const { body } = await read('/Deals', { Cookie: `token=${visitor.cookies.get('token')}` })
  expect(body).toContain('window.__remixContext = ')
  expect(scriptOf(body)).toBeUndefined()
})

test('with Save-Data a page has no scripts of ours', async () => {
  const { body } = await read('/', { 'Save-Data': 'on' })
  expect(body).not.toContain('__remixContext')
  expect(body).not.toMatch(/<script[^>]* src=/)
})
