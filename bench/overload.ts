// One server process offered four times what it can do: what it still answers, what it refuses and how fast, how it recovers.
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { withBench } from './database'
import { saveResults } from './results'
import { seedShop, signIn, startShop } from './shop'
import { describe, isReached, type Verdict } from './verdicts'

const TARGET = { goodput: 80, refusal: 50, recovery: 10_000 }
const TIMES = 4
/** A second, beside the flood of pages. */
const BESIDE = { cached: 20, postback: 20, withdrawal: 4 }

interface Answer {
  status: number
  ms: number
  retryAfter: boolean
  /** Of performance.now(). */
  at: number
}

type Ask = () => Promise<Answer>

/** False: a target was missed. */
export async function run(words: string[]): Promise<boolean> {
  const { values } = parseArgs({ args: words, options: { seconds: { type: 'string', default: '10' } } })
  const seconds = Number(values.seconds)
  return withBench(async (bench) => {
    const env = await seedShop(bench, 'overload')
    const shop = await startShop(bench, env, { CONNECTIONS_PER_ADDRESS: '5000' })
    try {
      const cookie = await signIn(shop.url)
      const asks = makeAsks(shop.url, cookie)
      const peak = await capacity(asks.page, seconds / 2)
      const found = await flood(asks, peak, seconds)
      const recovered = await untilRecovered(asks.page)
      return judge(peak, seconds, found, recovered)
    } finally {
      await shop.stop()
    }
  })
}

function makeAsks(url: string, cookie: string) {
  const agent = new http.Agent({ keepAlive: true })
  const ask = (path: string, headers: http.OutgoingHttpHeaders = {}, body?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const started = performance.now()
      const options = {
        agent,
        headers: { 'Accept-Encoding': 'br', ...headers },
        method: body ? 'POST' : 'GET',
      }
      http
        .request(new URL(path, url), options, (answer) => {
          const ms = performance.now() - started
          const retryAfter = answer.headers['retry-after'] !== undefined
          answer
            .resume()
            .once('end', () => resolve({ status: answer.statusCode!, ms, retryAfter, at: performance.now() }))
        })
        .once('error', reject)
        .end(body)
    })
  let sales = 0
  const member = { Cookie: cookie }
  const form = {
    ...member,
    'Sec-Fetch-Site': 'same-origin',
    'Content-Type': 'application/x-www-form-urlencoded',
  }
  return {
    page: () => ask('/Account/Wallet', member),
    cached: () => ask('/'),
    postback: () =>
      ask(
        `/postback/trackier/demo-trackier-secret?p1=none&txn_id=S${++sales}&sale_amount=10&payout=1&status=approved`,
      ),
    withdrawal: () =>
      ask('/Account/Wallet', form, `from=%2FAccount%2FWallet&type=upi&amount=1&request_key=${randomUUID()}`),
  }
}

type Asks = ReturnType<typeof makeAsks>

/** Pages a second that 16 connections get, each asking again when answered. */
async function capacity(ask: Ask, seconds: number): Promise<number> {
  // V8 compiles the hot code first.
  for (let n = 0; n < 300; n++) await ask()
  const end = performance.now() + seconds * 1000
  let count = 0
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (performance.now() < end) if ((await ask()).status === 200) count++
    }),
  )
  return count / seconds
}

/** Open loop: each request is sent when due, whatever became of the earlier ones. */
async function flood(asks: Asks, peak: number, seconds: number): Promise<Record<keyof Asks, Answer[]>> {
  const rates = { page: TIMES * peak, ...BESIDE }
  const sent: Record<keyof Asks, Promise<Answer>[]> = { page: [], cached: [], postback: [], withdrawal: [] }
  const started = performance.now()
  for (;;) {
    const passed = performance.now() - started
    if (passed > seconds * 1000) break
    for (const kind of Object.keys(sent) as (keyof Asks)[])
      while (sent[kind].length < (rates[kind] * passed) / 1000) sent[kind].push(asks[kind]())
    await sleep(2)
  }
  const entries = Object.entries(sent).map(async ([kind, all]) => [kind, await Promise.all(all)] as const)
  return Object.fromEntries(await Promise.all(entries)) as Record<keyof Asks, Answer[]>
}

/** In ms: until five pages in a row are answered. */
async function untilRecovered(ask: Ask): Promise<number> {
  const started = performance.now()
  for (let inRow = 0; inRow < 5;) {
    inRow = (await ask()).status === 200 ? inRow + 1 : 0
    if (performance.now() - started > 60_000) break
  }
  return performance.now() - started
}

function judge(
  peak: number,
  seconds: number,
  found: Record<keyof Asks, Answer[]>,
  recovery: number,
): boolean {
  const answered = found.page.filter(({ status }) => status === 200)
  // What is answered later was waiting, and shows nothing of the rate.
  const end = Math.min(...found.page.map(({ at, ms }) => at - ms)) + seconds * 1000
  const served = answered.filter(({ at }) => at <= end).length / seconds
  const refused = found.page.filter(({ status }) => status === 503)
  const goodput = (100 * served) / peak
  const others = found.page.length - answered.length - refused.length
  const share = (kind: keyof Asks, status: number) =>
    (100 * found[kind].filter((one) => one.status === status).length) / found[kind].length
  const results = {
    offered: found.page.length / seconds,
    peak,
    goodput,
    refused: refused.length,
    refusalP50: quantile(refused, 0.5),
    refusalP99: quantile(refused, 0.99),
    cachedAnswered: share('cached', 200),
    cachedP99: quantile(found.cached, 0.99),
    postbacksStored: share('postback', 200),
    postbackP99: quantile(found.postback, 0.99),
    withdrawalsDone: share('withdrawal', 303),
    withdrawalP99: quantile(found.withdrawal, 0.99),
    recovery,
  }
  console.log(`pages: ${peak.toFixed(0)}/s at most, ${results.offered.toFixed(0)}/s offered for ${seconds} s`)
  const wrong = others + refused.filter((one) => !one.retryAfter).length
  const verdicts = [
    { what: 'pages served, in percent of the most', is: goodput, least: TARGET.goodput },
    { what: 'pages refused', is: refused.length, least: 1 },
    { what: 'other failures, and refusals without Retry-After', is: wrong, most: 0 },
    { what: 'p99 of a refusal, ms', is: results.refusalP99, most: TARGET.refusal },
    { what: 'pages of the cache answered, in percent', is: results.cachedAnswered, least: 100 },
    { what: 'postbacks stored, in percent', is: results.postbacksStored, least: 100 },
    { what: 'withdrawals answered, in percent', is: results.withdrawalsDone, least: 100 },
    { what: 'until it serves again, ms', is: recovery, most: TARGET.recovery },
  ].map((one): Verdict => ({ number: 12, ...one }))
  const [cached, postback, withdrawal] = [results.cachedP99, results.postbackP99, results.withdrawalP99]
  console.log(
    `p99 in ms: pages of the cache ${cached.toFixed(0)}, postbacks ${postback.toFixed(0)}, withdrawals ${withdrawal.toFixed(0)}`,
  )
  for (const verdict of verdicts) console.log(`  ${describe(verdict)}`)
  saveResults('overload', { seconds, verdicts, ...results })
  return verdicts.every(isReached)
}

function quantile(answers: Answer[], share: number): number {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
