// Start and stop of real processes with their own database. crashes.test.ts has those that are killed.
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findRunning, findFreePort } from '../../embedded/postmaster'
import { startServers } from '../support/app'
import { startServer } from '../support/servers'
import { openDataDir } from './own-database'

const dataDir = openDataDir()
const env = { DATA_DIR: dataDir }

const keys = () => fs.readFileSync(path.join(dataDir, 'keys.json'), 'utf8')

test('a first start creates keys with mode 0600, and a second start keeps them', async () => {
  const first = await startServer({ env })
  const made = keys()
  expect(fs.statSync(path.join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600)
  expect(await first.stop()).toBe(0)
  expect(await findRunning(dataDir)).toBeNull()
  const second = await startServer({ env })
  expect(keys()).toBe(made)
  expect((await fetch(second.origin)).status).toBe(200)
  expect(await second.stop('SIGINT')).toBe(0)
})

test('a start warns of a name that is nearly a variable, and of a clock that PostgreSQL does not share', async () => {
  const ahead = 'const now = Date.now; Date.now = () => now() + 3 * 3_600_000'
  const server = await startServer({
    env: {
      ...env,
      WEB_CONCURENCY: '3',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(ahead)}`,
    },
  })
  await server.said('WEB_CONCURENCY is unknown and has no effect: did you mean WEB_CONCURRENCY?')
  await server.said('"the clock of this machine is ahead of that of PostgreSQL","seconds":10')
  expect(await server.stop()).toBe(0)
})

test('a server whose log has no reader keeps serving, and stops', async () => {
  const telling =
    "process.on('uncaughtExceptionMonitor', ({ code }) => process.connected && process.send(code))"
  const server = await startServer({
    env: { ...env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(telling)}` },
  })
  server.stopReading()
  for (let n = 0; n < 3; n++) expect((await fetch(server.origin)).status).toBe(200)
  expect(await server.stop()).toBe(0)
  expect(server.messages).toEqual([])
})

test('a port in use is reported with the variable PORT', async () => {
  const other = net.createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as net.AddressInfo
  const failed = startServer({ env: { ...env, PORT: String(port) } })
  await expect(failed).rejects.toThrow(
    `PORT: ${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`,
  )
  other.close()
  expect(await findRunning(dataDir)).toBeNull()
})

test('an invalid variable is reported, and nothing is started', async () => {
  await expect(startServer({ env: { ...env, PUBLIC_ORIGIN: 'localhost' } })).rejects.toThrow('PUBLIC_ORIGIN')
  await expect(
    startServer({ env: { ...env, DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' } }),
  ).rejects.toThrow(/PUBLIC_ORIGIN: [\s\S]*SESSION_SECRET: [\s\S]*DATA_KEY: [\s\S]*OTP_PROVIDER: /)
})

test('stopping does not wait for idle connections and incomplete requests', async () => {
  const [server] = await startServers(1)
  const sockets = await Promise.all(
    ['', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'].map(async (bytes) => {
      const socket = net.connect(server!.port, '127.0.0.1')
      socket.on('error', () => {})
      if (bytes) {
        socket.write(bytes)
        await new Promise((resolve) => socket.once('data', resolve))
      }
      return socket
    }),
  )
  expect(await server!.stop()).toBe(0)
  expect(server!.output()).not.toContain('connections cut')
  for (const socket of sockets) socket.destroy()
})

test('a second signal ends the server at once', async () => {
  const [server] = await startServers(1)
  // An incomplete request delays the graceful stop.
  const socket = net.connect(server!.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    'POST /newsletter HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n',
  )
  await once(socket, 'data')
  process.kill(server!.pid, 'SIGTERM')
  await server!.said('"message":"stopping"')
  process.kill(server!.pid, 'SIGTERM')
  expect(await server!.ended).toBe(130)
  socket.destroy()
})

test('with its own database the server serves only the host of PUBLIC_ORIGIN', async () => {
  const port = await findFreePort()
  const [server] = await startServers(1, {
    env: {
      PORT: String(port),
      DATABASE_URL: process.env.EMBEDDED_DATABASE_URL,
      EMBEDDED_DATABASE_URL: undefined,
      PUBLIC_ORIGIN: 'https://shop.example',
      OTP_PROVIDER: 'demo',
      ALLOW_DEMO_OTP: '9876543210,9000000001',
      HOLDING_DAYS: '30',
    },
  })
  const ask = (host: string, route: string) =>
    new Promise<string>((resolve) => {
      let answer = ''
      const socket = net.connect(port, '127.0.0.1')
      socket.write(`GET ${route} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      socket.on('data', (part) => (answer += part.toString()))
      socket.on('close', () => resolve(answer))
    })
  expect(await ask('shop.example', '/')).toMatch(/^HTTP\/1.1 200 [\s\S]*\r\nstrict-transport-security: /i)
  expect(await ask('other.example', '/')).toMatch(/^HTTP\/1.1 421 /)
  expect(await ask('10.0.0.5', '/healthz')).toMatch(/^HTTP\/1.1 200 /)
  expect(server!.output()).not.toContain('Demo mode')
  expect(server!.output()).toContain('"level":"warn","message":"ALLOW_DEMO_OTP is set')
  expect(server!.output()).toContain('"numbers":"2 listed numbers"')
})
