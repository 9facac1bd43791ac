import { sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { hasOffers, hasOffersIn } from '../brands.server'
import { toSqlArray } from '../ids.server'
import { MOST_LISTED } from '../lists'

/** `count` is MOST_LISTED + 1 if the store has more offers. */
export interface StoreOption {
  id: number
  name: string
  code: string
  count: number
}

const MOST = 30

export async function listStoreOptions(
  categoryIds: readonly number[],
  chosen: string,
): Promise<StoreOption[]> {
  const categories = sql`ANY (${toSqlArray(categoryIds)})`
  const where = categoryIds.length ? hasOffersIn(categories) : hasOffers
  const count = categoryIds.length
    ? sql`(SELECT count(*)::int FROM (
        SELECT 1 FROM campaigns c WHERE c.category_id = ${categories} AND c.brand_id = brands.id AND c.listed
         LIMIT ${sql.raw(String(MOST_LISTED + 1))}) AS counted)`
    : sql`brands.live_count`
  return read(sql`SELECT brands.id, brands.name, brands.coupon_code AS code, ${count} AS count FROM brands
    WHERE brands.id = ANY (ARRAY(SELECT id FROM brands WHERE ${where} ORDER BY rank, id LIMIT ${sql.raw(String(MOST))}))
       OR brands.coupon_code = ${chosen} ORDER BY lower(brands.name), brands.id`)
}

export function listStoresFound(ids: readonly number[], chosen: string): Promise<StoreOption[]> {
  const isFound = sql`c.id = ANY (${toSqlArray(ids, 'bigint')})`
  return read(sql`
    SELECT brands.id, brands.name, brands.coupon_code AS code, counted.n AS count
      FROM (SELECT c.brand_id, count(*)::int AS n FROM campaigns c WHERE ${isFound}
             GROUP BY 1 ORDER BY n DESC, 1 LIMIT ${sql.raw(String(MOST))}) AS counted
      JOIN brands ON brands.id = counted.brand_id
     UNION SELECT id, name, coupon_code, 0 FROM brands WHERE coupon_code = ${chosen} AND NOT EXISTS (
       SELECT 1 FROM campaigns c WHERE ${isFound} AND c.brand_id = brands.id)
     ORDER BY 2, 1`)
}

async function read(query: SQL): Promise<StoreOption[]> {
  const rows = await db.execute<{ id: string; name: string; code: string; count: number }>(query)
  return rows.map(({ id, name, code, count }) => ({ id: Number(id), name, code, count }))
}
