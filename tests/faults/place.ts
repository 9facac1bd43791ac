// A private PostgreSQL that can crash and restart, behind proxies with fixed ports.
import fs from 'node:fs'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from '~/db/migrate.server'
import { startPostgres, type EmbeddedPostgres } from '../../embedded/postgres'
import { makeDataDir } from '../support/servers'
import { openDoor, type Door } from './proxy'

export interface Place {
  /** For the test itself; through a proxy, too. */
  url: string
  /** Opens another proxy and returns its URL. */
  door(): Promise<{ door: Door; url: string }>
  /** Stops PostgreSQL without a checkpoint and restarts it. */
  crash(): Promise<void>
  close(): void
}

/** fsync=off is safe: commits are in the WAL before the response, and only the process crashes. */
export async function openPlace(): Promise<Place> {
  const folder = makeDataDir()
  const start = () => startPostgres(folder, { settings: ['fsync=off'] })
  let server: EmbeddedPostgres = await start()
  await runMigrations(server.url, 'drizzle')
  const doors: Door[] = []
  const makeDoor = async () => {
    const door = await openDoor(() => Number(new URL(server.url).port))
    doors.push(door)
    const url = new URL(server.url)
    url.port = String(door.port)
    return { door, url: url.href }
  }
  return {
    url: (await makeDoor()).url,
    door: makeDoor,
    async crash() {
      const port = Number(new URL(server.url).port)
      server.stop('immediate')
      // pg_ctl did not wait; before the port is closed the old server would be reused.
      while (await isOpen(port)) await sleep(20)
      server = await start()
    },
    close() {
      for (const door of doors) door.close()
      server.stop()
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
