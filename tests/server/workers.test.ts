// WEB_CONCURRENCY: the processes of one server, their replacement and their stop.
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { once } from 'node:events'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { servers } from '~/platform/db/schema/servers'
import { findFreePort } from '../../embedded/postmaster'
import { isRunning } from '../../embedded/watch'
import { runLoad } from '../faults/load'
import { startServers } from '../support/app'
import { bareEnvironment, type TestServer } from '../support/servers'

const start = async (env: Record<string, string> = {}, build?: string, processes = 2) => {
  const [server] = await startServers(1, { env: { WEB_CONCURRENCY: '2', ...env }, ...(build && { build }) })
  await waitForWorkers(server!, processes)
  return server!
}

function listWorkers({ pid }: TestServer): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n')
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, parent, , file]) => Number(parent) === pid && file?.endsWith('main.js'))
    .map(([worker]) => Number(worker))
}

/** The processes that run, once `count` of them listen. */
async function waitForWorkers(server: TestServer, count: number): Promise<number[]> {
  const listening = () =>
    listWorkers(server).filter((pid) => server.output().includes(`"worker listening","pid":${pid}}`))
  await expect.poll(() => listening().length).toBe(count)
  return listening()
}

test('two processes serve one port, and only the first announces the server and runs its jobs', async () => {
  const server = await start()
  expect(server.output()).toContain('"workers":2')
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await fetch(`${server.origin}/healthz`)).status),
  )
  expect(statuses).toEqual(statuses.map(() => 200))
  const announced = () => db.select().from(servers).where(eq(servers.port, server.port))
  await expect.poll(async () => (await announced()).length).toBe(1)
  const workers = listWorkers(server)
  expect(await server.stop()).toBe(0)
  expect(workers.filter(isRunning)).toEqual([])
  expect(await announced()).toEqual([])
  await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow('fetch failed')
})

test('one process more serves the desk with the lowest priority on its port', async () => {
  const port = await findFreePort()
  const server = await start({ DESK_PORT: String(port) }, undefined, 3)
  const priorities = listWorkers(server).map((pid) => os.getPriority(pid))
  expect(priorities.toSorted((a, b) => a - b)).toEqual([0, 0, os.constants.priority.PRIORITY_LOW])
  const answer = await fetch(`http://127.0.0.1:${port}/Desk`, { redirect: 'manual' })
  expect(answer.status).toBe((await fetch(`${server.origin}/Desk`, { redirect: 'manual' })).status)
  expect(await server.stop()).toBe(0)
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')
})

test('a crashed process is replaced while the other one serves', async () => {
  const server = await start()
  const [one, two] = await waitForWorkers(server, 2)
  process.kill(one!, 'SIGKILL')
  await server.said('"message":"worker died"')
  expect((await fetch(server.origin)).status).toBe(200)
  await expect.poll(() => listWorkers(server).filter((pid) => pid !== one && pid !== two).length).toBe(1)
  process.kill(two!, 'SIGKILL')
  await waitForWorkers(server, 2)
  await expect.poll(async () => (await fetch(server.origin)).status).toBe(200)
  expect(await server.stop()).toBe(0)
})

test('SIGUSR2 replaces the processes one by one and loses no request on a kept connection', async () => {
  const server = await start()
  const before = await waitForWorkers(server, 2)
  let isOver = false
  const wishes = ['/healthz', '/readyz', '/robots.txt'].map((path) => ({ path }))
  const load = runLoad(server, wishes, () => isOver, 400)
  process.kill(server.pid, 'SIGUSR2')
  await server.said('"message":"workers restarted"')
  isOver = true
  const { requests, lost } = await load
  expect(requests).toBeGreaterThan(100)
  expect(Object.fromEntries(lost)).toEqual({})
  const after = await waitForWorkers(server, 2)
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
  expect(server.output()).not.toContain('worker died')
  expect(await server.stop()).toBe(0)
})

