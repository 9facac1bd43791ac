// Members buy, return and withdraw over two processes of the built server, and each round injects a fault. Unanswered
// requests are repeated. At the end every answered request must have exactly one effect, the wallets equal the model's,
// and the audit finds nothing.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { openSessionToken } from '../support/session-token'
import { db } from '~/platform/db/client.server'
import { findDefects } from '~/domain/books/audit.server'
import { openBooks, SHARE, sumWallet, type Books } from '../model/books'
import { moneyDifferences } from '../model/compare'
import { report } from '../model/inbox'
import { NETWORKS, rupees } from '../model/sending'
import { withdraw } from '../model/withdrawals'
import { clickThrough, makeWorld, type World } from '../model/world'
import { startServer, type TestServer } from '../support/servers'
import type { Place } from './place'
import type { Door } from './proxy'

const MEMBERS = ['Asha', 'Bala', 'Chitra', 'Dev', 'Esha', 'Farid']
/** 10 % of every sale. */
const RATE = { percent: 1_000n, cap: null }
const PROCESSES = 2

/** A process with its own proxy to the database. */
interface App {
  server: TestServer
  door: Door
  start: () => Promise<TestServer>
  /** Output of the processes that have ended. */
  said: string[]
  /** No more restarts. */
  closing: boolean
}

interface Post {
  path: string
  fields: Record<string, string>
  /** Of a session. */
  token?: string
}

/** A request that is repeated until it is answered. */
interface Wish extends Post {
  /** Text of the response, or of the page that a form redirects to, on success. */
  answer: string
  /** SQL that finds its effect. */
  trace: ReturnType<typeof sql>
}

interface Scene {
  place: Place
  apps: App[]
  books: Books
  world: World
  tokens: Map<string, string>
  random: () => number
  serial: number
}

