// Latency of Get Deal and postbacks while twenty heavy lists are read at the desk, compared with that of an idle desk.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { findFreePort } from '../embedded/postmaster'
import { withBench } from './database'
import { openClient, sendAtRate, type Answer, type Ask } from './client'
import { openSession, prepareRequests, type Kind } from './desk-requests'
import { crowd } from './money-crowd'
import { seedShop, signIn, startShop } from './shop'
import { conclude, median, quantile, type Verdict } from './verdicts'

const LISTS_AT_ONCE = 20
/** For each kind of request, with and without lists. */
const REQUESTS_PER_SECOND = 20
/** p95 with the lists in percent of that without. */
const MAX_PERCENT = 110
/** The slowest list alone, in ms: without rows, lists would load nothing. */
const HEAVY_MS = 50
/** Answered while the others are measured. */
const LEAST_LISTS_PER_SECOND = 1
const ROWS = { users: 10_000, sales: 10, inbox: true }

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

const GOOD: Record<Kind, number> = { out: 302, postback: 200 }
const KINDS: readonly Kind[] = ['out', 'postback']
type Round = Record<Kind, number>

/** False: a target was missed. */
export async function run(words: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: words,
    options: {
      seconds: { type: 'string', default: '10' },
      rounds: { type: 'string', default: '5' },
      together: { type: 'boolean', default: false },
    },
  })
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]
  return withBench(async (bench) => {
    const env = await seedShop(bench, 'desk')
    await crowd(env.EMBEDDED_DATABASE_URL!, ROWS)
    const sql = postgres(env.EMBEDDED_DATABASE_URL!, { max: 1 })
    // Without the limits that one address has.
    const limits = { CONNECTIONS_PER_ADDRESS: '5000', CLICKS_PER_HOUR: '1000000' }
    const deskPort = values.together ? undefined : await findFreePort()
    const desk = deskPort ? { DESK_PORT: String(deskPort) } : {}
    const shop = await startShop(bench, { ...env, ...limits, ...desk })
    try {
      const askDesk = openClient(deskPort ? `http://127.0.0.1:${deskPort}/` : shop.url)
      const people = { member: await signIn(shop.url), clicks: ROWS.users }
      const requests = await prepareRequests(openClient(shop.url), sql, people)
      const operator = await openSession(sql)
      // The process of the desk starts last.
      while (!(await askDesk('/healthz').catch(() => null))) await sleep(100)
      await requireHeavy(askDesk, operator)
      const readList = makeReader(askDesk, operator)
      await measure(requests, seconds)
      const found: { without: Round; with: Round; lists: number }[] = []
      for (let round = 0; round < rounds; round++) {
        const without = await measure(requests, seconds)
        const lists = keepReading(readList)
        found.push({ without, with: await measure(requests, seconds), lists: await lists.stop() })
      }
      return judge(found, seconds)
    } finally {
      await shop.stop()
      await sql.end()
    }
  })
}

/** Throws unless each list is there for the operator and the slowest takes long. */
async function requireHeavy(ask: Ask, cookie: string): Promise<void> {
  let slowest = { path: '', ms: 0 }
  for (const path of LISTS) {
    const times: number[] = []
    for (let n = 0; n < 3; n++) {
      const { status, ms } = await ask(path, { Cookie: cookie })
      if (status !== 200) throw new Error(`${path} answered ${status}`)
      times.push(ms)
    }
    if (median(times) > slowest.ms) slowest = { path, ms: median(times) }
  }
  console.log(`slowest list alone: ${slowest.path}, ${slowest.ms.toFixed(0)} ms`)
  if (slowest.ms < HEAVY_MS) throw new Error(`no list takes ${HEAVY_MS} ms: nothing heavy would be measured`)
}

/** Each read says whether the list came. */
function makeReader(ask: Ask, cookie: string): () => Promise<boolean> {
  let count = 0
  return async () => {
    const path = LISTS[count++ % LISTS.length]!
    const { status } = await ask(path, { Cookie: cookie })
    // 503: three lists are read at once, and the queue of others is full.
    if (status !== 200 && status !== 503) throw new Error(`${path} answered ${status}`)
    if (status === 503) await sleep(50)
    return status === 200
  }
}

/** As many as LISTS_AT_ONCE, each followed by another one. */
function keepReading(read: () => Promise<boolean>) {
  let [isOver, count] = [false, 0]
  const readers = Array.from({ length: LISTS_AT_ONCE }, async () => {
    while (!isOver) {
      if (await read()) count++
    }
  })
  const ended = Promise.all(readers)
  // Its error is thrown by stop().
  ended.catch(() => {})
  return {
    async stop() {
      isOver = true
      await ended
      return count
    },
  }
}

/** Of each kind p95 in ms, at a fixed rate. */
async function measure(requests: Record<Kind, () => Promise<Answer>>, seconds: number): Promise<Round> {
  const rate = { count: seconds * REQUESTS_PER_SECOND, perSecond: REQUESTS_PER_SECOND }
  const measureKind = async (kind: Kind) => {
    const answers = await sendAtRate(rate, requests[kind])
    const other = answers.find(({ status }) => status !== GOOD[kind])
    if (other) throw new Error(`${kind} answered ${other.status}`)
    return quantile(
      answers.map(({ ms }) => ms),
      0.95,
    )
  }
  const [out, postback] = await Promise.all(KINDS.map(measureKind))
  return { out: out!, postback: postback! }
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
  const lists = rounds.reduce((sum, round) => sum + round.lists, 0) / rounds.length / seconds
  verdicts.push({ number: 14, what: 'lists answered a second', is: lists, least: LEAST_LISTS_PER_SECOND })
  return conclude('desk', verdicts, { seconds, rounds })
}