test('SIGUSR2 reads ENV_FILE again, and refuses an invalid one as a whole', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-env-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const ENV_FILE = path.join(folder, 'env')
  const write = (...lines: string[]) => fs.writeFileSync(ENV_FILE, `${lines.join('\n')}\n`)
  write('TRACKIER_SECRET=the-first-of-them')
  const server = await start({ ENV_FILE })
  const getStatus = async (secret: string) =>
    (await fetch(`${server.origin}/postback/trackier/${secret}?p1=none&sale_amount=1&status=pending`)).status
  expect([await getStatus('the-first-of-them'), await getStatus('the-second-of-them')]).toEqual([200, 403])
  const before = await waitForWorkers(server, 2)

  const faults = [
    ['TRACKIER_SECRET=short', 'TRACKIER_SECRET: must have at least 16 characters'],
    ['TRACKIER_SECRET=the second of them', 'line 2: TRACKIER_SECRET: quote a value'],
    ['WEB_CONCURRENCY=3', 'a change of these needs a stop and a start: WEB_CONCURRENCY'],
    ['DATABASE_URL=postgres://elsewhere/x', 'PUBLIC_ORIGIN'],
  ] as const
  for (const [line, words] of faults) {
    write('# changed', line)
    process.kill(server.pid, 'SIGUSR2')
    await server.said(words)
  }
  fs.rmSync(ENV_FILE)
  process.kill(server.pid, 'SIGUSR2')
  await server.said('cannot be read (ENOENT)')
  expect(server.output()).not.toMatch(/short|second of|elsewhere/)
  expect(await waitForWorkers(server, 2)).toEqual(before)

  write('TRACKIER_SECRET=the-second-of-them', 'TRACKIER_SECRET_OLD=the-first-of-them', 'WEB_CONCURENCY=3')
  process.kill(server.pid, 'SIGUSR2')
  await server.said('"message":"workers restarted"')
  await server.said('WEB_CONCURENCY is unknown and has no effect: did you mean WEB_CONCURRENCY?')
  expect([await getStatus('the-first-of-them'), await getStatus('the-second-of-them')]).toEqual([200, 200])
  write('TRACKIER_SECRET=the-second-of-them')
  process.kill(server.pid, 'SIGUSR2')
  await expect.poll(() => getStatus('the-first-of-them')).toBe(403)
  expect(await server.stop()).toBe(0)
})

test('a process that dies during a restart is replaced once', async () => {
  const server = await start()
  const before = await waitForWorkers(server, 2)
  process.kill(server.pid, 'SIGUSR2')
  await server.said('"message":"restarting"')
  process.kill(Math.min(...before), 'SIGKILL')
  await server.said('"message":"workers restarted"')
  await expect.poll(() => listWorkers(server).length).toBe(2)
  expect(listWorkers(server).filter((pid) => before.includes(pid))).toEqual([])
  expect(await server.stop()).toBe(0)
})

