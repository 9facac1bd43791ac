// One server process offered five times what it can do: what it still answers, what it refuses and how fast, how it recovers.
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readCpuTime } from './cpu-time'
import { withBench } from './database'
import { saveResults } from './results'
import { seedShop, signIn, startShop } from './shop'
import { describe, isReached, type Verdict } from './verdicts'

const TARGET = { goodput: 80, refusal: 50, recovery: 10_000 }
const TIMES = 5
/** Beside the flood of pages, in shares of the pages that it can serve. */
const BESIDE = { cached: 0.2, postback: 0.2, withdrawal: 0.04 }

interface Answer {
  status: number
  ms: number
  retryAfter: boolean
  /** As from performance.now(). */
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
      const cpu = () => readCpuTime(shop.pid) / 1000
      const peak = await capacity(asks.page, seconds / 2, cpu)
      const found = await flood(asks, peak.rate, seconds, cpu)
      const recovery = await untilRecovered(asks.page)
      return judge({ peak, seconds, ...found, recovery })
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
        `/postback/trackier/demo-trackier-secret?p1=none&conversion_id=S${++sales}&sale_amount=10&payout=1&status=approved`,
      ),
    withdrawal: () =>
      ask('/Account/Wallet', form, `from=%2FAccount%2FWallet&type=upi&amount=1&request_key=${randomUUID()}`),
  }
}

type Asks = ReturnType<typeof makeAsks>

interface Peak {
  /** Pages a second. */
  rate: number
  /** Pages for each second of the server's CPU time; 0 where that is unknown. */
  perCpu: number
}

/** What 16 connections get, each asking again when answered. */
async function capacity(ask: Ask, seconds: number, cpu: () => number): Promise<Peak> {
  // V8 compiles the hot code first.
  for (let n = 0; n < 300; n++) await ask()
  const end = performance.now() + seconds * 1000
  const before = cpu()
  let count = 0
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (performance.now() < end) if ((await ask()).status === 200) count++
    }),
  )
  return { rate: count / seconds, perCpu: count / (cpu() - before || Infinity) }
}

interface Flooded {
  answers: Record<keyof Asks, Answer[]>
  /** CPU time of the server while requests were sent, in seconds. */
  cpuTime: number
}

/** Open loop: each request is sent when due, whatever became of the earlier ones. */
async function flood(asks: Asks, peak: number, seconds: number, cpu: () => number): Promise<Flooded> {
  const shares = { page: TIMES, ...BESIDE }
  const sent: Record<keyof Asks, Promise<Answer>[]> = { page: [], cached: [], postback: [], withdrawal: [] }
  const started = performance.now()
  const before = cpu()
  for (;;) {
    const passed = performance.now() - started
    if (passed > seconds * 1000) break
    for (const kind of Object.keys(sent) as (keyof Asks)[])
      while (sent[kind].length < (shares[kind] * peak * passed) / 1000) sent[kind].push(asks[kind]())
    await sleep(2)
  }
  const cpuTime = cpu() - before
  const entries = Object.entries(sent).map(async ([kind, all]) => [kind, await Promise.all(all)] as const)
  return { answers: Object.fromEntries(await Promise.all(entries)) as Flooded['answers'], cpuTime }
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

interface Found extends Flooded {
  peak: Peak
  seconds: number
  recovery: number
}

function judge({ peak, seconds, answers: found, cpuTime, recovery }: Found): boolean {
  const answered = found.page.filter(({ status }) => status === 200)
  const reported = found.postback.filter(({ status }) => status === 200)
  const withdrawn = found.withdrawal.filter(({ status }) => status === 303)
  // What is answered later was waiting, and shows nothing of the rate.
  const end = Math.min(...found.page.map(({ at, ms }) => at - ms)) + seconds * 1000
  const inTime = [...answered, ...reported, ...withdrawn].filter(({ at }) => at <= end).length
  const refused = found.page.filter(({ status }) => status === 503)
  const goodput = (100 * inTime) / seconds / peak.rate
  const goodputOfCpu = (100 * inTime) / cpuTime / peak.perCpu
  const others = found.page.length - answered.length - refused.length
  const share = (kind: keyof Asks, status: number) =>
    (100 * found[kind].filter((one) => one.status === status).length) / found[kind].length
  const results = {
    offered: found.page.length / seconds,
    peak: peak.rate,
    goodput,
    goodputOfCpu,
    cpuTime,
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
  console.log(
    `pages: ${peak.rate.toFixed(0)}/s at most, ${results.offered.toFixed(0)}/s offered for ${seconds} s, of which the server had a core for ${cpuTime.toFixed(1)} s`,
  )
  const wrong = others + refused.filter((one) => !one.retryAfter).length
  const verdicts = [
    {
      what: 'pages, postbacks and withdrawals done, in percent of the most pages',
      is: goodput,
      least: TARGET.goodput,
    },
    {
      what: 'the same for each second of CPU time',
      is: goodputOfCpu,
      least: TARGET.goodput,
    },
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
