// DESK_ORIGIN parts the desk from the shop, over real sockets.
import http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

function ask(host: string, path: string, { method = 'GET', headers = {} } = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { port: server.port, path, method, headers: { Host: host, ...headers } }
    http
      .request(options, (answer) => {
        answer.resume()
        resolve(answer.statusCode!)
      })
      .on('error', reject)
      .end()
  })
}

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