test('stopping lets a running request finish in either process', async () => {
  const server = await start()
  const socket = net.connect(server.port, '127.0.0.1')
  const form = 'email=someone%40example.com'
  socket.write(
    `POST /newsletter HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
      `Content-Length: ${form.length}\r\nExpect: 100-continue\r\n\r\n`,
  )
  await once(socket, 'data')
  process.kill(server.pid, 'SIGTERM')
  await server.said('"message":"stopping"')
  socket.write(form)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 (?!5)/)
  socket.destroy()
  expect(await server.ended).toBe(0)
})

test('with DRAIN_SECONDS every process serves without being ready, until a second signal ends it', async () => {
  const server = await start({ DRAIN_SECONDS: '300' })
  const get = async (path: string) => {
    const answer = await fetch(server.origin + path, { headers: { Connection: 'close' } })
    return `${answer.status} ${(await answer.text()).trim()}`
  }
  const eight = (path: string) => Promise.all(Array.from({ length: 8 }, () => get(path)))
  expect(new Set(await eight('/readyz'))).toEqual(new Set(['200 OK']))
  process.kill(server.pid, 'SIGTERM')
  await server.said('"message":"stopping"')
  await expect.poll(async () => [...new Set(await eight('/readyz'))]).toEqual(['503 Unavailable: draining'])
  expect(new Set(await eight('/healthz'))).toEqual(new Set(['200 OK']))
  process.kill(server.pid, 'SIGTERM')
  expect(await server.ended).toBe(130)
})

test('after DRAIN_SECONDS the server stops in order', async () => {
  const [server] = await startServers(1, { env: { DRAIN_SECONDS: '1' } })
  expect(await server!.stop()).toBe(0)
  expect(server!.output()).toMatch(/"message":"stopping"[\s\S]*"message":"stopped"/)
})

test('stopping does not wait for a process that is starting', async () => {
  const [server] = await startServers(1, { env: { WEB_CONCURRENCY: '3' } })
  expect(await server!.stop()).toBe(0)
  expect(server!.output()).not.toContain('worker killed')
  expect(listWorkers(server!)).toEqual([])
})

test('a port in use is reported once, and the server exits', async () => {
  const other = net.createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as net.AddressInfo
  const failed = await start({ PORT: String(port) }).then(() => '', String)
  other.close()
  expect(failed).toContain('The server ended with 1')
  expect(failed.match(new RegExp(`PORT: ${port} is taken by another program`, 'g'))).toHaveLength(1)
})

test('BACKGROUND_JOBS=none leaves the jobs to `ops work`; SIGUSR2 has no effect on one process', async () => {
  const server = (await startServers(1, { env: { BACKGROUND_JOBS: 'none' } }))[0]!
  expect(server.output()).toContain('background jobs run only in `ops work`')
  process.kill(server.pid, 'SIGUSR2')
  await server.said('SIGUSR2 restarts the processes of WEB_CONCURRENCY; here is one')
  expect((await fetch(server.origin)).status).toBe(200)
  expect(await server.stop()).toBe(0)
})

/** Inside the project, because the bundles resolve packages from its node_modules. */
const copy = path.resolve('.cache/broken-build')
beforeEach(() => fs.rmSync(copy, { recursive: true, force: true }))
afterAll(() => fs.rmSync(copy, { recursive: true, force: true }))

const reload = (server: TestServer, build = 'build') =>
  spawnSync(process.execPath, [path.join(build, 'node/reload.js'), String(server.pid)], {
    encoding: 'utf8',
    env: { ...bareEnvironment(), DATA_DIR: server.dataDir },
  })

test('a process of newer code on an older schema does not serve, says what to do, and others serve on', async () => {
  fs.cpSync('build', copy, { recursive: true })
  const server = await start({}, copy)
  const [one, two] = await waitForWorkers(server, 2)
  const file = path.join(copy, 'drizzle/meta/_journal.json')
  const text = fs.readFileSync(file, 'utf8')
  const journal = JSON.parse(text) as { entries: object[] }
  journal.entries.push({ ...journal.entries.at(-1), when: Date.now(), tag: '9999_newer' })
  fs.writeFileSync(file, JSON.stringify(journal))

  process.kill(one!, 'SIGKILL')
  await server.said('The schema of the database is older than this code')
  await server.said('`dealdwaar migrate`, then `systemctl restart dealdwaar`')
  expect(listWorkers(server)).toContain(two)
  expect((await fetch(server.origin)).status).toBe(200)
  const { status, stderr } = reload(server, copy)
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('9999_newer') as string })

  fs.writeFileSync(file, text)
  await expect.poll(() => listWorkers(server).length).toBe(2)
  expect(await server.stop()).toBe(0)
})

test('a reload waits for its end: 0 once the processes are replaced, else 1 with what is wrong', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-env-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const ENV_FILE = path.join(folder, 'env')
  fs.writeFileSync(ENV_FILE, 'TRACKIER_SECRET=the-first-of-them\n')
  const DATA_DIR = path.join(folder, 'data')
  fs.mkdirSync(DATA_DIR)
  const server = await start({ ENV_FILE, DATA_DIR })
  const before = await waitForWorkers(server, 2)
  expect(reload(server)).toMatchObject({ status: 0, stderr: '' })
  const after = await waitForWorkers(server, 2)
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
  fs.writeFileSync(ENV_FILE, 'TRACKIER_SECRET=short\n')
  const refused = reload(server)
  expect(refused.status).toBe(1)
  expect(refused.stderr).toContain('TRACKIER_SECRET: must have at least 16 characters')
  expect(await server.stop()).toBe(0)
  const ended = reload(server)
  expect(ended).toMatchObject({ status: 1 })
  expect(ended.stderr).toContain('systemctl restart dealdwaar')
})

test('a reload of one process is refused with what to do', async () => {
  const DATA_DIR = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-data-'))
  onTestFinished(() => fs.rmSync(DATA_DIR, { recursive: true }))
  const [server] = await startServers(1, { env: { DATA_DIR } })
  const { status, stderr } = reload(server!)
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining('WEB_CONCURRENCY is 1') as string,
  })
  expect(await server!.stop()).toBe(0)
})

test('a restart with a build that does not start keeps the old processes', async () => {
  fs.cpSync('build', copy, { recursive: true })
  const server = await start({}, copy)
  const before = await waitForWorkers(server, 2)
  fs.writeFileSync(path.join(copy, 'server/index.js'), 'throw new Error("This build is broken.")')
  process.kill(server.pid, 'SIGUSR2')
  await server.said('"message":"restart failed"')
  expect(server.output()).toContain('This build is broken.')
  expect(await waitForWorkers(server, 2)).toEqual(before)
  expect((await fetch(server.origin)).status).toBe(200)
  expect(await server.stop()).toBe(0)
})
