// Measures postbacks at a fixed rate, transfers, and the audit. The figures depend on the machine, which should be idle.
import { spawn } from 'node:child_process'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { runnerImport } from 'vite'
import { buildFolder, root } from '../scripts/build.mjs'
import { aliases } from '../scripts/driver.mjs'
import { freePort } from '../embedded/postgres'
import { withBench, type Bench } from './database'
import { readCpuTimes, type CpuTimes } from './cpu-time'
import { crowd } from './money-crowd'
import { saveResults } from './results'
import type { Verdict } from './verdicts'
import type * as Ledger from './money-ledger'

const TARGET = { postbacks: 200, p99: 50, many: 1_500, one: 300 }
const PARTS = ['postbacks', 'transfers', 'audit']

/** False: a target was missed. */
export async function run(words: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: words,
    options: {
      only: { type: 'string' },
      seconds: { type: 'string', default: '20' },
      transfers: { type: 'string', default: '1000000' },
    },
  })
  const { only = '' } = values
  if (only && !PARTS.includes(only)) throw new Error(`--only ${only}: ${PARTS.join(', ')}`)
  const isWanted = (part: string) => !only || only === part
  const seconds = Number(values.seconds)
  return withBench(async (bench) => {
    const reached: boolean[] = []
    if (isWanted('postbacks')) reached.push(await postbacks(bench, seconds))
    if (isWanted('transfers')) reached.push(await transfers(bench, seconds))
    if (isWanted('audit')) await audit(bench, Number(values.transfers))
    saveResults('money', { seconds, verdicts })
    return reached.every(Boolean)
  })
}

const verdicts: Verdict[] = []

const line = (what: string, found: string, target?: string, isReached = true) =>
  console.log(
    `${what.padEnd(34)} ${found}${target ? `; target ${target}: ${isReached ? 'reached' : 'MISSED'}` : ''}`,
  )

/** Open loop: each request is sent when due, even if earlier ones are unanswered, and timed from then. */
async function postbacks(bench: Bench, seconds: number): Promise<boolean> {
  const url = await bench.makeDatabase('postbacks')
  // On nearly empty tables PostgreSQL would cache plans that are wrong for the load.
  await crowd(url, { users: 2_000, sales: 10, inbox: true })
  const server = await startServer(bench, url)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  const sql = postgres(url, { max: 1 })
  const send = (n: number) =>
    new Promise<number>((resolve, reject) => {
      const due = performance.now()
      const sale = `p1=crowd${1 + (n % 2_000)}&conversion_id=S${n}&sale_amount=1999.90&payout=80&status=approved`
      http
        .get(
          { agent, port: server.port, path: `/postback/trackier/demo-trackier-secret?${sale}` },
          (answer) => {
            if (answer.statusCode !== 200) reject(new Error(`a postback answered ${answer.statusCode}`))
            answer.resume().once('end', () => resolve(performance.now() - due))
          },
        )
        .once('error', reject)
    })
  try {
    await warmUp(send)
    await untilApplied(sql)
    const before = await readCpuTimes(server.pid, sql)
    const times: Promise<number>[] = []
    const started = performance.now()
    for (let n = 0; n < seconds * TARGET.postbacks; n++) {
      const wait = started + (n * 1000) / TARGET.postbacks - performance.now()
      if (wait > 1) await sleep(wait)
      times.push(send(n))
    }
    const sorted = (await Promise.all(times)).sort((a, b) => a - b)
    const after = await readCpuTimes(server.pid, sql)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
    const lag = await readLag(sql, sorted.length)
    const isReached = at(0.99) <= TARGET.p99
    verdicts.push({ number: 10, what: 'postbacks at 200/s, p99 in ms', is: at(0.99), most: TARGET.p99 })
    const found = `p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, slowest ${at(1).toFixed(1)} ms`
    line(`${sorted.length} postbacks at ${TARGET.postbacks}/s`, found, `p99 <= ${TARGET.p99} ms`, isReached)
    const each = (part: keyof CpuTimes) => ((after[part] - before[part]) / sorted.length).toFixed(2)
    line('received until applied', `p50 ${lag.p50.toFixed(1)} ms, p99 ${lag.p99.toFixed(1)} ms, all applied`)
    line('CPU time of a postback', `server ${each('server')} ms, PostgreSQL ${each('database')} ms`)
    return isReached
  } finally {
    await sql.end()
    agent.destroy()
    server.stop()
  }
}

