// Postbacks, withdrawals and guests' pages run on while one thing is out of order for some seconds. Afterwards everything
// that was acknowledged must be there once, and the audit finds nothing.
import assert from 'node:assert/strict'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { findDefects } from '~/domain/books/audit.server'
import { startServer, type TestServer } from '../support/servers'
import type { Place } from './place'
import type { Door } from './proxy'
import { untilQuiet } from './run'
import { startTraffic } from './traffic'

interface Scene {
  place: Place
  door: Door
  server: TestServer
  seconds: number
  /** Resolves when a write was acknowledged meanwhile; it must be, however long each takes. */
  written: () => Promise<void>
}

interface Outage {
  /** More for NODE_OPTIONS of the server. */
  node?: string
  /** Resolves when it is over. */
  happen(scene: Scene): Promise<void>
}

const clock = pathToFileURL(path.resolve('tests/faults/clock.mjs')).href

export const OUTAGES = {
  'database stopped': {
    happen: ({ place, seconds }) => place.crash(seconds * 1000),
  },
  'database slower by 500 ms': {
    async happen({ door, seconds, written }) {
      door.slow(500)
      await sleep(seconds * 1000)
      await written()
      door.slow(0)
    },
  },
  'connections cut each 100 ms': {
    async happen({ door, seconds }) {
      for (const until = Date.now() + seconds * 1000; Date.now() < until; await sleep(100)) door.slam()
    },
  },
  'clock an hour ahead, then back': {
    node: `--import=${clock}`,
    async happen({ server, seconds, written }) {
      process.kill(server.pid, 'SIGWINCH')
      await sleep(seconds * 1000)
      await written()
      process.kill(server.pid, 'SIGWINCH')
    },
  },
  'memory limited to 128 MB': {
    node: '--max-old-space-size=128',
    async happen({ seconds, written }) {
      await sleep(seconds * 1000)
      await written()
    },
  },
  /** For a place with its own disk. */
  'disk of the database full': {
    async happen({ place, seconds }) {
      const free = place.fillDisk()
      await sleep(seconds * 1000)
      free()
      await place.revive()
    },
  },
} satisfies Record<string, Outage>

export const FULL_DISK = 'disk of the database full'

export type OutageName = keyof typeof OUTAGES

/** Those that need nothing but a place. */
export const outageNames = (Object.keys(OUTAGES) as OutageName[]).filter((name) => name !== FULL_DISK)

export const describeOutage = (name: OutageName, { acknowledged, lost, pages, recovery }: OutageReport) =>
  `${name}: ${acknowledged} writes acknowledged, ${lost} lost; ${pages} pages of guests, all 200; writes again after ${recovery} ms`

export interface OutageReport {
  acknowledged: number
  /** Acknowledged postbacks and withdrawals without an effect. */
  lost: number
  /** Of guests, while it lasted: all of them 200. */
  pages: number
  /** In ms, from its end to the next acknowledged postback. */
  recovery: number
}

/** Throws if anything acknowledged is lost or there twice, if a guest's page failed, or if the audit finds a defect. */
export async function proveOutage(place: Place, name: OutageName, seconds: number): Promise<OutageReport> {
  const outage: Outage = OUTAGES[name]
  const { door, url } = await place.door()
  const { SESSION_SECRET, DATA_KEY } = process.env
  const env = {
    SESSION_SECRET,
    DATA_KEY,
    EMBEDDED_DATABASE_URL: url,
    PAGE_CACHE_MB: '16',
    NODE_OPTIONS: outage.node ?? '',
  }
  const server = await startServer({ env })
  try {
    const load = await startTraffic(server.origin)
    await load.until(20)
    load.mark()
    const began = load.acknowledged().length
    await outage.happen({ place, door, server, seconds, written: () => load.until(began + 1) })
    const over = performance.now()
    const before = load.acknowledged().length
    await load.until(before + 1)
    const recovery = Math.round(performance.now() - over)
    await load.until(before + 20)
    const pages = await load.stop()
    assert.deepEqual([...new Set(pages)], [200], `${name}: guests saw other answers than 200`)
    await untilQuiet()
    const lost = await load.countLost()
    assert.equal(lost, 0, `${name}: ${lost} acknowledged writes are lost or there twice`)
    assert.deepEqual(await findDefects(), [])
    const bugs = server.output().match(/^.*"(uncaughtException|unhandledRejection)".*$/gm) ?? []
    assert.deepEqual(bugs, [])
    return { acknowledged: load.acknowledged().length, lost, pages: pages.length, recovery }
  } finally {
    await server.stop('SIGKILL')
    door.close()
  }
}
