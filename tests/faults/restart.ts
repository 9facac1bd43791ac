// A server of two processes is restarted by SIGUSR2 again and again while requests come over kept connections, directly or
// through a proxy with the file that ops/deploy/ has for it. No request may be lost.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { openSessionToken } from '../support/session-token'
import { db } from '~/platform/db/client.server'
import { findDefects } from '~/domain/books/audit.server'
import { NETWORKS } from '../model/sending'
import { clickThrough, makeWorld } from '../model/world'
import { changeSettings } from '../support/settings'
import { startServer, type TestServer } from '../support/servers'
import { runLoad, type Door, type LoadReport, type Wish } from './load'
import { startProxy, type ProxyName } from '../support/proxies'

export const WAYS = ['directly', 'nginx', 'caddy'] as const
export type Way = (typeof WAYS)[number]

/** In ms. Less than a process that is replaced waits for requests on open connections. */
const IDLE = 2_500

export interface RestartReport extends LoadReport {
  restarts: number
}

export const describeRestart = (way: Way, { requests, restarts, lost }: RestartReport) =>
  `${way === 'directly' ? way : `through ${way}`}: ${requests.toLocaleString('en')} requests, ${restarts} restarts, ${sumValues(lost)} lost`

const sumValues = (lost: Map<string, number>) => [...lost.values()].reduce((a, b) => a + b, 0)

/** Throws if a request is lost, refused or answered with an error, if a restart fails, or if the audit finds a defect. */
export async function proveRestart(
  way: Way,
  { requests, restarts }: { requests: number; restarts: number },
  progress: (requests: number) => void = () => {},
): Promise<RestartReport> {
  const { SESSION_SECRET, DATA_KEY, EMBEDDED_DATABASE_URL } = process.env
  await changeSettings({ MOST_CASHBACK_A_DAY: '9999999' })
  const secrets = changingSecrets()
  const server = await startServer({
    env: {
      ENV_FILE: secrets.file,
      SESSION_SECRET,
      DATA_KEY,
      EMBEDDED_DATABASE_URL,
      WEB_CONCURRENCY: '2',
      PAGE_CACHE_MB: '16',
      TRUSTED_PROXY_HOPS: way === 'directly' ? '0' : '1',
    },
  })
  const proxy =
    way === 'directly' ? null : await startProxy(way satisfies ProxyName, server.port, { isOpen: true })
  try {
    const door: Door = proxy ?? { origin: `http://127.0.0.1:${server.port}` }
    const wishes = await makeWishes(() => secrets.present)
    let done = 0
    let isOver = false
    const isDone = (asked: number) => {
      progress(Math.min(asked, requests))
      return (isOver ||= asked >= requests && done >= restarts)
    }
    const load = runLoad(door, wishes, isDone, IDLE)
    while (!isOver && done < 1_000) {
      await secrets.change(() => restartOnce(server, done))
      done++
      await sleep(200)
    }
    const report = { ...(await load), restarts: done }
    assert.deepEqual(
      Object.fromEntries(report.lost),
      {},
      `${describeRestart(way, report)}\n${complaints(server)}`,
    )
    assert.deepEqual(
      server.output().match(/^.*(?:worker died|uncaughtException|unhandledRejection).*$/gm) ?? [],
      [],
    )
    assert.equal(
      (await fetch(server.origin + buildPath(secrets.first))).status,
      403,
      'the first secret is refused',
    )
    await untilApplied()
    assert.deepEqual(await findDefects(), [])
    return report
  } finally {
    await proxy?.stop()
    await server.stop()
    secrets.remove()
  }
}

/** Each restart brings another secret of Trackier, with the one before as TRACKIER_SECRET_OLD; the network then changes, too. */
function changingSecrets() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-secrets-'))
  const file = path.join(folder, 'env')
  const makeSecret = (n: number) => `secret-of-restart-${n}`
  let n = 0
  const write = (old: string) =>
    fs.writeFileSync(file, `TRACKIER_SECRET=${makeSecret(n)}\nTRACKIER_SECRET_OLD=${old}\n`)
  write('none-before-this-one')
  return {
    file,
    first: makeSecret(0),
    present: makeSecret(0),
    async change(restarted: () => Promise<void>) {
      n++
      write(this.present)
      await restarted()
      this.present = makeSecret(n)
    },
    remove: () => fs.rmSync(folder, { recursive: true }),
  }
}

const buildPath = (secret: string) => `/postback/trackier/${secret}`

const complaints = (server: TestServer) =>
  (server.output().match(/^.*("level":"(?:warn|error)"|"status":503).*$/gm) ?? []).slice(0, 20).join('\n')

async function restartOnce(server: TestServer, before: number): Promise<void> {
  const ended = () => server.output().split('"message":"workers restarted"').length - 1
  process.kill(server.pid, 'SIGUSR2')
  for (const until = Date.now() + 300_000; ended() === before; await sleep(50)) {
    assert.doesNotMatch(server.output(), /restart (?:failed|refused)/)
    assert.ok(Date.now() < until, 'the server was not restarted within 5 minutes')
  }
}

const MEMBERS = ['Asha', 'Bala', 'Chitra', 'Dev', 'Esha', 'Farid', 'Gita', 'Hari']

/** Of ten requests: seven pages of guests and probes, a member's page or balance, and two postbacks, each of another sale. */
async function makeWishes(secret: () => string): Promise<Wish[]> {
  const world = await makeWorld(
    Object.fromEntries(MEMBERS.map((name) => [name, null])),
    NETWORKS.map(() => ({ percent: 1_000n, cap: null })),
  )
  for (const name of MEMBERS) await clickThrough(world, name, 'trackier', name)
  const clicks = await repeatClicks(MEMBERS.map((name) => world.clicks.get(name)!))
  const token = await openSessionToken(world.people.get('Asha')!)
  const headers = { Cookie: `token=${token}` }
  const sale: Wish = {
    path: () => buildPath(secret()),
    body: (n) =>
      String(
        new URLSearchParams({
          p1: clicks[n % clicks.length]!,
          conversion_id: `${world.prefix}-${n}`,
          sale_amount: '500',
          status: 'approved',
        }),
      ),
  }
  const guest = (path: string): Wish => ({ path })
  const others = [guest('/'), sale, guest('/Deals'), guest('/readyz'), guest('/Aboutus'), sale]
  const half = (member: string) => [
    ...others,
    { path: member, headers },
    guest('/'),
    guest('/Deals'),
    guest('/'),
  ]
  return [...half('/Account/header.json'), ...half('/Account/Wallet')]
}

/** Thousands of reports may wait: a process that is replaced leaves those of its queue to the inbox worker. */
async function untilApplied(): Promise<void> {
  for (const until = Date.now() + 600_000; ; await sleep(1_000)) {
    const [row] = await db.execute<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM postback_inbox WHERE processed_at IS NULL`,
    )
    if (!row!.n) return
    assert.ok(Date.now() < until, `${row!.n} postbacks are left in the inbox`)
  }
}

/** Each click PER_CLICK times: reports of one click are applied one after the other, and a shopper buys once. */
async function repeatClicks(ids: string[]): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    INSERT INTO clicks SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
    FROM clicks c, generate_series(1, ${PER_CLICK}::int) WHERE c.id = ANY(${sql.param(ids)}) RETURNING id`)
  return rows.map(({ id }) => id)
}

const PER_CLICK = 1_000
