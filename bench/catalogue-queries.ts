// Runs in a process with the application on a generated catalogue.
import { sql } from 'drizzle-orm'
import { listStoresInCategory } from '~/domain/catalog/stores.server'
import { readFrame } from '~/domain/catalog/categories.server'
import { findOffer } from '~/domain/catalog/offer-page.server'
import { readHomeLists } from '~/domain/catalog/home.server'
import { listByCategory, listCoupons, listDeals } from '~/domain/catalog/lists.server'
import { readStorePage } from '~/domain/catalog/store-page.server'
import { listStores } from '~/domain/catalog/store-index.server'
import { rankCatalogue } from '~/domain/catalog/ranking.server'
import { buildWords, suggestOffers } from '~/domain/catalog/search.server'
import { readSitemap } from '~/domain/catalog/sitemap.server'
import { closeDatabase, db } from '~/platform/db/client.server'
import { generateCatalogue } from '~/domain/catalog/generate.server'
import { readThreadTime } from './cpu-time'
import { quantile } from './verdicts'

export async function fill(rows: number): Promise<Record<string, number>> {
  const seconds: Record<string, number> = {}
  const timed = async (name: string, work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    seconds[name] = (performance.now() - started) / 1000
  }
  await timed('generated and ranked', () => generateCatalogue(rows, { chunk: rows }))
  await db.execute(sql`VACUUM ANALYZE campaigns`)
  await timed('ranked again', () => rankCatalogue())
  await timed('words', () => buildWords(0))
  return seconds
}

const listStoresOn = (page: number) => listStores({ letter: null, category: null }, page)

const inCategory = (page: number, categoryIds = [1], q = '') =>
  listByCategory({ categoryIds, q, showAll: true, page })

export interface Times {
  /** Milliseconds, whole round trip. */
  p50: number
  p99: number
  /** Milliseconds of CPU time a call: of this process, and of PostgreSQL. */
  cpu: number
  database: number
}

/** `times` runs after some that warm up; in the order of the table. */
export async function measureQueries(times: number): Promise<Record<string, Times>> {
  const deals = await listDeals(1)
  const coupons = await listCoupons(1)
  const category = await inCategory(1)
  const stores = await listStoresOn(1)
  const queries: Record<string, () => Promise<unknown>> = {
    home: () => readHomeLists(),
    frame: () => readFrame(),
    '/Deals, first page': () => listDeals(1),
    '/Deals, middle page': () => listDeals(Math.ceil(deals.pages / 2)),
    '/Deals, last page': () => listDeals(deals.pages),
    '/Coupontopcodes, first page': () => listCoupons(1),
    '/Coupontopcodes, last page': () => listCoupons(coupons.pages),
    'category, first page': () => inCategory(1),
    'category, last page': () => inCategory(category.pages),
    'three categories, first page': () => inCategory(1, [1, 2, 3]),
    'three categories, page 16': () => inCategory(16, [1, 2, 3]),
    'stores of a category': () => listStoresInCategory(1, 6),
    '/TopStores, first page': () => listStoresOn(1),
    '/TopStores, last page': () => listStoresOn(stores.pages),
    'largest store, first page': () =>
      readStorePage('generated-1', { shown: 'all', sort: 'popular', page: 1 }),
    '/Deals by percent': () => listDeals(1, 'percent'),
    'category by percent': () =>
      listByCategory({ categoryIds: [1], q: '', showAll: true, page: 1, sort: 'percent' }),
    '/Deals, newest': () => listDeals(1, 'new'),
    detail: () => findOffer('generated-777'),
    'search, many hits (kurtas)': () => inCategory(1, [], 'kurtas'),
    'search, one hit (offer 7777)': () => inCategory(1, [], 'offer 777,'),
    'search, no hit (zzqxw)': () => inCategory(1, [], 'zzqxw'),
    'search, two letters, no hit (zq)': () => inCategory(1, [], 'zq'),
    'index of the sitemap': () => readSitemap(null, 5_000, 10),
  }
  const found: Record<string, Times> = {}
  for (const [name, query] of Object.entries(queries)) {
    for (let i = 0; i < 15; i++) await query()
    found[name] = await measureTimes(Array.from({ length: times }, () => query))
  }
  return found
}

async function measureTimes(queries: (() => Promise<unknown>)[], each: number[] = []): Promise<Times> {
  const backends = await db.execute<{ pid: number }>(sql`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'`)
  const database = () => backends.reduce((sum, { pid }) => sum + readThreadTime(pid), 0)
  const before = { own: process.cpuUsage(), database: database() }
  for (const query of queries) {
    const started = performance.now()
    await query()
    each.push(performance.now() - started)
  }
  const own = process.cpuUsage(before.own)
  return {
    p50: quantile(each, 0.5),
    p99: quantile(each, 0.99),
    cpu: (own.user + own.system) / 1000 / queries.length,
    database: (database() - before.database) / queries.length,
  }
}

/** Beginnings and parts of titles of 1 to 40 characters, and as many texts that no title holds. */
export async function measureSuggestions(count: number): Promise<Times & { slowest: string }> {
  const rows = await db.execute<{ title: string }>(sql`
    SELECT title FROM campaigns WHERE listed AND id % greatest(1, (SELECT max(id) FROM campaigns) / ${count}::int) = 0`)
  const texts = rows.flatMap(({ title }, n) => {
    const length = 1 + (n % 40)
    const from = n % 3 ? 0 : n % Math.max(1, title.length - length)
    const part = title.slice(from, from + length)
    return [part, `${part.slice(0, -1)}${'qzx'[n % 3]}`]
  })
  for (const text of texts.slice(0, 50)) await suggestOffers(text)
  const each: number[] = []
  const times = await measureTimes(
    texts.map((text) => () => suggestOffers(text)),
    each,
  )
  return { ...times, slowest: texts[each.indexOf(Math.max(...each))]! }
}

export const close = closeDatabase
