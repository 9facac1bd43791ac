// Postbacks, withdrawals and guests' pages run on while one thing is out of order for some seconds. Afterwards everything
// that was acknowledged must be there once, and the audit finds nothing.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { openSession } from '~/accounts/sessions/sessions.server'
import { db } from '~/db/client.server'
import { findDefects } from '~/wallet/audit/audit.server'
import { NETWORKS } from '../model/sending'
import { clickThrough, makeWorld } from '../model/world'
import { startServer, type TestServer } from '../support/servers'
import type { Place } from './place'
import type { Door } from './proxy'
import { send, untilQuiet } from './run'

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
  /** For a place with a disk of its own. */
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

const WARM = ['/', '/Deals', '/Aboutus']

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
  const server = await startServer({ env: { ...env, MOST_CASHBACK_A_DAY: '9999999' } })
  try {
    const load = await startLoad(server)
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

interface Acknowledged {
  kind: 'sale' | 'withdrawal'
  key: string
}

/** Two networks' worth of postbacks, a member who withdraws, and guests, each one request after the other. */
async function startLoad(server: TestServer) {
  const members = { Asha: null, Bala: null }
  const world = await makeWorld(
    members,
    NETWORKS.map(() => ({ percent: 1_000n, cap: null })),
  )
  for (const name of Object.keys(members)) await clickThrough(world, name, 'trackier', name)
  const userId = world.people.get('Asha')!
  const { token } = await openSession({
    userId,
    remember: false,
    kind: 'cookie',
    openedBy: 'password',
    agent: null,
  })
  for (const page of WARM) await (await fetch(server.origin + page)).text()

  const done: Acknowledged[] = []
  let pages: number[] = []
  let isOver = false
  const ask = (wish: Parameters<typeof send>[1]) => send(server.port, wish).catch(() => '')
  const repeat = async (work: (n: number) => Promise<void>) => {
    for (let n = 0; !isOver; n++) await work(n)
  }

  const sales = (name: string) =>
    repeat(async (n) => {
      const key = `${world.prefix}-${name}-${n}`
      const fields = { p1: world.clicks.get(name)!, txn_id: key, sale_amount: '500', status: 'approved' }
      const said = await ask({ path: '/postback/trackier/demo-trackier-secret', fields })
      if (said.includes('OK')) done.push({ kind: 'sale', key })
      else await sleep(20)
    })
  const withdrawals = () =>
    repeat(async () => {
      const key = randomUUID()
      const fields = { amount: '2', type: 'upi', request_key: key, from: '/Account/Wallet' }
      const said = await ask({ path: '/Account/Wallet', token, fields })
      if (said.includes('✅ Withdrawal successful')) done.push({ kind: 'withdrawal', key })
      await sleep(50)
    })
  const guests = () =>
    repeat(async (n) => {
      const { status } = await fetch(server.origin + WARM[n % WARM.length]!).catch(() => ({ status: 0 }))
      pages.push(status)
      await sleep(20)
    })
  const all = [sales('Asha'), sales('Bala'), withdrawals(), guests()]

  return {
    acknowledged: () => done,
    /** Guests' pages count from now on. */
    mark: () => void (pages = []),
    async until(count: number) {
      for (const until = Date.now() + 60_000; done.length < count; await sleep(10))
        assert.ok(Date.now() < until, 'no write was acknowledged for a minute')
    },
    async stop() {
      isOver = true
      await Promise.all(all)
      return pages
    },
    async countLost() {
      const of = (kind: string) => done.filter((one) => one.kind === kind).map(({ key }) => key)
      const [row] = await db.execute<{ n: number }>(sql`SELECT
        (SELECT count(*) FROM conversions WHERE external_id = ANY(${sql.param(of('sale'))}::text[]) AND granted_paise > 0)::int
        + (SELECT count(*) FROM withdrawals WHERE request_key = ANY(${sql.param(of('withdrawal'))}::uuid[]))::int AS n`)
      return done.length - row!.n
    },
  }
}
