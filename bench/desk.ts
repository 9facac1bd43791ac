// Latency of Get Deal and postbacks while twenty heavy lists are read at the desk, compared with that of an idle desk.
import { createHash, randomBytes } from 'node:crypto'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { withBench } from './database'
import { saveResults } from './results'
import { median, seedShop, startShop } from './shop'
import { describe, isReached, type Verdict } from './verdicts'

const LISTS_AT_ONCE = 20
/** Requests of each kind, with and without lists. */
const PER_SECOND = 20
/** p95 with lists, in percent of p95 without. */
const MAX_PERCENT = 110

const LISTS = [
  '/Desk/postbacks/list',
  '/Desk/conversions/list',
  '/Desk/users/list',
  '/Desk/log/list',
  '/Desk/visits/list',
  '/Desk/withdrawals/list',
  '/Desk/stats?by=day',
  '/Desk/Today',
]

interface Answer {
  status: number
  ms: number
}

type Kind = 'out' | 'postback'
const GOOD: Record<Kind, number> = { out: 302, postback: 200 }
const KINDS: readonly Kind[] = ['out', 'postback']
type Round = Record<Kind, number>

/** False: a target was missed. */
export async function run(words: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: words,
    options: { seconds: { type: 'string', default: '10' }, rounds: { type: 'string', default: '5' } },
  })
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]
  return withBench(async (bench) => {
    const env = await seedShop(bench, 'desk')
    const sql = postgres(env.EMBEDDED_DATABASE_URL!, { max: 1 })
    const shop = await startShop(bench, env, { CONNECTIONS_PER_ADDRESS: '5000' })
    try {
      const ask = makeAsk(shop.url)
      const asks = await makeAsks(ask, sql)
      const readList = makeReader(ask, await openSession(sql))
      await measure(asks, seconds)
      const found: { without: Round; with: Round; lists: number }[] = []
      for (let round = 0; round < rounds; round++) {
        const without = await measure(asks, seconds)
        const lists = keepReading(readList)
        found.push({ without, with: await measure(asks, seconds), lists: await lists.stop() })
      }
      return judge(found, seconds)
    } finally {
      await shop.stop()
      await sql.end()
    }
  })
}

type Ask = (path: string, headers?: http.OutgoingHttpHeaders) => Promise<Answer>

function makeAsk(url: string): Ask {
  const agent = new http.Agent({ keepAlive: true })
  return (path, headers = {}) =>
    new Promise((resolve, reject) => {
      const started = performance.now()
      http
        .get(new URL(path, url), { agent, headers }, (answer) => {
          const ms = performance.now() - started
          answer.resume().once('end', () => resolve({ status: answer.statusCode!, ms }))
        })
        .once('error', reject)
    })
}

async function makeAsks(ask: Ask, sql: postgres.Sql): Promise<Record<Kind, () => Promise<Answer>>> {
  const offers = await sql<{ id: string }[]>`
    SELECT id FROM campaigns WHERE listed AND network IS NOT NULL ORDER BY id LIMIT 50`
  let [visits, sales] = [0, 0]
  return {
    out: () => ask(`/out/${offers[visits++ % offers.length]!.id}`, { 'Sec-Fetch-Mode': 'navigate' }),
    postback: () =>
      ask(
        `/postback/trackier/demo-trackier-secret?p1=none&conversion_id=D${++sales}&sale_amount=10&payout=1&status=approved`,
      ),
  }
}

async function openSession(sql: postgres.Sql): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  await sql`
    INSERT INTO desk_sessions (token_hash, operator_id, stage, code_at, expires_at)
    SELECT ${hash}, operator_id, 'open', now(), now() + interval '1 hour' FROM desk_access LIMIT 1`
  return `desk=${token}`
}

function makeReader(ask: Ask, cookie: string): () => Promise<void> {
  let count = 0
  return async () => {
    const path = LISTS[count++ % LISTS.length]!
    const { status } = await ask(path, { Cookie: cookie })
    // 503: three lists are read at once, and the queue of others is full.
    if (status !== 200 && status !== 503) throw new Error(`${path} answered ${status}`)
    if (status === 503) await sleep(50)
  }
}

function keepReading(read: () => Promise<void>) {
  let [isOver, count] = [false, 0]
  const readers = Array.from({ length: LISTS_AT_ONCE }, async () => {
    while (!isOver) {
      await read()
      count++
    }
  })
  return {
    async stop() {
      isOver = true
      await Promise.all(readers)
      return count
    },
  }
}

/** Sends requests at a fixed rate, without waiting for earlier ones. Returns p95 in ms. */
async function measure(asks: Record<Kind, () => Promise<Answer>>, seconds: number): Promise<Round> {
  const begin = performance.now()
  const measureKind = async (kind: Kind) => {
    const sent: Promise<Answer>[] = []
    for (let n = 0; n < seconds * PER_SECOND; n++) {
      await sleep(Math.max(0, begin + (n * 1000) / PER_SECOND - performance.now()))
      sent.push(asks[kind]())
    }
    const answers = await Promise.all(sent)
    const other = answers.find(({ status }) => status !== GOOD[kind])
    if (other) throw new Error(`${kind} answered ${other.status}`)
    return computeP95(answers)
  }
  const [out, postback] = await Promise.all(KINDS.map(measureKind))
  return { out: out!, postback: postback! }
}

function computeP95(answers: readonly Answer[]): number {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0
}

function judge(rounds: { without: Round; with: Round; lists: number }[], seconds: number): boolean {
  const verdicts = KINDS.map((kind): Verdict => {
    const [before, during] = (['without', 'with'] as const).map((when) =>
      median(rounds.map((round) => round[when][kind])),
    )
    console.log(`p95 of ${kind}: ${before!.toFixed(1)} ms, with the lists ${during!.toFixed(1)} ms`)
    return {
      number: 14,
      what: `p95 of ${kind}, in percent of before`,
      is: (100 * during!) / before!,
      most: MAX_PERCENT,
    }
  })
  const lists = rounds.reduce((sum, round) => sum + round.lists, 0)
  console.log(`${(lists / rounds.length / seconds).toFixed(1)} lists a second`)
  for (const verdict of verdicts) console.log(`  ${describe(verdict)}`)
  saveResults('desk', { seconds, verdicts, rounds })
  return verdicts.every(isReached)
}
