// Tolerates a stale pid file, concurrent first starts, a port in use and a killed parent.
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeCluster } from './make-cluster'
import {
  buildUrl,
  clusterFolder,
  findFreePort,
  isAccepting,
  isServing,
  logPath,
  readPid,
  readServerPort,
} from './postmaster'
import { openTools, type Aside } from './tools'
import { joinUsers, keepPort, readPort, type Users } from './users'
import { watch, type DatabaseEvent } from './watch'

export interface EmbeddedPostgres {
  url: string
  keepAlive(tell: (event: DatabaseEvent) => void): void
  stop(mode?: 'fast' | 'immediate'): void
}

const BIRTH_MS = 500

/** Throws an error with the end of the server's log. */
export async function startPostgres(
  dataDir: string,
  options: { maxConnections?: number; settings?: string[] } = {},
): Promise<EmbeddedPostgres> {
  const folder = clusterFolder(dataDir)
  const tools = openTools(dataDir)
  makeCluster(folder, tools)
  const start = buildStartWords(folder, options)
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
  const isOurs = () => readServerPort(folder) === port
  return {
    url: buildUrl(folder, port),
    keepAlive(tell) {
      guard ??= watch(
        () => (isOurs() ? readPid(folder) : 0),
        tell,
        async () => {
          const isServed = await isServing(folder)
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

function buildStartWords(folder: string, options: { maxConnections?: number; settings?: string[] }) {
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
  const kept = readPort(dataDir) || readServerPort(folder)
  for (let attempt = 0; ; attempt++) {
    const isServed = await isServing(folder)
    // Users of a server that died still have its URL.
    const mustKeep = kept > 0 && users.count() > 0
    if (isServed && (!mustKeep || readServerPort(folder) === kept)) break
    const isTaken = await isAccepting(kept)
    if (!(mustKeep && isTaken)) {
      const port = kept && !isTaken && (mustKeep || attempt === 0) ? kept : await findFreePort()
      if (run(isServed ? 'restart' : 'start', port).status === 0) break
    }
    if (attempt === 20)
      throw new Error(`PostgreSQL did not start:\n${findReason(folder, mustKeep && isTaken, kept)}`)
    await sleep(250)
  }
  keepPort(dataDir, readServerPort(folder))
  return readServerPort(folder)
}

function findReason(folder: string, isTaken: boolean, port: number): string {
  if (isTaken) return `Another program has its port ${port}, which a process that runs uses.`
  const log = logPath(folder)
  return fs.existsSync(log) ? fs.readFileSync(log, 'utf8').slice(-800) : `${log} was not written.`
}
