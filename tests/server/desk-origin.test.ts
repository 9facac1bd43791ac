// DESK_ORIGIN parts the desk from the shop, over real sockets.
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureBuild } from '../../scripts/build.mjs'
import { startServers } from '../support/app'
import { makeDeskOperator } from '../support/desk'
import { stopServers, type TestServer } from '../support/servers'

const DESK = 'desk.localhost:3999'
let server: TestServer
let token: string

beforeAll(async () => {
  await ensureBuild()
  ;({ token } = await makeDeskOperator('owner'))
  ;[server] = (await startServers(1, { env: { DESK_ORIGIN: `http://${DESK}` } })) as [TestServer]
})
afterAll(stopServers)

interface Answer {
  status: number
  location: string | undefined
  body: string
}

function send(host: string, path: string, { method = 'GET', headers = {} } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { port: server.port, path, method, headers: { Host: host, ...headers } }
    http
      .request(options, (answer) => {
        let body = ''
        answer.setEncoding('utf8').on('data', (part: string) => (body += part))
        answer.once('end', () =>
          resolve({ status: answer.statusCode!, location: answer.headers.location, body }),
        )
      })
      .on('error', reject)
      .end()
  })
}

const ask = async (...request: Parameters<typeof send>) => (await send(...request)).status

const shop = () => `localhost:${server.port}`

test.each([
  ['/Desk/SignIn', 404, 200],
  ['/desk', 404, 308],
  ['/Desk/no/such', 404, 303],
  ['/Desk.data', 404, 202],
  ['/', 200, 404],
  ['/Account', 302, 404],
  ['/api/openapi.json', 200, 404],
  ['/no/such/page', 404, 404],
  ['/icon.svg', 200, 200],
  ['/healthz', 200, 200],
])('%s is %i in the shop and %i at the desk', async (path, inShop, atDesk) => {
  expect([await ask(shop(), path), await ask(DESK, path)]).toEqual([inShop, atDesk])
})

test('a refused method says in the shop what it says of an unknown address, and has the desk’s frame at the desk', async () => {
  const byDelete = (host: string, path: string) => send(host, path, { method: 'DELETE' })
  const inShop = await Promise.all(['/Desk/none', '/Nothing/x'].map((path) => byDelete(shop(), path)))
  const [ofDesk, ofNothing] = inShop.map(({ body }) =>
    body.replaceAll(/(?:\/Desk\/none|\/Nothing\/x)/g, 'PATH'),
  )
  expect(inShop.map(({ status }) => status)).toEqual([405, 405])
  expect(ofDesk === ofNothing).toBe(true)
  const atDesk = await byDelete(DESK, '/Desk/no/such')
  expect(atDesk.status).toBe(405)
  expect(atDesk.body).toContain('DealDwaar Desk')
})

test('an operator is signed in at the desk alone, and forms come from there', async () => {
  const headers = { Cookie: `desk=${token}` }
  expect(await ask(DESK, '/Desk/Today', { headers })).toBe(200)
  expect(await ask(shop(), '/Desk/Today', { headers })).toBe(404)
  const post = (Origin: string) =>
    ask(DESK, '/Desk/Sessions/end-all', { method: 'POST', headers: { ...headers, Origin } })
  expect(await post(`http://${shop()}`)).toBe(403)
  // Without its token it is refused, too, but only after the origin: 415 says that the body is read.
  expect(await post(`http://${DESK}`)).toBe(415)
})

describe('a link of another site', () => {
  const headers = {
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'document',
  }
  const arrival = (to: string) => `/Desk/Arrival?to=${encodeURIComponent(to)}`

  test.each(['/Desk/withdrawals?state=ready', '/Desk/SignIn', '/Desk/Code'])(
    'to %s opens by a page of the desk, with which the cookie comes',
    async (path) => {
      const answer = await send(DESK, path, { headers })
      expect([answer.status, answer.location]).toEqual([303, arrival(path)])
      const page = await send(DESK, arrival(path), { headers })
      expect(page.status).toBe(200)
      expect(page.body).toContain(`<meta http-equiv="refresh" content="0; url=${path}"/>`)
      expect(page.body).toContain(`<a href="${path}" class="button button-primary">Open the page</a>`)
      const next = await send(DESK, path, { headers: { 'Sec-Fetch-Site': 'same-origin' } })
      expect(next.location ?? '').not.toContain('Arrival')
    },
  )

  test.each(['//evil.example', 'https://evil.example/Desk', '/Account', '/Desk/../Account'])(
    'opens no page outside the desk: %s',
    async (to) => {
      const { body } = await send(DESK, arrival(to), { headers })
      expect(body).toContain('content="0; url=/Desk/Today"')
    },
  )

  test('with a cookie, as of a browser that knows no SameSite, opens at once', async () => {
    const signedIn = { ...headers, Cookie: `desk=${token}` }
    expect((await send(DESK, '/Desk/Today', { headers: signedIn })).status).toBe(200)
  })
})
