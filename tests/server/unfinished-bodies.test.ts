// Clients that begin forms and never end them, over real sockets: nobody else waits for them, and they are disconnected.
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ensureBuild } from '../../scripts/build.mjs'
import { startServers } from '../support/app'
import { makeDeskOperator } from '../support/desk'
import { signedIn } from '../support/people'
import { stopServers, type TestServer } from '../support/servers'

let server: TestServer
const sockets: Socket[] = []

beforeAll(async () => {
  await ensureBuild()
  await makeDeskOperator('owner')
  ;[server] = (await startServers(1)) as [TestServer]
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(stopServers)

/** Sends the head and one byte, and never reads. */
function begin(path: string, length: number, headers: string[] = []): Socket {
  const socket = connect(server.port, '127.0.0.1')
  sockets.push(socket)
  socket.pause().on('error', () => {})
  const lines = [`POST ${path} HTTP/1.1`, `Host: localhost:${server.port}`, `Content-Length: ${length}`]
  const form = headers.some((line) => line.startsWith('Content-Type'))
    ? []
    : ['Content-Type: application/x-www-form-urlencoded']
  socket.write([...lines, `Origin: ${server.origin}`, ...form, ...headers, '', 'a'].join('\r\n'))
  return socket
}

async function measure(path: string, init: RequestInit = {}): Promise<{ status: number; ms: number }> {
  const begun = performance.now()
  const { status } = await fetch(server.origin + path, { redirect: 'manual', ...init })
  return { status, ms: performance.now() - begun }
}

const IMAGE = 'Content-Type: multipart/form-data; boundary=x'

async function upload(token: string) {
  const body = new FormData()
  body.set('image', new Blob(['no picture'], { type: 'image/png' }), 'a.png')
  return measure('/Account/image', {
    method: 'POST',
    body,
    headers: { Cookie: `token=${token}`, Origin: server.origin },
  })
}

const readToken = async () => (await signedIn()).visitor.cookies.get('token')!

test.each<[what: string, attack: () => Promise<void>]>([
  ['six forms of the desk', async () => void Array.from({ length: 6 }, () => begin('/Desk/SignIn', 2000))],
  [
    'a hundred forms of guests',
    async () => void Array.from({ length: 100 }, () => begin('/newsletter', 2000)),
  ],
  [
    'twenty uploads of a member',
    async () => {
      const cookie = `Cookie: token=${await readToken()}`
      for (let i = 0; i < 20; i++) begin('/Account/image', 4_000_000, [IMAGE, cookie])
    },
  ],
])('%s that never end keep neither the desk, nor guests, nor uploads waiting', async (_, attack) => {
  const token = await readToken()
  await measure('/Desk/SignIn')
  await attack()
  await new Promise((resolve) => setTimeout(resolve, 500))
  const [desk, guest, sent] = await Promise.all([
    measure('/Desk/SignIn'),
    measure('/TopStores?page=1'),
    upload(token),
  ])
  expect([desk.status, guest.status, sent.status]).toEqual([200, 200, 303])
  // Waiting for the forms would take their 5 s at least.
  expect(Math.max(desk.ms, guest.ms, sent.ms)).toBeLessThan(4_000)
})

test('a client that never ends a form and never reads is disconnected', async () => {
  const socket = begin('/newsletter', 2000)
  const begun = performance.now()
  // Without a reader the end of the connection shows in a failing write.
  const timer = setInterval(() => socket.write(''), 100)
  await expect
    .poll(() => socket.write('a') && !socket.destroyed, { timeout: 12_000, interval: 500 })
    .toBe(false)
  clearInterval(timer)
  expect(performance.now() - begun).toBeGreaterThan(4_000)
}, 20_000)
