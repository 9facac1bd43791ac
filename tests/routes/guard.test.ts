import { beforeAll, describe, expect, test } from 'vitest'
import { hashFormOwner } from '~/http/form-draft.server'
import { pathTo, routes, type Visitor } from '../support/app'
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

let atDesk: Visitor
let member: Visitor

beforeAll(async () => {
  atDesk = (await signedInAtDesk()).visitor
  member = (await signedIn()).visitor
})

describe.each(actions.map((route) => [pathTo(route!.id)]))('POST %s by somebody signed in', (path) => {
  const getVisitor = () => (path.startsWith('/Desk') ? atDesk : member)

  test.each([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'same-origin, cross-site' },
  ])('from another site is refused: %j', async (headers) => {
    const answer = await getVisitor().post(path, { from: '/' }, headers)
    expect(answer.status).toBe(403)
    expect(answer.headers.get('Set-Cookie')).toBeNull()
    expect(answer.headers.get('Cache-Control')).toMatch(/no-store/)
  })

  test('from another origin or without the CSRF token is refused', async () => {
    const visitor = getVisitor()
    const post = (headers: Record<string, string>) =>
      visitor.request(path, { method: 'POST', body: new URLSearchParams({ from: '/' }), headers })
    for (const Origin of ['https://evil.example', 'null', 'nonsense', 'http://localhost:3001'])
      expect((await post({ Origin })).status).toBe(403)
    expect((await post({})).status).toBe(403)
  })

  test('with another content type is refused', async () => {
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' }
    expect((await getVisitor().request(path, { method: 'POST', body: '{}', headers })).status).toBe(415)
  })

  test('over 64 KB is refused', async () => {
    expect((await getVisitor().post(path, { from: '/', long: 'x'.repeat(70_000) })).status).toBe(413)
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
