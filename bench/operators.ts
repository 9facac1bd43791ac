// An operator approves 200 withdrawals at the desk: the form, its confirmation, and the job until its end.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { loadModule } from './application'
import { withBench } from './database'
import { openSession } from './desk-requests'
import { crowd } from './money-crowd'
import type * as Withdrawals from './operators-withdrawals'
import { seedShop, startShop } from './shop'
import { quantile, saveResults } from './verdicts'

const ROWS = 200
/** Previews of each round, which change nothing. */
const PREVIEWS = 3
const FORM = '/Desk/withdrawals/approve'

type Kind = 'preview of 1 row' | 'preview' | 'confirmation' | 'job'
type Times = Record<Kind, number[]>

/** Always true: the figures of one release are to be compared with those of another on the same machine. */
export async function run(words: string[]): Promise<boolean> {
  const { values } = parseArgs({ args: words, options: { rounds: { type: 'string', default: '10' } } })
  const rounds = Number(values.rounds)
  return withBench(async (bench) => {
    const env = await seedShop(bench, 'operators')
    // The first round is no measurement: it compiles the code.
    await crowd(env.EMBEDDED_DATABASE_URL!, { users: (rounds + 1) * ROWS, sales: 1, inbox: true })
    const withdrawals = await loadModule<typeof Withdrawals>('bench/operators-withdrawals.ts', env)
    const ids = await withdrawals.requestEach('1')
    await withdrawals.close()
    const sql = postgres(env.EMBEDDED_DATABASE_URL!, { max: 1 })
    const shop = await startShop(bench, env)
    try {
      const desk = openDesk(shop.url, await openSession(sql))
      const times: Times = { 'preview of 1 row': [], preview: [], confirmation: [], job: [] }
      for (let round = 0; round <= rounds; round++) {
        const found = await approve(desk, sql, ids.slice(round * ROWS, (round + 1) * ROWS))
        if (round) for (const [kind, ms] of Object.entries(found)) times[kind as Kind].push(...ms)
      }
      conclude(times)
    } finally {
      await shop.stop()
      await sql.end()
    }
    return true
  })
}

interface Page {
  html: string
  /** With the redirect to the page. */
  ms: number
}

type Desk = (path: string, fields: Record<string, string>) => Promise<Page>

/** Sends forms as a browser does, and follows them to their page. */
const openDesk =
  (url: string, cookie: string): Desk =>
  async (path, fields) => {
    const startedAt = performance.now()
    const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' }
    const body = new URLSearchParams({ from: path, ...fields })
    const sent = await fetch(new URL(path, url), { method: 'POST', headers, body, redirect: 'manual' })
    const to = sent.headers.get('Location')
    if (sent.status !== 303 || !to) throw new Error(`${path} answered ${sent.status}`)
    const page = await fetch(new URL(to, url), { headers })
    const html = await page.text()
    if (page.status !== 200) throw new Error(`${to} answered ${page.status}`)
    return { html, ms: performance.now() - startedAt }
  }

async function approve(desk: Desk, sql: postgres.Sql, ids: readonly number[]): Promise<Times> {
  await sql`UPDATE desk_sessions SET code_at = now(), last_seen_at = now()`
  const preview = (some: readonly number[]) => desk(FORM, { 'input.ids': some.join('\n') })
  const one = await preview(ids.slice(0, 1))
  const previews: Page[] = []
  for (let n = 0; n < PREVIEWS; n++) previews.push(await preview(ids))
  const { action, fields } = readConfirmation(previews.at(-1)!)
  const startedAt = performance.now()
  const confirmed = await desk(action, fields)
  await untilEnded(sql)
  const job = performance.now() - startedAt
  const [row] = await sql<[{ approved: number }]>`
    SELECT count(*)::int AS approved FROM withdrawals WHERE id = ANY(${ids as number[]}) AND status = 'processing'`
  if (row.approved !== ids.length)
    throw new Error(`${row.approved} of ${ids.length} withdrawals are approved`)
  return {
    'preview of 1 row': [one.ms],
    preview: previews.map(({ ms }) => ms),
    confirmation: [confirmed.ms],
    job: [job],
  }
}

/** The form below the preview, with its hidden fields. */
function readConfirmation({ html }: Page): { action: string; fields: Record<string, string> } {
  const [, attributes, inside] = /<form\b([^>]*\bdesk-confirm\b[^>]*)>([\s\S]*?)<\/form>/.exec(html) ?? []
  const [, action] = /action="([^"]*)"/.exec(attributes ?? '') ?? []
  if (action === undefined) throw new Error('the preview has no confirmation')
  const fields = [...inside!.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
    name,
    value,
  ])
  return { action, fields: Object.fromEntries(fields) as Record<string, string> }
}

/** Until the newest line of the operator log has its end. */
async function untilEnded(sql: postgres.Sql): Promise<void> {
  for (;;) {
    const [line] = await sql<[{ outcome: string | null }]>`
      SELECT outcome FROM operator_log WHERE command LIKE 'withdrawals approve %' ORDER BY id DESC LIMIT 1`
    if (line.outcome !== null) return
    await sleep(20)
  }
}

function conclude(times: Times): void {
  const figures = Object.entries(times).map(([kind, ms]) => {
    const [p50, p95] = [quantile(ms, 0.5), quantile(ms, 0.95)]
    console.log(
      `  ${kind.padEnd(17)} p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms (${ms.length} times)`,
    )
    return { kind, p50, p95, times: ms.length }
  })
  const middle = (kind: Kind) => quantile(times[kind], 0.5)
  const ratios = {
    'a preview, in previews of 1 row': middle('preview') / middle('preview of 1 row'),
    'a confirmation, in previews': middle('confirmation') / middle('preview'),
    'a job, in previews': middle('job') / middle('preview'),
  }
  for (const [what, is] of Object.entries(ratios)) console.log(`  ${what}: ${is.toFixed(2)}`)
  saveResults('operators', { rows: ROWS, figures, ratios })
}
