// Every page of the desk that links lead to, and searches, in a shop of 20,000 members: how long the slowest takes.
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { withBench } from './database'
import { openSession } from './desk-requests'
import { crowd } from './money-crowd'
import { seedShop, startShop } from './shop'
import { conclude, median, quantile, type Verdict } from './verdicts'

/** In ms, of a page and of a search. */
const MOST_MS = 300
const START = ['/Desk/Today', '/Desk/All', '/Desk/withdrawals', '/Desk/claims', '/Desk/Sessions']
/** Of the crowd: a name, a number, a sale, a word of an offer, a page, and nothing. */
const WORDS = ['Crowd 19', '1200', 'S1-crowd77', 'deal', 'withdraw', 'nothing at all']
/** They end or make something, or are no page. */
const LEFT_OUT = /\/Desk\/(?:SignOut|Invitation|Drafts|Suggestions|Code|Arrival)|rows\.csv|\/files\//

interface Timed {
  what: string
  ms: number
}

type Fetch = (path: string, fields?: Record<string, string>) => Promise<{ html: string; ms: number }>

/** False: a target was missed. */
export async function run(words: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: words,
    options: {
      members: { type: 'string', default: '20000' },
      sales: { type: 'string', default: '5' },
      times: { type: 'string', default: '3' },
      days: { type: 'string', default: '365' },
    },
  })
  const [users, sales, times, days] = [values.members, values.sales, values.times, values.days].map(
    Number,
  ) as [number, number, number, number]
  return withBench(async (bench) => {
    const env = await seedShop(bench, 'desk-pages')
    await crowd(env.EMBEDDED_DATABASE_URL!, { users, sales, inbox: true, days })
    const sql = postgres(env.EMBEDDED_DATABASE_URL!, { max: 1 })
    // Autovacuum would do it while pages are measured.
    await sql`VACUUM (ANALYZE)`
    const shop = await startShop(bench, env)
    try {
      console.log(`${users} members with ${sales} sales each, over ${days} days`)
      const read = openDesk(shop.url, await openSession(sql))
      const pages = await measurePages(read, times)
      const searches = await measureSearches(read, times)
      return judge(pages, searches, { members: users, sales: users * sales, days })
    } finally {
      await shop.stop()
      await sql.end()
    }
  })
}

/** Follows redirects, as a browser does: to the end of the page. */
const openDesk =
  (url: string, cookie: string): Fetch =>
  async (path, fields) => {
    const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' }
    const startedAt = performance.now()
    let answer = await fetch(new URL(path, url), {
      headers,
      redirect: 'manual',
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    })
    for (let step = 0; answer.headers.has('Location') && step < 5; step++)
      answer = await fetch(new URL(answer.headers.get('Location')!, url), { headers, redirect: 'manual' })
    const html = await answer.text()
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
    return { html, ms: performance.now() - startedAt }
  }

/** One address of each path. */
const toKey = (path: string) => path.split('?', 1)[0]!.toLowerCase()

const listLinks = (html: string): string[] =>
  [...html.matchAll(/href="(\/Desk\/[^"#]*)"/g)]
    .map(([, path]) => path!.replaceAll('&amp;', '&'))
    .filter((path) => !LEFT_OUT.test(path))

const WARM_UP = 5

async function measurePages(read: Fetch, times: number): Promise<Timed[]> {
  const waiting = [...START]
  const seen = new Set(waiting.map(toKey))
  const found: Timed[] = []
  // A server that has just started compiles while it answers; a shop's runs for days.
  for (let n = 0; n < WARM_UP; n++) for (const path of START) await read(path)
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    // The first one compiles its code.
    const { html } = await read(path)
    for (const link of listLinks(html)) {
      if (seen.has(toKey(link))) continue
      seen.add(toKey(link))
      waiting.push(link)
    }
    const measured: number[] = []
    for (let n = 0; n < times; n++) measured.push((await read(path)).ms)
    found.push({ what: path, ms: median(measured) })
  }
  return found
}

async function measureSearches(read: Fetch, times: number): Promise<Timed[]> {
  const found: Timed[] = []
  for (const words of WORDS) {
    const search = () => read('/Desk/search', { from: '/Desk/Today', 'input.words': words })
    await search()
    const measured: number[] = []
    for (let n = 0; n < times; n++) measured.push((await search()).ms)
    found.push({ what: words, ms: median(measured) })
  }
  return found
}

function judge(pages: Timed[], searches: Timed[], facts: object): boolean {
  const report = (name: string, all: readonly Timed[]) => {
    const slowest = all.toSorted((a, b) => b.ms - a.ms)
    console.log(
      `${all.length} ${name}: median ${median(all.map(({ ms }) => ms)).toFixed(0)} ms, p95 ${quantile(
        all.map(({ ms }) => ms),
        0.95,
      ).toFixed(0)} ms`,
    )
    for (const { what, ms } of slowest.slice(0, 8)) console.log(`  ${ms.toFixed(0).padStart(5)} ms  ${what}`)
    return slowest[0]?.ms ?? 0
  }
  const verdicts: Verdict[] = [
    { number: 15, what: 'slowest page of the desk, ms', is: report('pages', pages), most: MOST_MS },
    { number: 15, what: 'slowest search, ms', is: report('searches', searches), most: MOST_MS },
  ]
  return conclude('desk-pages', verdicts, { ...facts, pages, searches })
}
