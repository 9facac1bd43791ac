import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { hashFormOwner } from '~/http/form-draft.server'
import { redirectKeepingFlash, redirectWith } from '~/http/respond.server'
import { origin, pathTo, request, routes, type Answer } from '../support/app'
import { signedInAtDesk } from '../support/desk'
import { signedIn } from '../support/people'
import { uploadBody } from '../support/uploads'

/** Called by networks and payout providers, with a secret or a signature instead of cookies. */
const MACHINES = new Set(['routes/machine/postback', 'routes/machine/webhook'])

/** Mail programs send it from anywhere; the token in its path is the authorization (docs/messages.md). */
const ONE_CLICK = 'routes/unsubscribe'

const isOfPages = (id: string) => !MACHINES.has(id) && id !== ONE_CLICK && !id.startsWith('routes/api/')
const actions = Object.values(routes).filter((route) => route?.module.action && isOfPages(route.id))

test('guarded actions are found', () => expect(actions.length).toBeGreaterThan(8))

const signInFor = (path: string) => (path.startsWith('/Desk') ? signedInAtDesk() : signedIn())

describe.each(actions.map((route) => [pathTo(route!.id)]))('POST %s by somebody signed in', (path) => {
  test.each([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'same-origin, cross-site' },
  ])('from another site is refused: %j', async (headers) => {
    const { visitor } = await signInFor(path)
    const answer = await visitor.post(path, { from: '/' }, headers)
    expect(answer.status).toBe(403)
    expect(answer.headers.get('Set-Cookie')).toBeNull()
    expect(answer.headers.get('Cache-Control')).toMatch(/no-store/)
  })

  test('from another origin or without the CSRF token is refused', async () => {
    const { visitor } = await signInFor(path)
    const post = (headers: Record<string, string>) =>
      visitor.request(path, { method: 'POST', body: new URLSearchParams({ from: '/' }), headers })
    for (const Origin of ['https://evil.example', 'null', 'nonsense', 'http://localhost:3001'])
      expect((await post({ Origin })).status).toBe(403)
    expect((await post({})).status).toBe(403)
  })

  test('with another content type is refused', async () => {
    const { visitor } = await signInFor(path)
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' }
    expect((await visitor.request(path, { method: 'POST', body: '{}', headers })).status).toBe(415)
  })

  test('over 64 KB is refused', async () => {
    const { visitor } = await signInFor(path)
    expect((await visitor.post(path, { from: '/', long: 'x'.repeat(70_000) })).status).toBe(413)
  })
})

/** What browsers read as an address of another site, and what a server may decode to one. */
const OF_ANOTHER_SITE = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  '/%2F/evil.example',
  '/%5Cevil.example',
  '/%09/evil.example',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  `/auth/confirm?from=${encodeURIComponent('//evil.example')}`,
  `/Desk/Code?back=${encodeURIComponent('/\\evil.example')}`,
]

const staysOnSite = ({ location }: Pick<Answer, 'location'>) =>
  location === null || (/^\/(?![/\\])/.test(location) && new URL(location, `${origin}/x`).origin === origin)

describe('an address of another site', () => {
  test.each(actions.map((route) => [pathTo(route!.id)]))(
    'as the page of a form to %s is no redirect',
    async (action) => {
      const { visitor } = await signInFor(action)
      for (const from of OF_ANOTHER_SITE) {
        const answer = await visitor.post(action, { from })
        expect([from, staysOnSite(answer)]).toEqual([from, true])
      }
    },
  )

  const PARAMETERS = ['from', 'back', 'to', 'next', 'returnTo', 'redirect', 'url']
  const pages = Object.values(routes).filter((route) => route?.module.loader && isOfPages(route.id))

  test.each(pages.map((route) => [pathTo(route!.id)]))(
    'as a parameter of %s is no redirect',
    async (page) => {
      const { visitor } = await signInFor(page)
      for (const away of OF_ANOTHER_SITE) {
        const search = new URLSearchParams(PARAMETERS.map((name) => [name, away]))
        const answers = [await visitor.get(`${page}?${search}`), await request(`${page}?${search}`)]
        expect([away, answers.every(staysOnSite)]).toEqual([away, true])
      }
    },
  )

  test.each(OF_ANOTHER_SITE)('is home for every redirect: %j', (away) => {
    for (const { headers } of [redirectWith(away), redirectKeepingFlash(new Request(origin), away)])
      expect(staysOnSite({ location: headers.get('Location') })).toBe(true)
  })

  test('has no other way by Remix: one module redirects, one to fixed pages, and one follows in the browser', () => {
    const files = fs
      .readdirSync('app', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
    const redirecting = files.filter((file) =>
      /import \{[^}]*\b(?:redirect|redirectDocument|replace)\b[^}]*\} from '@remix-run\//.test(
        fs.readFileSync(path.join('app', file), 'utf8'),
      ),
    )
    expect(redirecting.toSorted()).toEqual([
      'http/client-action.ts',
      'http/respond.server.ts',
      'http/session.server.ts',
    ])
  })
})

const ofMembers = actions.map((route) => pathTo(route!.id)).filter((path) => !path.startsWith('/Desk'))

const WITH_FILE = /image$|proof$/

describe.each(ofMembers)('POST %s', (path) => {
  test('of a form that another member opened is answered as after an ended session', async () => {
    const [{ id: owner }, { visitor }] = [await signedIn(), await signedIn()]
    const fields = { from: '/Account', keep: `${hashFormOwner(owner)}:some-form`, typed: 'kept' }
    const body = WITH_FILE.test(path)
      ? uploadBody([{ bytes: new Uint8Array(8) }], fields)
      : new URLSearchParams(fields)
    const answer = await visitor.request(path, {
      method: 'POST',
      body,
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    expect([answer.status, answer.location]).toEqual([303, '/?dialog=sign-in'])
    expect(visitor.cookies.has('kept')).toBe(true)
  })
})
