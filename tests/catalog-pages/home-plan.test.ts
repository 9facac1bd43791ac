import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listPopularStores, readShelves } from '~/catalog/home/home.server'
import { db } from '~/db/client.server'

const CAMPAIGNS = 20_000
const BRANDS = 500

beforeAll(async () => {
  await db.execute(sql`
    INSERT INTO brands (source, external_id, coupon_code, name, rank)
    SELECT 'plan', n, 'plan-' || n, 'Plan ' || n, n FROM generate_series(1, ${BRANDS}::int) n`)
  await db.execute(sql`
    INSERT INTO campaigns (source, external_id, row_hash, slug, title, brand_id, url, network, network_campaign_id, rank, code)
    SELECT 'plan', n, n, 'plan-' || n, 'Plan ' || n, b.id, 'https://plan.example/', 'trackier', n, n,
           CASE WHEN n > ${CAMPAIGNS - 3} THEN 'CODE' END
      FROM generate_series(1, ${CAMPAIGNS}::int) n
      JOIN brands b ON b.external_id = (n % ${BRANDS}::int + 1)::text`)
  await db.execute(sql`ANALYZE campaigns, brands`)
})

/** The plans of all queries of `work`. */
async function plansOf(work: () => Promise<unknown>): Promise<string> {
  const client = db.$client
  const unsafe = client.unsafe.bind(client)
  const plans: Promise<{ 'QUERY PLAN': string }[]>[] = []
  client.unsafe = ((query: string, values?: never[]) => {
    plans.push(Promise.resolve(unsafe(`EXPLAIN ${query}`, values)) as never)
    return unsafe(query, values)
  }) as typeof unsafe
  await work().finally(() => (client.unsafe = unsafe))
  return (await Promise.all(plans)).flatMap((rows) => rows.map((row) => row['QUERY PLAN'])).join('\n')
}

test('banners, deals and coupons are read through their indexes, however rare', async () => {
  const plan = await plansOf(() => readShelves())
  for (const name of ['campaigns_banner', 'campaigns_rank', 'campaigns_code']) expect(plan).toContain(name)
  expect(plan).not.toContain('Seq Scan on campaigns')
})

test('stores are read by rank without a sequential scan', async () => {
  expect(await plansOf(() => listPopularStores())).not.toContain('Seq Scan on campaigns')
})
