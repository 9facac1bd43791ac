// CPU time of pages rendered for each request, without the page cache: as guest and as member.
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { buildFolder } from '../scripts/build.mjs'
import { BROTLI, openClient, repeatWhile } from './client'
import { readCpuTimes, type CpuTimes } from './cpu-time'
import { withBench, type Bench } from './database'
import { seedShop, signIn, startShop, type Served } from './shop'
import { conclude, describe, median, type Verdict } from './verdicts'

/** Pages a second on one core: the inverse of the server's CPU time. */
const TARGETS: Record<string, number> = { home: 130, list: 150, detail: 180, wallet: 170 }

const CONNECTIONS = 4

interface Shop extends Served {
  build: string
  sql: postgres.Sql
  pages: Record<string, { path: string; cookie: string }>
}

/** False: a target was missed. With several builds they are measured by turns, and the first is the one that counts. */
export async function run(words: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: words,
    options: {
      builds: { type: 'string', default: buildFolder },
      requests: { type: 'string', default: '300' },
      rounds: { type: 'string', default: '5' },
      profile: { type: 'string' },
    },
  })
  const [requests, rounds] = [Number(values.requests), Number(values.rounds)]
  return withBench(async (bench) => {
    const shops: Shop[] = []
    try {
      for (const [n, build] of values.builds.split(',').entries())
        shops.push(await openShop(bench, `uncached${n}`, build, values.profile))
      const verdicts: Verdict[] = []
      const results: Record<string, CpuTimes[]> = {}
      for (const name of Object.keys(TARGETS)) {
        const found = await measureByTurns(shops, name, { requests, rounds })
        results[name] = found
        const each = found.map(({ server }) => judge(name, server))
        verdicts.push(each[0]!)
        for (const [n, { server, database }] of found.entries())
          console.log(
            `${name.padEnd(8)}${server.toFixed(2).padStart(7)} ms CPU, PostgreSQL ${database.toFixed(2)} ms; ` +
              `${describe(each[n]!)}  (${shops[n]!.build})`,
          )
      }
      return conclude('uncached', verdicts, { requests, rounds, builds: values.builds, results })
    } finally {
      for (const shop of shops) {
        await shop.sql.end()
        await shop.stop()
      }
    }
  })
}

async function openShop(
  bench: Bench,
  name: string,
  build: string,
  profile: string | undefined,
): Promise<Shop> {
  const env = await seedShop(bench, name)
  const options = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`, '--cpu-prof-interval=200'] : []
  const variables = { ...env, PAGE_CACHE_MB: '0', BACKGROUND_JOBS: 'none' }
  const server = await startShop(bench, variables, { build, options })
  const sql = postgres(env.EMBEDDED_DATABASE_URL!, { max: 1 })
  return { ...server, build, sql, pages: await listPages(server.url, sql) }
}

const judge = (name: string, server: number): Verdict => ({
  number: 2,
  what: `${name} without the cache: answers a second of one core's time`,
  is: 1000 / server,
  least: TARGETS[name]!,
})

async function listPages(url: string, sql: postgres.Sql): Promise<Shop['pages']> {
  const [offer] = await sql<[{ slug: string }]>`
    SELECT slug FROM campaigns WHERE hidden_at IS NULL ORDER BY rank, id LIMIT 1`
  const cookie = await signIn(url)
  const page = (path: string, member = false) => ({ path, cookie: member ? cookie : '' })
  return {
    home: page('/'),
    list: page('/CouponFilters/All'),
    detail: page(`/CouponsDetails/${offer.slug}`),
    wallet: page('/Account/Wallet', true),
  }
}

/** Medians for each shop, after a round that does not count. */
async function measureByTurns(
  shops: Shop[],
  name: string,
  { requests, rounds }: { requests: number; rounds: number },
): Promise<CpuTimes[]> {
  const found = shops.map((): CpuTimes[] => [])
  for (let round = 0; round <= rounds; round++)
    for (const [n, shop] of shops.entries()) {
      const times = await measure(shop, name, requests)
      if (round) found[n]!.push(times)
    }
  return found.map((all) => ({
    server: median(all.map((one) => one.server)),
    database: median(all.map((one) => one.database)),
  }))
}

/** CPU time of a request, in ms. */
async function measure({ url, pid, sql, pages }: Shop, name: string, requests: number): Promise<CpuTimes> {
  const { path, cookie } = pages[name]!
  const ask = openClient(url, BROTLI)
  const before = await readCpuTimes(pid, sql)
  let left = requests
  await repeatWhile(
    () => left-- > 0,
    CONNECTIONS,
    async () => {
      const { status } = await ask(path, cookie ? { Cookie: cookie } : {})
      if (status !== 200) throw new Error(`${path} answered ${status}`)
    },
  )
  const after = await readCpuTimes(pid, sql)
  return {
    server: (after.server - before.server) / requests,
    database: (after.database - before.database) / requests,
  }
}
