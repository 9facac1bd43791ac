// Measures postbacks at a fixed rate, transfers, the audit, and the second reader. The figures depend on the machine, which should be idle.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { loadModule } from './application'
import { openClient, repeatWhile, sendAtRate } from './client'
import { readCpuTimes, type CpuTimes } from './cpu-time'
import { withBench, type Bench } from './database'
import { crowd } from './money-crowd'
import { measureCommand } from './measure-command'
import type * as Ledger from './money-ledger'
import { startShop } from './shop'
import { conclude, quantile, type Verdict } from './verdicts'

const TARGET = { postbacks: 200, p99: 50, many: 1_500, one: 300 }
const PARTS = ['postbacks', 'transfers', 'audit', 'reader']

/** False: a target was missed. */
export async function run(words: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: words,
    options: {
      only: { type: 'string' },
      seconds: { type: 'string', default: '20' },
      transfers: { type: 'string', default: '1000000' },
      members: { type: 'string', default: '20000' },
    },
  })
  const { only = '' } = values
  if (only && !PARTS.includes(only)) throw new Error(`--only ${only}: ${PARTS.join(', ')}`)
  const isWanted = (part: string) => !only || only === part
  const seconds = Number(values.seconds)
  return withBench(async (bench) => {
    const verdicts: Verdict[] = []
    if (isWanted('postbacks')) verdicts.push(await measurePostbacks(bench, seconds))
    if (isWanted('transfers')) verdicts.push(...(await measureTransfers(bench, seconds)))
    if (isWanted('audit')) await measureAudit(bench, Number(values.transfers))
    if (isWanted('reader')) await measureReader(bench, Number(values.members))
    return conclude('money', verdicts, { seconds })
  })
}

const print = (what: string, found: string) => console.log(`${what.padEnd(34)} ${found}`)

/** Open loop: each request is sent when due, even if earlier ones are unanswered, and timed from then. */
async function measurePostbacks(bench: Bench, seconds: number): Promise<Verdict> {
  const url = await bench.makeDatabase('postbacks')
  // On nearly empty tables PostgreSQL would cache plans that are wrong for the load.
  await crowd(url, { users: 2_000, sales: 10, inbox: true })
  const server = await startShop(bench, bench.environment(url), { isPinned: false })
  const ask = openClient(server.url, {}, 64)
  const sql = postgres(url, { max: 1 })
  const send = async (n: number) => {
    const sale = `p1=crowd${1 + (n % 2_000)}&conversion_id=S${n}&sale_amount=1999.90&payout=80&status=approved`
    const { status, ms } = await ask(`/postback/trackier/demo-trackier-secret?${sale}`)
    if (status !== 200) throw new Error(`a postback answered ${status}`)
    return ms
  }
  try {
    await warmUp(send)
    await waitUntilApplied(sql)
    const before = await readCpuTimes(server.pid, sql)
    const rate = { count: seconds * TARGET.postbacks, perSecond: TARGET.postbacks }
    const times = await sendAtRate(rate, send)
    const after = await readCpuTimes(server.pid, sql)
    const at = (share: number) => `${quantile(times, share).toFixed(1)} ms`
    print(
      `${times.length} postbacks at ${TARGET.postbacks}/s`,
      `p50 ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)}`,
    )
    const lag = await readLag(sql, times.length)
    print('received until applied', `p50 ${lag.p50.toFixed(1)} ms, p99 ${lag.p99.toFixed(1)} ms, all applied`)
    const each = (part: keyof CpuTimes) => ((after[part] - before[part]) / times.length).toFixed(2)
    print('CPU time of a postback', `server ${each('server')} ms, PostgreSQL ${each('database')} ms`)
    return {
      number: 10,
      what: 'postbacks at 200/s, p99 in ms',
      is: quantile(times, 0.99),
      most: TARGET.p99,
    }
  } finally {
    await sql.end()
    await server.stop()
  }
}

/** Time from receipt to processing of the last `count` reports, in ms. Throws if one was not applied. */
async function readLag(sql: postgres.Sql, count: number): Promise<{ p50: number; p99: number }> {
  await waitUntilApplied(sql)
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
async function waitUntilApplied(sql: postgres.Sql): Promise<void> {
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
  await repeatWhile(
    () => n < last,
    8,
    () => send(n++),
  )
}

const loadLedger = (bench: Bench, url: string) =>
  loadModule<typeof Ledger>('bench/money-ledger.ts', {
    ...bench.environment(url),
    DATABASE_POOL: '16',
    DATA_DIR: bench.folder,
  })

async function measureTransfers(bench: Bench, seconds: number): Promise<Verdict[]> {
  const url = await bench.makeDatabase('transfers')
  await crowd(url, { users: 10_000, sales: 0 })
  const ledger = await loadLedger(bench, url)
  const many = await ledger.countTransfers(seconds, 10_000)
  const one = await ledger.countTransfers(seconds, 1)
  await ledger.close()
  return [
    { number: 11, what: 'transfers a second over 10,000 wallets', is: many, least: TARGET.many },
    { number: 11, what: 'transfers a second on one wallet', is: one, least: TARGET.one },
  ]
}

async function measureAudit(bench: Bench, count: number): Promise<void> {
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
  const ledger = await loadLedger(bench, url)
  const { milliseconds, defects } = await ledger.auditOnce()
  const history = await ledger.recordOnce()
  await ledger.close()
  if (defects) throw new Error(`the audit finds ${defects} defects in sound books`)
  const transfersThere = row.transfers.toLocaleString('en')
  const bytes = row.bytes - empty.bytes
  print(
    `${transfersThere} sales of ${users.toLocaleString('en')} members`,
    `${Math.round(bytes / 1e6)} MB, ${Math.round(bytes / row.transfers)} bytes for each sale`,
  )
  print(`audit of ${transfersThere} transfers`, `${(milliseconds / 1000).toFixed(1)} s, no defect`)
  print(
    `their history and that of their reports`,
    `recorded in ${(history.made / 1000).toFixed(1)} s, compared in ${(history.compared / 1000).toFixed(1)} s`,
  )
}

const SALES = 10

/** `audit recompute`, in a process of its own. */
async function measureReader(bench: Bench, users: number): Promise<void> {
  const url = await bench.makeDatabase('reader')
  await crowd(url, { users, sales: SALES, inbox: true })
  const { seconds, megabytes, output } = measureCommand(bench, bench.environment(url), ['audit', 'recompute'])
  if (!output.includes('Every wallet is what the reports say.')) throw new Error(output)
  print(
    `second reading of ${users.toLocaleString('en')} members`,
    `${seconds.toFixed(1)} s, ${megabytes} MB at most, ${(users * SALES).toLocaleString('en')} raw reports, no defect`,
  )
}
