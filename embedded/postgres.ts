// Tolerates a stale pid file, concurrent first starts, a port in use and a killed parent: the cluster is created in a private
// folder and renamed, another port is chosen, and a server that already runs on the folder is reused.
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTools, type Tools } from './tools'
import { isRunning, watch, type DatabaseEvent } from './watch'

export interface EmbeddedPostgres {
  /** Superuser `app`, database `postgres`. */
  url: string
  keepAlive(tell: (event: DatabaseEvent) => void): void
  /** Stops the server unless another process still uses it. */
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

/** A line of postmaster.pid, counted from 0; '' if there is none. */
function lineOf(folder: string, index: number): string {
  try {
    return fs.readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[index]?.trim() ?? ''
  } catch {
    return ''
  }
}

const pidOf = (folder: string) => Number(lineOf(folder, 0)) || 0
const portOf = (folder: string) => Number(lineOf(folder, 3)) || 0

/** Waits while PostgreSQL starts or stops: it accepts connections then, only to refuse them (SQLSTATE 57P03). */
async function serves(folder: string): Promise<boolean> {
  while (await accepts(portOf(folder))) {
    if (lineOf(folder, 7) === 'ready') return true
    // The port is another program's.
    if (!isRunning(pidOf(folder))) return false
    await sleep(50)
  }
  return false
}

export async function findRunning(dataDir: string): Promise<string | null> {
  const folder = clusterFolder(dataDir)
  const port = portOf(folder)
  return (await accepts(port)) ? urlOf(folder, port) : null
}

/** 0: nobody serves the folder, and nobody is about to. */
export function runningPid(dataDir: string): number {
  const pid = pidOf(clusterFolder(dataDir))
  return pid && isRunning(pid) ? pid : 0
}

/** Whose the cluster's files must be; undefined: this process's. */
export const databaseAccount = (dataDir: string) => openTools(dataDir).who

const clusterFolder = (dataDir: string) => path.resolve(dataDir, 'postgres')
const urlOf = (folder: string, port: number) =>
  `postgres://app:${fs.readFileSync(path.join(folder, 'app.password'), 'utf8').trim()}@127.0.0.1:${port}/postgres`

/** Throws with the end of the server's log if PostgreSQL does not start. */
export async function startPostgres(
  dataDir: string,
  options: { maxConnections?: number; settings?: string[] } = {},
): Promise<EmbeddedPostgres> {
  const folder = clusterFolder(dataDir)
  const tools = openTools(dataDir)
  makeCluster(folder, tools)
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `max_connections=${options.maxConnections ?? 100}`,
    'shared_buffers=64MB',
    ...(options.settings ?? []),
  ]
  const log = path.join(folder, 'server.log')
  const users = joinUsers(dataDir)
  const startWords = (port: number) => {
    const flags = [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(' ')
    return ['start', '-w', '-t', '30', '-D', folder, '-l', log, '-o', flags]
  }
  for (let attempt = 0; !(await serves(folder)); attempt++) {
    // Prefer the previous port: other processes may still use the URL of a server that died.
    const port = attempt === 0 ? await ifFree(portOf(folder)) : await freePort()
    const started = tools.run('pg_ctl', startWords(port), 'ignore')
    if (started.status === 0) break
    if (attempt === 20)
      throw new Error(`PostgreSQL did not start:\n${fs.readFileSync(log, 'utf8').slice(-800)}`)
    await sleep(250)
  }
  const port = portOf(folder)
  let guard: { end(): void } | undefined
  return {
    url: urlOf(folder, port),
    keepAlive(tell) {
      guard ??= watch(
        () => pidOf(folder),
        tell,
        async () => {
          // Other processes watch the same server; the first to notice restarts it.
          if (await accepts(port)) return true
          return (await tools.runAside('pg_ctl', startWords(port))) === 0
        },
      )
    },
    stop(mode = 'fast') {
      guard?.end()
      if (users.leave() > 0) return
      const wait = mode === 'fast' ? '-w' : '-W'
      tools.run('pg_ctl', ['stop', '-m', mode, wait, '-D', folder], 'ignore')
    },
  }
}

async function ifFree(port: number): Promise<number> {
  return port && !(await accepts(port)) ? port : freePort()
}

/** One file per process, named by its id; files of killed processes do not count. */
function joinUsers(dataDir: string) {
  const folder = path.resolve(dataDir, 'postgres-users')
  const mine = path.join(folder, String(process.pid))
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(mine, '')
  return {
    leave(): number {
      fs.rmSync(mine, { force: true })
      const others = fs.readdirSync(folder)
      for (const pid of others)
        if (!isRunning(Number(pid))) fs.rmSync(path.join(folder, pid), { force: true })
      return fs.readdirSync(folder).length
    },
  }
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
    // Another process created the cluster first.
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    fs.rmSync(draft, { recursive: true, force: true })
  }
}
