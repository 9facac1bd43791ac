// Every pair of reports of one sale, the first of which was stored but not applied, because the process was killed or the
// database stopped. The worker applies it after the second has arrived.
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { ensureBuild } from '../../scripts/build.mjs'
import { startServer, stopServers, type TestServer } from '../support/servers'
import { openPlace } from './place'

await ensureBuild()
const place = await openPlace()
const { db, closeDatabase } = await import('~/platform/db/client.server')
const { openBooks, SHARE, sumWallet } = await import('../model/books')
const { report } = await import('../model/inbox')
const { readWallet } = await import('~/domain/wallet/sums.server')
const { NETWORKS, rupees } = await import('../model/sending')
const { clickThrough, makeWorld } = await import('../model/world')
const { untilQuiet } = await import('./run')
const { findDefects } = await import('~/domain/books/audit.server')

afterAll(async () => {
  await stopServers()
  await closeDatabase()
  place.close()
})

const RATE = { percent: 1_000n, cap: null }
const REPORTS = [
  { kind: 'pending', word: 'pending', amount: 1_000_05n },
  { kind: 'approved', word: 'approved', amount: 2_000_19n },
  { kind: 'approved', word: 'approved', amount: 800_77n },
  { kind: 'rejected', word: 'cancelled', amount: null },
] as const
type Report = (typeof REPORTS)[number]

const { SESSION_SECRET, DATA_KEY } = process.env
const start = () =>
  startServer({
    env: { SESSION_SECRET, DATA_KEY, EMBEDDED_DATABASE_URL: place.url, DATABASE_POOL: '24' },
  })

const counted = async (prefix: string) => {
  const [row] = await db.execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM postback_inbox WHERE raw ->> 'conversion_id' LIKE ${`${prefix}%`}`,
  )
  return row!.n
}

test.each<[string, (server: TestServer) => Promise<TestServer>]>([
  [
    'the process is killed',
    async (server) => {
      await server.stop('SIGKILL')
      return start()
    },
  ],
  [
    'the database stops',
    async (server) => {
      await place.crash()
      return server
    },
  ],
])(
  '%s between storing and applying: pairs of reports take effect in order of receipt',
  async (_, fault) => {
    const pairs = REPORTS.flatMap((first) => REPORTS.map((second) => ({ first, second })))
    const members = { Asha: null }
    const world = await makeWorld(
      members,
      NETWORKS.map(() => RATE),
    )
    const books = openBooks(members)
    for (const i of pairs.keys()) {
      await clickThrough(world, 'Asha', 'trackier', `click${i}`)
      books.clicks.set(`click${i}`, { owner: 'Asha', network: 'trackier', rate: RATE, share: SHARE })
    }
    let server = await start()
    const send = (i: number, { word, amount }: Report) =>
      fetch(`${server.origin}/postback/trackier/demo-trackier-secret`, {
        method: 'POST',
        body: new URLSearchParams({
          p1: world.clicks.get(`click${i}`)!,
          conversion_id: `${world.prefix}-${i}`,
          status: word,
          ...(amount !== null && { sale_amount: rupees(amount) }),
        }),
      })

    // Locked clicks prevent stored reports from being applied.
    let free = () => {}
    const held = db.transaction(async (tx) => {
      await tx.execute(sql`SELECT 1 FROM clicks WHERE id IN ${[...world.clicks.values()]} FOR UPDATE`)
      await new Promise<void>((resolve) => (free = resolve))
    })
    const ended = held.catch(() => {})
    const unanswered = pairs.map(({ first }, i) => send(i, first).catch(() => {}))
    await expect.poll(() => counted(world.prefix)).toBe(pairs.length)
    server = await fault(server)
    free()
    await Promise.all([ended, ...unanswered])

    for (const [i, { second }] of pairs.entries())
      await expect.poll(async () => (await send(i, second).catch(() => null))?.status).toBe(200)
    await untilQuiet()
    for (const [i, { first, second }] of pairs.entries())
      for (const { kind, amount } of [first, second])
        report(books, { network: 'trackier', sale: `${i}`, click: `click${i}`, kind, amount })

    const states = await db.execute<{ id: string; status: string; sale: string | null }>(
      sql`SELECT external_id AS id, status, sale_paise AS sale FROM conversions WHERE external_id LIKE ${`${world.prefix}%`}`,
    )
    expect(new Map(states.map(({ id, status, sale }) => [id, `${status} ${sale}`]))).toEqual(
      new Map(
        [...books.conversions].map(([key, { state, amount }]) => [
          `${world.prefix}-${key.split(' ')[1]}`,
          `${state} ${amount}`,
        ]),
      ),
    )
    const { available, debt, pending } = await readWallet(world.people.get('Asha')!)
    expect({ available, debt, pending }).toEqual({
      available: sumWallet(books, 'Asha').available,
      debt: sumWallet(books, 'Asha').debt,
      pending: sumWallet(books, 'Asha').pending,
    })
    expect(await findDefects()).toEqual([])
    await server.stop('SIGKILL')
  },
  300_000,
)
