// One server process offered five times what it can do: what it still answers, what it refuses and how fast, how it recovers.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { BROTLI, forSeconds, openClient, repeatWhile, type Answer } from './client'
import { readCpuTime } from './cpu-time'
import { withBench } from './database'
import { seedShop, signIn, startShop } from './shop'
import { conclude, quantile, type Verdict } from './verdicts'

const SECONDS = 10
const TARGET = { goodput: 80, refusal: 50, recovery: 10_000 }
const TIMES = 5
/** Beside the flood of pages, in shares of the pages that it can serve. */
const BESIDE = { cached: 0.2, postback: 0.2, withdrawal: 0.04 }

type Ask = () => Promise<Answer>

/** False: a target was missed. */
export async function run(): Promise<boolean> {
  return withBench(async (bench) => {
    const env = await seedShop(bench, 'overload')
    const shop = await startShop(bench, { ...env, CONNECTIONS_PER_ADDRESS: '5000' })
    try {
      const requests = prepareRequests(shop.url, await signIn(shop.url))
      const cpu = () => readCpuTime(shop.pid) / 1000
      const peak = await findPeak(requests.page, cpu)
      const found = await flood(requests, peak.rate, cpu)
      return judge({ peak, ...found, recovery: await waitForRecovery(requests.page) })
    } finally {
      await shop.stop()
    }
  })
}

function prepareRequests(url: string, cookie: string) {
  const ask = openClient(url, BROTLI)
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

type Requests = ReturnType<typeof prepareRequests>

interface Peak {
  /** Pages a second. */
  rate: number
  /** Pages for each second of the server's CPU time; 0 where that is unknown. */
  perCpu: number
}

/** What 16 connections get, each asking again when answered. */
async function findPeak(ask: Ask, cpu: () => number): Promise<Peak> {
  // V8 compiles the hot code first.
  for (let n = 0; n < 300; n++) await ask()
  const before = cpu()
  let count = 0
  await repeatWhile(forSeconds(SECONDS / 2), 16, async () => {
    if ((await ask()).status === 200) count++
  })
  return { rate: count / (SECONDS / 2), perCpu: count / (cpu() - before || Infinity) }
}

interface Flooded {
  answers: Record<keyof Requests, Answer[]>
  /** CPU time of the server while requests were sent, in seconds. */
  cpuTime: number
  /** When the last was sent, of performance.now(). */
  endedAt: number
}

/** Open loop: each request is sent when due, whatever became of the earlier ones. */
async function flood(requests: Requests, peak: number, cpu: () => number): Promise<Flooded> {
  const shares = { page: TIMES, ...BESIDE }
  const sent: Record<keyof Requests, Promise<Answer>[]> = {
    page: [],
    cached: [],
    postback: [],
    withdrawal: [],
  }
  const kinds = Object.keys(sent) as (keyof Requests)[]
  const before = cpu()
  const startedAt = performance.now()
  for (const isOn = forSeconds(SECONDS); isOn(); await sleep(2)) {
    const passed = (performance.now() - startedAt) / 1000
    for (const kind of kinds)
      while (sent[kind].length < shares[kind] * peak * passed) sent[kind].push(requests[kind]())
  }
  const cpuTime = cpu() - before
  const entries = kinds.map(async (kind) => [kind, await Promise.all(sent[kind])] as const)
  const answers = Object.fromEntries(await Promise.all(entries)) as Flooded['answers']
  return { answers, cpuTime, endedAt: startedAt + SECONDS * 1000 }
}

/** In ms: until five pages in a row are answered. */
async function waitForRecovery(ask: Ask): Promise<number> {
  const started = performance.now()
  for (let inRow = 0; inRow < 5;) {
    inRow = (await ask()).status === 200 ? inRow + 1 : 0
    if (performance.now() - started > 60_000) break
  }
  return performance.now() - started
}

interface Found extends Flooded {
  peak: Peak
  recovery: number
}

function judge({ peak, answers, cpuTime, endedAt, recovery }: Found): boolean {
  const find = (kind: keyof Requests, wanted: number) =>
    answers[kind].filter(({ status }) => status === wanted)
  const share = (kind: keyof Requests, wanted: number) =>
    (100 * find(kind, wanted).length) / answers[kind].length
  const p99 = (list: Answer[]) =>
    quantile(
      list.map(({ ms }) => ms),
      0.99,
    )
  const done = [...find('page', 200), ...find('postback', 200), ...find('withdrawal', 303)]
  // What is answered later was waiting, and shows nothing of the rate.
  const inTime = done.filter((answer) => answer.endedAt <= endedAt).length
  const refused = find('page', 503)
  const withoutDelay = refused.filter(({ headers }) => headers['retry-after'] === undefined)
  const others = answers.page.length - find('page', 200).length - refused.length
  const verdicts = [
    {
      what: 'pages, postbacks and withdrawals done, in percent of the most pages',
      is: (100 * inTime) / SECONDS / peak.rate,
      least: TARGET.goodput,
    },
    {
      what: 'the same for each second of CPU time',
      is: (100 * inTime) / cpuTime / peak.perCpu,
      least: TARGET.goodput,
    },
    { what: 'pages refused', is: refused.length, least: 1 },
    { what: 'other failures, and refusals without Retry-After', is: others + withoutDelay.length, most: 0 },
    { what: 'p99 of a refusal, ms', is: p99(refused), most: TARGET.refusal },
    { what: 'pages of the cache answered, in percent', is: share('cached', 200), least: 100 },
    { what: 'postbacks stored, in percent', is: share('postback', 200), least: 100 },
    { what: 'withdrawals answered, in percent', is: share('withdrawal', 303), least: 100 },
    { what: 'until it serves again, ms', is: recovery, most: TARGET.recovery },
  ].map((one): Verdict => ({ number: 12, ...one }))
  const offered = answers.page.length / SECONDS
  console.log(
    `pages: ${peak.rate.toFixed(0)}/s at most, ${offered.toFixed(0)}/s offered for ${SECONDS} s, of which the server had a core for ${cpuTime.toFixed(1)} s`,
  )
  const times = (['cached', 'postback', 'withdrawal'] as const).map((kind) => p99(answers[kind]).toFixed(0))
  console.log(`p99 in ms: pages of the cache ${times[0]}, postbacks ${times[1]}, withdrawals ${times[2]}`)
  return conclude('overload', verdicts, { peak: peak.rate, offered, cpuTime })
}
