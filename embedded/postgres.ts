// Tolerates a stale pid file, concurrent first starts, a port in use and a killed parent.
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTools, type Aside, type Tools } from './tools'
import { joinUsers, keepPort, readPort, type Users } from './users'
import { isRunning, watch, type DatabaseEvent } from './watch'

export interface EmbeddedPostgres {
  url: string
  keepAlive(tell: (event: DatabaseEvent) => void): void
  stop(mode?: 'fast' | 'immediate'): void
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
}

function accepts(port: number): Promise<boolean> {
  if (!port) return Promise.resolve(false)
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** Lines are counted from 0. */
function readPidLine(folder: string, index: number): string {
  try {
    return fs.readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[index]?.trim() ?? ''
  } catch {
    return ''
  }
}

const readPid = (folder: string) => Number(readPidLine(folder, 0)) || 0
const readPortOfServer = (folder: string) => Number(readPidLine(folder, 3)) || 0

/** Waits while PostgreSQL starts or stops: it then accepts connections only to refuse them (57P03). */
async function serves(folder: string): Promise<boolean> {
  while (await accepts(readPortOfServer(folder))) {
    if (readPidLine(folder, 7) === 'ready') return true
    if (!isRunning(readPid(folder))) return false
    await sleep(50)
  }
  return false
}

export async function findRunning(dataDir: string): Promise<string | null> {
  const folder = clusterFolder(dataDir)
  const port = readPortOfServer(folder)
  return (await accepts(port)) ? buildUrl(folder, port) : null
}

export function runningPid(dataDir: string): number {
  const pid = readPid(clusterFolder(dataDir))
  return pid && isRunning(pid) ? pid : 0
}

const logPath = (folder: string) => path.join(folder, 'server.log')
const clusterFolder = (dataDir: string) => path.resolve(dataDir, 'postgres')
const buildUrl = (folder: string, port: number) =>
  `postgres://app:${fs.readFileSync(path.join(folder, 'app.password'), 'utf8').trim()}@127.0.0.1:${port}/postgres`

const BIRTH_MS = 500

/** Throws an error with the end of the server's log. */
export async function startPostgres(
  dataDir: string,
  options: { maxConnections?: number; settings?: string[] } = {},
): Promise<EmbeddedPostgres> {
  const folder = clusterFolder(dataDir)
  const tools = openTools(dataDir)
  makeCluster(folder, tools)
  const start = startWords(folder, options)
  const users = joinUsers(dataDir)
  const unlock = await users.lock()
  let port: number
  try {
    port = await startOrJoin(dataDir, users, (word, on) =>
      tools.run('pg_ctl', [word, ...start(on)], 'ignore'),
    )
  } catch (error) {
    unlock()
    users.leave(() => {})
    throw error
  }
  unlock()
  let guard: { end(): void } | undefined
  let restarting: Aside | undefined
  const isOurs = () => readPortOfServer(folder) === port
  return {
    url: buildUrl(folder, port),
    keepAlive(tell) {
      guard ??= watch(
        () => (isOurs() ? readPid(folder) : 0),
        tell,
        async () => {
          const isServed = await serves(folder)
          // Several processes may watch: the first one restarts the server for all.
          if (isServed && isOurs()) return true
          restarting = tools.runAside('pg_ctl', [isServed ? 'restart' : 'start', ...start(port)])
          return (await restarting.exit) === 0
        },
      )
    },
    stop(mode = 'fast') {
      guard?.end()
      // Stop a restart, which would start the database again; a database just started has no pid file yet.
      if (restarting?.kill()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BIRTH_MS)
      const wait = mode === 'fast' ? '-w' : '-W'
      users.leave(() => void tools.run('pg_ctl', ['stop', '-m', mode, wait, '-D', folder], 'ignore'))
    },
  }
}

function startWords(folder: string, options: { maxConnections?: number; settings?: string[] }) {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `max_connections=${options.maxConnections ?? 100}`,
    'shared_buffers=64MB',
    ...(options.settings ?? []),
  ]
  return (port: number) => {
    const flags = [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(' ')
    return ['-w', '-t', '30', '-D', folder, '-l', logPath(folder), '-o', flags]
  }
}

async function startOrJoin(
  dataDir: string,
  users: Users,
  run: (word: 'start' | 'restart', port: number) => { status: number | null },
): Promise<number> {
  const folder = clusterFolder(dataDir)
  const kept = readPort(dataDir) || readPortOfServer(folder)
  for (let attempt = 0; ; attempt++) {
    const isServed = await serves(folder)
    // Users of a server that died still have its URL.
    const mustKeep = kept > 0 && users.count() > 0
    if (isServed && (!mustKeep || readPortOfServer(folder) === kept)) break
    const isTaken = await accepts(kept)
    if (!(mustKeep && isTaken)) {
      const port = kept && !isTaken && (mustKeep || attempt === 0) ? kept : await freePort()
      if (run(isServed ? 'restart' : 'start', port).status === 0) break
    }
    if (attempt === 20)
      throw new Error(`PostgreSQL did not start:\n${findReason(folder, mustKeep && isTaken, kept)}`)
    await sleep(250)
  }
  keepPort(dataDir, readPortOfServer(folder))
  return readPortOfServer(folder)
}

function findReason(folder: string, isTaken: boolean, port: number): string {
  if (isTaken) return `Another program has its port ${port}, which a process that runs uses.`
  const log = logPath(folder)
  return fs.existsSync(log) ? fs.readFileSync(log, 'utf8').slice(-800) : `${log} was not written.`
}

function makeCluster(folder: string, { who, run }: Tools): void {
  if (fs.existsSync(path.join(folder, 'PG_VERSION'))) return
  const base = path.dirname(folder)
  fs.mkdirSync(base, { recursive: true })
  const draft = fs.mkdtempSync(path.join(base, '.postgres-'))
  const passwordFile = `${draft}.password`
  fs.writeFileSync(passwordFile, `${randomBytes(18).toString('base64url')}\n`, { mode: 0o600 })
  if (who) for (const name of [draft, passwordFile]) fs.chownSync(name, who.uid, who.gid)
  const login = ['-U', 'app', '-A', 'scram-sha-256', '--pwfile', passwordFile]
  const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
  const made = run('initdb', ['-D', draft, ...login, ...locale])
  if (made.status !== 0) throw new Error(`initdb: ${made.error?.message ?? String(made.stderr)}`)
  fs.renameSync(passwordFile, path.join(draft, 'app.password'))
  try {
    fs.renameSync(draft, folder)
  } catch (error) {
    // Another process has created the folder at the same time.
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    fs.rmSync(draft, { recursive: true, force: true })
  }
}
