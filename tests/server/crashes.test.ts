// What is left of servers with their own database that are killed, or whose database is.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findFreePort, findRunning } from '../../embedded/postmaster'
import { makeDataDir, startServer } from '../support/servers'
import { openDataDir } from './own-database'

const dataDir = openDataDir()
const env = { DATA_DIR: dataDir }

test('after SIGKILL the next server uses the same database and stops it', async () => {
  const killed = await startServer({ env })
  expect(await killed.stop('SIGKILL')).toBeNull()
  expect(await findRunning(dataDir)).not.toBeNull()
  const next = await startServer({ env })
  expect((await fetch(next.origin)).status).toBe(200)
  expect(await next.stop()).toBe(0)
  expect(await findRunning(dataDir)).toBeNull()
}, 180_000)

test('a crashed database is restarted, and the server recovers', async () => {
  const server = await startServer({ env })
  const postmaster = () => fs.readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const [pid, , , port] = postmaster()
  process.kill(Number(pid), 'SIGKILL')
  const status = async () => (await fetch(server.origin)).status
  await expect.poll(() => server.output(), { timeout: 60_000 }).toContain('the database was started again')
  await expect.poll(status, { timeout: 60_000 }).toBe(200)
  const [next, , , nextPort] = postmaster()
  expect(next).not.toBe(pid)
  expect(nextPort).toBe(port)
  expect(await server.stop()).toBe(0)
  expect(await findRunning(dataDir)).toBeNull()
}, 180_000)

test('of two servers on one data folder the last one to stop stops the database', async () => {
  const [one, two] = await Promise.all([startServer({ env }), startServer({ env })])
  expect(await one.stop()).toBe(0)
  expect((await fetch(`${two.origin}/healthz`)).status).toBe(200)
  expect(await two.stop()).toBe(0)
  expect(await findRunning(dataDir)).toBeNull()
})

test.skipIf(process.platform === 'win32')('npm start ends with npm, however npm ends', async () => {
  const [port, dataDir] = [await findFreePort(), makeDataDir()]
  const npm = spawn('npm', ['start'], {
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_ORIGIN: '',
      EMBEDDED_DATABASE_URL: '',
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  await new Promise<void>((resolve) => {
    npm.stdout.on('data', (part: Buffer) => {
      output += part.toString()
      if (output.includes('"message":"listening"')) resolve()
    })
  })
  npm.kill('SIGTERM')
  // The pipe closes when the last process that inherited it has exited.
  await new Promise((resolve) => npm.stdout.once('close', resolve))
  expect(output).toContain('"message":"stopped"')
  await expect(fetch(`http://localhost:${port}/healthz`)).rejects.toThrow('fetch failed')
  fs.rmSync(dataDir, { recursive: true, force: true })
})
