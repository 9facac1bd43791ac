import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from './watch'

/** A start is shorter than this: the id of an older lock belongs to another program. */
const OLDEST_LOCK_MS = 10 * 60_000
const PAUSE_MS = 20

export interface Users {
  count(): number
  lock(): Promise<() => void>
  /** Calls `stop` if this was the last user. */
  leave(stop: () => void): void
}

export function joinUsers(dataDir: string): Users {
  const folder = path.resolve(dataDir, 'postgres-users')
  const mine = path.join(folder, String(process.pid))
  const lockFile = path.resolve(dataDir, 'postgres-lock')
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  fs.writeFileSync(mine, '')
  const count = () => {
    for (const pid of fs.readdirSync(folder))
      if (!isRunning(Number(pid))) fs.rmSync(path.join(folder, pid), { force: true })
    return fs.readdirSync(folder).filter((pid) => Number(pid) !== process.pid).length
  }
  const unlock = () => {
    ownLocks.delete(lockFile)
    fs.rmSync(lockFile, { force: true })
  }
  return {
    count,
    async lock() {
      while (!takeLock(lockFile)) await sleep(PAUSE_MS)
      return unlock
    },
    leave(stop) {
      fs.rmSync(mine, { force: true })
      // Another holder of the lock may have stopped the database meanwhile.
      while (count() === 0) {
        if (takeLock(lockFile)) {
          if (count() === 0) stop()
          return unlock()
        }
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
      }
    },
  }
}

/** Locks of this process: in a container a new process may have the id of a killed one. */
const ownLocks = new Set<string>()

function takeLock(file: string): boolean {
  try {
    fs.writeFileSync(file, String(process.pid), { flag: 'wx' })
    ownLocks.add(file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  if (isStale(file)) fs.rmSync(file, { force: true })
  return false
}

function isStale(file: string): boolean {
  try {
    const { mtimeMs } = fs.statSync(file)
    const pid = Number(fs.readFileSync(file, 'utf8'))
    if (pid === process.pid ? !ownLocks.has(file) : pid && !isRunning(pid)) return true
    return Date.now() - mtimeMs > OLDEST_LOCK_MS
  } catch {
    return false
  }
}

const portFile = (dataDir: string) => path.resolve(dataDir, 'postgres-port')

/** 0: no port yet. PostgreSQL removes postmaster.pid when it stops in order. */
export function readPort(dataDir: string): number {
  try {
    return Number(fs.readFileSync(portFile(dataDir), 'utf8')) || 0
  } catch {
    return 0
  }
}

export const keepPort = (dataDir: string, port: number) => fs.writeFileSync(portFile(dataDir), `${port}\n`)
