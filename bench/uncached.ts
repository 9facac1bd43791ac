// CPU time of pages rendered for each request, without the page cache: as guest and as member.
import http from 'node:http'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { buildFolder } from '../scripts/build.mjs'
import { readCpuTimes, type CpuTimes } from './cpu-time'
import { withBench } from './database'
import { saveResults } from './results'
import { median, seedShop, signIn, startShop, type Served } from './shop'
import { describe, isReached, type Verdict } from './verdicts'

/** Pages a second on one core: the inverse of the server's CPU time. */
const TARGETS: Record<string, number> = { home: 130, list: 150, detail: 180, wallet: 170 }

const CONNECTIONS = 4

interface Shop extends Served {
  build: string
  sql: postgres.Sql
  pages: Record<string, { path: string; cookie: string }>
}

type Found = Record<string, CpuTimes>

/** False: a target was missed. With several builds they are measured by turns, and the first is the one that counts. */
export async function run(words: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: words,
    options: {
      builds: { type: 'string', default: buildFolder },
      requests: { type: 'string', default: '300' },
      rounds: { type: 'string', default: '5' },
      only: { type: 'string' },
      profile: { type: 'string' },
    },
  })
  const [requests, rounds] = [Number(values.requests), Number(values.rounds)]
  return withBench(async (bench) => {
    const shops: Shop[] = []
    try {
      for (const build of values.builds.split(',')) {
        const env = await seedShop(bench, `uncached${shops.length}`)
        const more = { PAGE_CACHE_MB: '0', BACKGROUND_JOBS: 'none' }
        const server = await startShop(bench, env, more, { build, profile: values.profile })
        const sql = postgres(env.EMBEDDED_DATABASE_URL!, { max: 1 })
        shops.push({ ...server, build, sql, pages: await listPages(server.url, sql) })
      }
      const names = Object.keys(TARGETS).filter((name) => !values.only || name === values.only)
      const results: Record<string, Found> = {}
      const verdicts: Verdict[] = []
      for (const name of names) {
        const found: Record<string, CpuTimes[]> = {}
        for (const shop of shops) await measure(shop, name, requests)
        for (let round = 0; round < rounds; round++)
          for (const shop of shops) (found[shop.build] ??= []).push(await measure(shop, name, requests))
        for (const [build, all] of Object.entries(found)) {
          const server = median(all.map((one) => one.server))
          const database = median(all.map((one) => one.database))
          ;(results[build] ??= {})[name] = { server, database }
          const what = `${name} without the cache: answers a second of one core's time`
          const verdict = { number: 2, what, is: 1000 / server, least: TARGETS[name]! }
          if (build === shops[0]!.build) verdicts.push(verdict)
          console.log(
            `${name.padEnd(8)}${server.toFixed(2).padStart(7)} ms CPU, PostgreSQL ${database.toFixed(2)} ms; ` +
              `${describe(verdict)}${shops.length > 1 ? `  (${build})` : ''}`,
          )
        }
      }
      saveResults('uncached', { requests, rounds, verdicts, results })
      return verdicts.every(isReached)
    } finally {
      for (const shop of shops) {
        await shop.sql.end()
        await shop.stop()
      }
    }
  })
}

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

/** CPU time of a request, in ms. */
async function measure({ url, pid, sql, pages }: Shop, name: string, requests: number): Promise<CpuTimes> {
  const { path, cookie } = pages[name]!
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const headers = { 'Accept-Encoding': 'br', ...(cookie && { Cookie: cookie }) }
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      http
        .get(new URL(path, url), { agent, headers }, (answer) => {
          if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}`))
          answer.resume().once('end', resolve)
        })
        .once('error', reject)
    })
  const before = await readCpuTimes(pid, sql)
  let left = requests
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left-- > 0) await ask()
    }),
  )
  const after = await readCpuTimes(pid, sql)
  agent.destroy()
  return {
    server: (after.server - before.server) / requests,
    database: (after.database - before.database) / requests,
  }
}
