import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { execFile, spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildFolder, ensureBuild } from '../../scripts/build.mjs'
import { startPostgres } from '../../embedded/postgres'
import { findRunning, findFreePort, findRunningPid } from '../../embedded/postmaster'
import { bareEnvironment, makeDataDir, startServer, stopServers, type TestServer } from '../support/servers'

const dataDir = makeDataDir()
const place = (name: string) => path.join(dataDir, 'postgres', name)
const env = { DATA_DIR: dataDir }

beforeAll(() => ensureBuild())
afterAll(async () => {
  await stopServers()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

test('a database that another server starts is used once it answers queries', async () => {
  const dataDir = makeDataDir()
  const folder = path.join(dataDir, 'postgres')
  fs.mkdirSync(folder)
  fs.writeFileSync(path.join(folder, 'PG_VERSION'), '18\n')
  fs.writeFileSync(path.join(folder, 'app.password'), 'secret\n')
  // It accepts connections while it recovers.
  const postmaster = net.createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(postmaster, 'listening')
  const { port } = postmaster.address() as net.AddressInfo
  const say = (status: string) =>
    fs.writeFileSync(
      path.join(folder, 'postmaster.pid'),
      [process.pid, folder, 0, port, '', '127.0.0.1', '', status, ''].join('\n'),
    )
  say('starting')
  let isUsed = false
  const started = startPostgres(dataDir).finally(() => (isUsed = true))
  for (let looks = 0; looks < 3; looks++) await Promise.race([once(postmaster, 'connection'), started])
  expect(isUsed).toBe(false)
  say('ready   ')
  expect((await started).url).toBe(`postgres://app:secret@127.0.0.1:${port}/postgres`)
  postmaster.close()
  fs.rmSync(dataDir, { recursive: true })
})

const opsWords = ['scripts/ops.mjs', 'stats', '--json']
const ops = () =>
  new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, opsWords, { env: { ...bareEnvironment(), ...env } }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, output: out + err }),
    )
  })

const health = async ({ origin }: TestServer) =>
  (await Promise.all(['/healthz', '/readyz'].map((path) => fetch(origin + path)))).map(({ status }) => status)

/** While it lasts, PostgreSQL cannot start. */
async function withoutConfiguration(work: () => Promise<void>): Promise<void> {
  fs.renameSync(place('postgresql.conf'), place('saved.conf'))
  await work()
  fs.renameSync(place('saved.conf'), place('postgresql.conf'))
}

const portNow = async () => new URL((await findRunning(dataDir))!).port

/** Without `pg_ctl`, by another configuration file. */
async function startByHand(): Promise<void> {
  const { uid, gid } = fs.statSync(place('PG_VERSION'))
  const program = fs.readFileSync(place('postmaster.opts'), 'utf8').split(' ')[0]!
  const words = [
    '-D',
    place(''),
    '-p',
    String(await findFreePort()),
    '-c',
    `config_file=${place('saved.conf')}`,
  ]
  const options = { stdio: 'ignore', uid, gid, cwd: '/', detached: true } as const
  spawn(program, [...words, '-c', 'unix_socket_directories='], options).unref()
  await expect.poll(() => findRunning(dataDir)).not.toBeNull()
}

const ENDS: [string, (pid: number, server: TestServer) => Promise<unknown>][] = [
  ['stopped', (pid) => Promise.resolve(process.kill(pid, 'SIGINT'))],
  ['killed', (pid) => Promise.resolve(process.kill(pid, 'SIGKILL'))],
  [
    'stopped, and cannot start for a while',
    (pid, server) =>
      withoutConfiguration(async () => {
        process.kill(pid, 'SIGINT')
        await server.said('the database does not start')
        const refused = await ops()
        expect(refused.code).toBe(1)
        expect(refused.output).toContain('PostgreSQL did not start')
      }),
  ],
  [
    'stopped, and started by hand on another port',
    (pid, server) =>
      withoutConfiguration(async () => {
        process.kill(pid, 'SIGINT')
        await server.said('the database does not start')
        await startByHand()
      }),
  ],
]

test.each(ENDS)(
  'a database that is %s is served again, and a command works meanwhile',
  async (_, end) => {
    const server = await startServer({ env })
    const port = await portNow()
    const pid = findRunningPid(dataDir)
    await end(pid, server)
    const command = ops()
    await expect.poll(() => health(server), { timeout: 50_000 }).toEqual([200, 200])
    expect(await command).toMatchObject({ code: 0 })
    expect(await portNow()).toBe(port)
    expect(await server.stop()).toBe(0)
    expect(await findRunning(dataDir)).toBeNull()
  },
  180_000,
)

test('a command that ends while a server starts leaves the database to the server', async () => {
  const [command, server] = await Promise.all([ops(), startServer({ env })])
  expect(command).toMatchObject({ code: 0 })
  expect(await health(server)).toEqual([200, 200])
  expect(await server.stop()).toBe(0)
  expect(await findRunning(dataDir)).toBeNull()
})

test('a server interrupted during start leaves no database behind', async () => {
  const child = spawn(process.execPath, [path.join(buildFolder, 'node/main.js')], {
    env: { ...bareEnvironment(), ...env, PORT: String(await findFreePort()) },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await expect.poll(() => fs.existsSync(path.join(dataDir, 'postgres-lock')), { interval: 5 }).toBe(true)
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  expect(findRunningPid(dataDir)).toBe(0)
})

test('a database whose port another program took does not move while a process uses it', async () => {
  const other = net.createServer((socket) => socket.destroy())
  other.listen(Number(fs.readFileSync(path.join(dataDir, 'postgres-port'), 'utf8')), '127.0.0.1')
  await once(other, 'listening')
  const user = path.join(dataDir, 'postgres-users', String(process.ppid))
  fs.writeFileSync(user, '')
  await expect(startPostgres(dataDir)).rejects.toThrow(/Another program has its port \d+, which a process/)
  fs.rmSync(user)
  const moved = await startPostgres(dataDir)
  expect(new URL(moved.url).port).not.toBe(String((other.address() as net.AddressInfo).port))
  moved.stop()
  other.close()
})
