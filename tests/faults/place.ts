// A private PostgreSQL that can crash and restart, behind proxies with fixed ports.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from '~/platform/config/env.server'
import { runMigrations } from '~/platform/db/migrate.server'
import { writeFirstValues } from '~/domain/settings/first-values.server'
import { startPostgres, type EmbeddedPostgres } from '../../embedded/postgres'
import { makeDataDir } from '../support/servers'
import { openDoor, type Door } from './proxy'

export interface Place {
  /** For the test itself; through a proxy, too. */
  url: string
  /** Opens another proxy and returns its URL. */
  door(): Promise<{ door: Door; url: string }>
  /** Stops PostgreSQL without a checkpoint and restarts it, at once or after `ms`. */
  crash(ms?: number): Promise<void>
  /** Starts PostgreSQL if it has ended. */
  revive(): Promise<void>
  /** Takes all that is left of the disk, until the returned function is called. */
  fillDisk(): () => void
  close(): void
}

/** Sets EMBEDDED_DATABASE_URL. With `disk`, on a file system of so many MB: for root on Linux; throws where it cannot be mounted. */
export async function openPlace({ disk }: { disk?: number } = {}): Promise<Place> {
  const folder = makeDataDir()
  if (disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${disk}m,mode=755`, 'tmpfs', folder], { stdio: 'pipe' })
  return open(folder, disk !== undefined)
}

/** fsync=off is safe: commits are in the WAL before the response, and only the process crashes. */
async function open(folder: string, isMounted: boolean): Promise<Place> {
  const start = () => startPostgres(folder, { settings: ['fsync=off'] })
  let server: EmbeddedPostgres = await start()
  const doors: Door[] = []
  const makeDoor = async () => {
    const door = await openDoor(() => Number(new URL(server.url).port))
    doors.push(door)
    const url = new URL(server.url)
    url.port = String(door.port)
    return { door, url: url.href }
  }
  const { url } = await makeDoor()
  // The application in this process uses it, too; it reads its environment once, for the first migration.
  process.env.EMBEDDED_DATABASE_URL = url
  await runMigrations(server.url, 'drizzle')
  // Long runs exceed the daily limit of a member.
  await writeFirstValues(server.url, parseEnv({ MOST_CASHBACK_A_DAY: '9999999' }))
  return {
    url,
    door: makeDoor,
    async crash(ms = 0) {
      const port = Number(new URL(server.url).port)
      server.stop('immediate')
      // pg_ctl did not wait; before the port is closed the old server would be reused.
      while (await isOpen(port)) await sleep(20)
      await sleep(ms)
      server = await start()
    },
    async revive() {
      if (!(await isOpen(Number(new URL(server.url).port)))) server = await start()
    },
    fillDisk() {
      const file = path.join(folder, 'fill')
      const part = Buffer.alloc(64 * 1024)
      try {
        for (;;) fs.appendFileSync(file, part)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
      return () => fs.rmSync(file)
    },
    close() {
      for (const door of doors) door.close()
      server.stop()
      if (isMounted) execFileSync('umount', [folder])
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1')
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}
