import { sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { hasOffers } from '../brands.server'

/** A store to narrow a list to; `count` is that of its offers in the list. */
export interface StoreOption {
  id: number
  name: string
  code: string
  count: number
}

const MOST = 30

type Row = Record<string, unknown> & StoreOption

/** The most popular stores of the categories (none: of all), and the store of `chosen` (coupon_code) wherever it stands. */
export async function listStoreOptions(
  categoryIds: readonly number[],
  chosen: string,
): Promise<StoreOption[]> {
  const list = `{${categoryIds.join(',')}}`
  const best = categoryIds.length
    ? sql`SELECT best.brand_id FROM unnest(${list}::int[]) AS category CROSS JOIN LATERAL (
            SELECT s.brand_id, s.rank FROM brand_shelves s WHERE s.category_id = category
             ORDER BY s.rank, s.brand_id LIMIT ${sql.raw(String(MOST))}) AS best
           GROUP BY best.brand_id, best.rank ORDER BY best.rank, best.brand_id LIMIT ${sql.raw(String(MOST))}`
    : sql`SELECT id FROM brands WHERE ${hasOffers} ORDER BY rank, id LIMIT ${sql.raw(String(MOST))}`
  const count = categoryIds.length
    ? sql`coalesce((SELECT sum(s.offers)::int FROM brand_shelves s WHERE s.brand_id = brands.id AND s.category_id = ANY (${list}::int[])), 0)`
    : sql`brands.live_count`
  return read(sql`SELECT brands.id, brands.name, brands.coupon_code AS code, ${count} AS count FROM brands
    WHERE brands.id = ANY (ARRAY(${best})) OR brands.coupon_code = ${chosen} ORDER BY lower(brands.name), brands.id`)
}

/** Those of offers that a search found. */
export const listStoresFound = (ids: readonly number[], chosen: string): Promise<StoreOption[]> =>
  read(sql`
    SELECT brands.id, brands.name, brands.coupon_code AS code, counted.n AS count
      FROM (SELECT c.brand_id, count(*)::int AS n FROM campaigns c WHERE c.id = ANY (${`{${ids.join(',')}}`}::bigint[])
             GROUP BY 1 ORDER BY n DESC, 1 LIMIT ${sql.raw(String(MOST))}) AS counted
      JOIN brands ON brands.id = counted.brand_id
     UNION SELECT id, name, coupon_code, 0 FROM brands WHERE coupon_code = ${chosen} AND NOT EXISTS (
       SELECT 1 FROM campaigns c WHERE c.id = ANY (${`{${ids.join(',')}}`}::bigint[]) AND c.brand_id = brands.id)
     ORDER BY 2, 1`)

async function read(query: ReturnType<typeof sql>): Promise<StoreOption[]> {
  const rows = await db.execute<Row>(query)
  return rows.map(({ id, name, code, count }) => ({ id: Number(id), name, code, count }))
}