/** Time from receipt to processing of the last `count` reports, in ms. Throws if one was not applied. */
async function readLag(sql: postgres.Sql, count: number): Promise<{ p50: number; p99: number }> {
  await untilApplied(sql)
  const [row] = await sql<[{ p50: number; p99: number; applied: number }]>`
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) AS p50,
           percentile_cont(0.99) WITHIN GROUP (ORDER BY ms) AS p99,
           count(*) FILTER (WHERE outcome = 'applied')::int AS applied
      FROM (SELECT outcome, extract(epoch FROM processed_at - received_at)::float8 * 1000 AS ms
              FROM postback_inbox ORDER BY id DESC LIMIT ${count}) AS latest`
  if (row.applied !== count) throw new Error(`${count - row.applied} reports were not applied`)
  return row
}

/** The server answers a report before it applies it. */
async function untilApplied(sql: postgres.Sql): Promise<void> {
  const left = async () => (await sql`SELECT FROM postback_inbox WHERE processed_at IS NULL LIMIT 1`).length
  for (let waited = 0; await left(); waited++) {
    if (waited === 600) throw new Error('a minute after the last answer a report is not applied')
    await sleep(100)
  }
}

/** Lets V8 compile the code and each connection prepare its statements. */
async function warmUp(send: (n: number) => Promise<number>): Promise<void> {
  let n = 1_000_000
  const last = n + 1_000
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (n < last) await send(n++)
    }),
  )
}

async function startServer(bench: Bench, url: string) {
  const port = await freePort()
  const child = spawn(process.execPath, [path.join(buildFolder, 'node/main.js')], {
    env: {
      ...bench.environment(url),
      PORT: String(port),
      DATA_DIR: bench.folder,
      WEB_CONCURRENCY: '1',
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  await new Promise<void>((resolve, reject) => {
    child.once('close', (code) => reject(new Error(`the server ended with ${code}`)))
    child.stdout!.on('data', (part) => String(part).includes('"listening"') && resolve())
  })
  return { port, pid: child.pid!, stop: () => child.kill('SIGKILL') }
}

/** Loads the application into this process. */
async function ledgerOn(bench: Bench, url: string): Promise<typeof Ledger> {
  Object.assign(process.env, bench.environment(url), { DATABASE_POOL: '16', DATA_DIR: bench.folder })
  delete process.env.DATABASE_URL
  delete (globalThis as { __database?: unknown }).__database
  const file = path.join(root, 'bench/money-ledger.ts')
  return (await runnerImport<typeof Ledger>(file, { configFile: false, resolve: { alias: aliases() } }))
    .module
}

async function transfers(bench: Bench, seconds: number): Promise<boolean> {
  const url = await bench.makeDatabase('transfers')
  await crowd(url, { users: 10_000, sales: 0 })
  const ledger = await ledgerOn(bench, url)
  const many = await ledger.transfersPerSecond(seconds, 10_000)
  line('transfers over 10,000 wallets', `${many}/s`, `>= ${TARGET.many}/s`, many >= TARGET.many)
  const one = await ledger.transfersPerSecond(seconds, 1)
  line('transfers on one wallet', `${one}/s`, `>= ${TARGET.one}/s`, one >= TARGET.one)
  await ledger.close()
  verdicts.push(
    { number: 11, what: 'transfers a second over 10,000 wallets', is: many, least: TARGET.many },
    { number: 11, what: 'transfers a second on one wallet', is: one, least: TARGET.one },
  )
  return many >= TARGET.many && one >= TARGET.one
}

async function audit(bench: Bench, count: number): Promise<void> {
  const url = await bench.makeDatabase('audit')
  const users = Math.max(1, Math.round(count / 10))
  const sql = postgres(url, { max: 1 })
  const measure = async () =>
    (
      await sql<[{ transfers: number; bytes: number }]>`
        SELECT count(*)::float8 AS transfers, pg_database_size(current_database())::float8 AS bytes FROM ledger_transfers`
    )[0]
  const empty = await measure()
  await crowd(url, { users, sales: 10, inbox: true })
  const row = await measure()
  await sql.end()
  const ledger = await ledgerOn(bench, url)
  const { milliseconds, defects } = await ledger.auditOnce()
  const history = await ledger.recordOnce()
  await ledger.close()
  if (defects) throw new Error(`the audit finds ${defects} defects in sound books`)
  const transfersThere = row.transfers.toLocaleString('en')
  const bytes = row.bytes - empty.bytes
  line(
    `${transfersThere} sales of ${users.toLocaleString('en')} members`,
    `${Math.round(bytes / 1e6)} MB, ${Math.round(bytes / row.transfers)} bytes for each sale`,
  )
  line(`audit of ${transfersThere} transfers`, `${(milliseconds / 1000).toFixed(1)} s, no defect`)
  line(
    `their history and that of their reports`,
    `recorded in ${(history.made / 1000).toFixed(1)} s, compared in ${(history.compared / 1000).toFixed(1)} s`,
  )
}
