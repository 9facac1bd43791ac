/** A database of one's own that can be stopped and started again, behind doors whose ports stay. */
import fs from 'node:fs'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from '../../server/migrate'
import { startPostgres, type EmbeddedPostgres } from '../../server/postgres'
import { makeDataDir } from '../support/servers'
import { openDoor, type Door } from './proxy'

export interface Place {
  /** Where the proof itself reaches the database. */
  url: string
  /** A further door, and the URL through it. */
  door(): Promise<{ door: Door; url: string }>
  /** Stops PostgreSQL at once, without a checkpoint, and starts it again. */
  crash(): Promise<void>
  close(): void
}

/** Starts PostgreSQL with a new schema. A commit is in the log before it is answered; the log outlives the process. */
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
      // Nobody waited for its end: till then it would pass for one that runs already.
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

/** Whether somebody listens. */
async function isOpen(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1')
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}