export const KINDS = {
  'killed between commit and reply': killAfter('COMMIT'),
  'killed between storing and reply': killAfter('INSERT 0 1'),
  'told to stop between commit and reply': killAfter('COMMIT', 'SIGTERM'),
  'database stopped at once': ({ place }: Scene) => place.crash(),
  'connections ended': async () => {
    await db.execute(
      sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
  },
  'sockets cut': (scene: Scene) => {
    for (const { door } of scene.apps) door.slam()
    return Promise.resolve()
  },
}

export type Kind = keyof typeof KINDS

/** Kills a process when the database has executed the statement and the response is on its way. */
function killAfter(word: string, signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL') {
  return async ({ apps, random }: Scene): Promise<void> => {
    const app = pick(apps, random)
    const killed = new Promise<void>((resolve) => {
      app.door.holdBack(word, () => {
        void app.server.stop(signal).then(() => resolve())
        // A held response would keep a process from stopping in order.
        if (signal === 'SIGTERM') app.door.slam()
      })
    })
    // Without such a statement it is killed after two seconds.
    await Promise.race([killed, sleep(2_000)])
    app.door.letPass()
    const ended = app.server
    await ended.stop('SIGKILL')
    while (app.server === ended) await sleep(20)
  }
}

const pick = <T>(all: readonly T[], random: () => number): T => all[Math.floor(random() * all.length)]!

export interface FaultOptions {
  faults: number
  seed?: number
  progress?: (done: number) => void
}

/** Kinds of faults rotate; the seed determines actions and times. Returns the number of faults by kind. */
export async function proveFaults(
  place: Place,
  { faults, seed = 1, progress }: FaultOptions,
): Promise<Record<string, number>> {
  const scene = await setScene(place, seed)
  const counts: Record<string, number> = {}
  try {
    for (let n = 0; n < faults; n++) {
      const kind = Object.keys(KINDS)[n % Object.keys(KINDS).length] as Kind
      await round(scene, kind).catch((error: unknown) => {
        const again = `npm run prove -- --only faults --faults ${n + 1} --seed ${seed}`
        throw new Error(`fault ${n + 1} (${kind}): ${String(error)}\nagain: ${again}`, { cause: error })
      })
      counts[kind] = (counts[kind] ?? 0) + 1
      progress?.(n + 1)
    }
  } finally {
    for (const app of scene.apps) app.closing = true
    await Promise.all(scene.apps.map(({ server }) => server.stop('SIGKILL')))
  }
  return counts
}

async function setScene(place: Place, seed: number): Promise<Scene> {
  const members = Object.fromEntries(MEMBERS.map((name) => [name, null]))
  const world = await makeWorld(
    members,
    NETWORKS.map(() => RATE),
  )
  const books = openBooks(members)
  const tokens = new Map<string, string>()
  for (const name of MEMBERS) {
    await clickThrough(world, name, 'trackier', name)
    books.clicks.set(name, { owner: name, network: 'trackier', rate: RATE, share: SHARE })
    const userId = world.people.get(name)!
    tokens.set(name, await openSessionToken(userId))
  }
  const apps = await Promise.all(Array.from({ length: PROCESSES }, () => makeApp(place)))
  return { place, apps, books, world, tokens, random: makeRandom(seed), serial: 0 }
}

async function makeApp(place: Place): Promise<App> {
  const { door, url } = await place.door()
  const { SESSION_SECRET, DATA_KEY } = process.env
  const start = () => startServer({ env: { SESSION_SECRET, DATA_KEY, EMBEDDED_DATABASE_URL: url } })
  const app: App = { server: await start(), door, start, said: [], closing: false }
  keepUp(app)
  return app
}

/** Restarts a killed process, like a process manager. */
function keepUp(app: App): void {
  const { server } = app
  void server.ended.then(async () => {
    app.said.push(server.output())
    while (!app.closing) {
      const next = await app.start().catch(() => null)
      if (next) {
        app.server = next
        if (app.closing) await next.stop('SIGKILL')
        else keepUp(app)
        return
      }
      await sleep(200)
    }
  })
}

/** Faults may kill a process, but no exception may end it. */
const uncaught = ({ said, server }: App): string[] =>
  [...said, server.output()].flatMap(
    (text) => text.match(/^.*"(uncaughtException|unhandledRejection)".*$/gm) ?? [],
  )

/** A seeded pseudo-random generator (mulberry32). */
function makeRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

async function round(scene: Scene, kind: Kind): Promise<void> {
  const wishes = MEMBERS.map((name) => makeWish(scene, name))
  const broken = sleep(Math.floor(scene.random() * 20)).then(() => KINDS[kind](scene))
  await Promise.all([broken, ...wishes.map((wish) => insist(scene, wish))])
  await untilQuiet()
  for (const { trace, path, fields } of wishes)
    assert.ok((await db.execute(trace)).length, `answered and not there: ${path} ${JSON.stringify(fields)}`)
  assert.deepEqual(await moneyDifferences(scene.books, scene.world), [])
  assert.deepEqual(await findDefects(), [])
  assert.deepEqual(scene.apps.flatMap(uncaught), [])
}

/** The member's next action. The model executes it immediately. */
function makeWish(scene: Scene, name: string): Wish {
  const { books, random, world, tokens } = scene
  const { available } = sumWallet(books, name)
  const id = String(++scene.serial)
  const bought = [...books.conversions].filter(([, c]) => c.owner === name && c.state === 'approved')
  const chance = random()
  // Half of it is at least one rupee, the minimum withdrawal.
  if (available >= 200n && chance < 0.4) {
    const amount = available / (chance < 0.2 ? 1n : 2n)
    assert.equal(withdraw(books, name, amount, id), 'done')
    const request_key = randomUUID()
    return {
      path: '/Account/Wallet',
      token: tokens.get(name)!,
      fields: { amount: rupees(amount), type: 'upi', request_key, from: '/Account/Wallet' },
      answer: '✅ Withdrawal successful',
      trace: sql`SELECT 1 FROM withdrawals WHERE request_key = ${request_key}`,
    }
  }
  const [earlier] = chance > 0.7 ? bought : []
  const sale = earlier ? earlier[0].split(' ')[1]! : id
  const kind = earlier ? 'rejected' : 'approved'
  const amount = BigInt(1_000 + Math.floor(random() * 900_000))
  assert.equal(report(books, { network: 'trackier', sale, click: name, kind, amount }), 'applied')
  const conversion_id = `${world.prefix}-${sale}`
  return {
    path: '/postback/trackier/demo-trackier-secret',
    fields: { p1: world.clicks.get(name)!, conversion_id, sale_amount: rupees(amount), status: kind },
    answer: 'OK',
    trace: sql`SELECT 1 FROM postback_inbox i JOIN conversions c ON c.id = i.conversion_id
                WHERE i.raw ->> 'conversion_id' = ${conversion_id} AND i.raw ->> 'status' = ${kind} AND i.processed_at IS NOT NULL`,
  }
}

/** Sends to random processes until one answers; throws after a minute. */
async function insist({ apps, random }: Scene, wish: Wish): Promise<void> {
  let last = ''
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(50)) {
    last = await send(pick(apps, random).server.port, wish).catch(String)
    if (last.includes(wish.answer)) return
  }
  throw new Error(`${wish.path} was never answered but: ${last.slice(0, 200)}`)
}

/** Returns the body, or the page that a form redirects to. */
export async function send(port: number, { path, fields, token }: Post): Promise<string> {
  const origin = `http://localhost:${port}`
  const session = token ? `token=${token}` : ''
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { 'Sec-Fetch-Site': 'same-origin', Cookie: session },
    signal: AbortSignal.timeout(10_000),
  })
  const body = await response.text()
  const next = response.headers.get('Location')
  if (!next) return response.ok ? body : `${response.status}`
  const flash = response.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  const page = await fetch(`${origin}${next}`, {
    headers: { Cookie: [session, ...flash].join('; ') },
    signal: AbortSignal.timeout(10_000),
  })
  return page.text()
}

/** Waits until the workers have applied all stored reports. */
export async function untilQuiet(): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(50)) {
    try {
      const waiting = await db.execute(
        sql`UPDATE postback_inbox SET next_attempt_at = now() WHERE processed_at IS NULL RETURNING id`,
      )
      if (!waiting.length) return
    } catch {
      // The database is restarting.
    }
  }
  throw new Error('postbacks are left in the inbox')
}
