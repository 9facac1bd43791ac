/** Pages of the catalogue's lists by position (docs/decisions/0038-positions-per-shelf.md). */
import { sql, type SQL } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { isLive } from '../unexpired.server'

/** A list of offers in the order of their rank, whose positions are kept. */
export type Shelf =
  | { of: 'all' | 'code' | 'stores' }
  | { of: 'category'; id: number }
  | { of: 'brand'; id: SQL; only?: 'code' | 'product' | undefined }

export const ALL: Shelf = { of: 'all' }
export const WITH_CODE: Shelf = { of: 'code' }
/** The one shelf whose entries are not offers but stores. */
export const STORES: Shelf = { of: 'stores' }

const isProduct = (table = 'campaigns') => sql.raw(`lower(${table}.type) = 'product'`)

export const sliceOfPage = (page: number, limit: number): Slice => ({
  offset: Math.min((page - 1) * limit, MOST_OFFSET),
  limit,
})

/** A page beyond the last is empty, however large its number is. */
const MOST_OFFSET = 2_000_000_000

/** The most entries between a stored place and a page; the rebuild stores each 60th. */
const MOST_BETWEEN = 1000

export interface Slice {
  offset: number
  limit: number
}

interface ShelfSql {
  name: SQL
  table?: SQL
  /** Conditions that an index on (rank, id) serves; the table is `c`. */
  where: SQL
}

function describe(shelf: Shelf): ShelfSql {
  switch (shelf.of) {
    case 'all':
      return { name: sql`'all'`, where: isLive('c') }
    case 'stores':
      return { name: sql`'stores'`, table: sql`brands`, where: sql`c.live_count > 0` }
    case 'code':
      return { name: sql`'code'`, where: sql`c.code IS NOT NULL AND ${isLive('c')}` }
    case 'category': {
      const where = sql`c.category_id = ${shelf.id}::int AND ${isLive('c')}`
      return { name: sql`'category:' || ${shelf.id}::int`, where }
    }
    case 'brand': {
      const { id, only } = shelf
      const tail = only ? `:${only}` : ''
      const kind =
        only === 'product'
          ? sql` AND ${isProduct('c')}`
          : only === 'code'
            ? sql` AND c.code IS NOT NULL`
            : sql``
      return {
        name: sql`'brand:' || ${id} || ${sql.raw(`'${tail}'`)}`,
        where: sql`c.brand_id = ${id} AND ${isLive('c')}${kind}`,
      }
    }
  }
}

interface Found {
  total: number
  skipped: number
}

export function withoutFound<Row extends Found>(row: Row): Omit<Row, keyof Found> {
  const rest: Omit<Row, keyof Found> & Partial<Found> = { ...row }
  delete rest.total
  delete rest.skipped
  return rest
}

/** Reads rows and total of one snapshot; `select` joins its table with the slice and selects `total` and `skipped`. */
export async function readSlice<Row extends Found>(
  shelf: Shelf,
  slice: Slice,
  select: (slice: SQL) => PromiseLike<Row[]>,
): Promise<{ rows: Row[]; total: number }> {
  const rows = await select(sliceOf(shelf, slice))
  if (rows[0] && rows[0].skipped <= MOST_BETWEEN) return { rows, total: rows[0].total }
  const [found] = await db.execute<Found & Record<string, unknown>>(
    sql`SELECT total, skipped FROM ${sliceOf(shelf, { ...slice, limit: 0 }, 0)} AS slice`,
  )
  const { total, skipped } = found!
  if (slice.offset >= total || skipped <= MOST_BETWEEN) return { rows, total }
  // Thousands of offers came between two stored places, and the catalogue is not ranked yet.
  return { rows: await select(sliceOf(shelf, slice, skipped)), total }
}

export const totalOf = (shelf: Shelf): SQL<number> =>
  sql<number>`coalesce((SELECT total FROM shelves WHERE shelf = ${describe(shelf).name}), 0)`

/**
 * A subquery with one row: `ids` of the slice, in their order, and the shelf's `total`, of one snapshot. The inner limit
 * is a constant, so that the plan never depends on how far the nearest place is; `skipped` tells when it was too small.
 */
function sliceOf(shelf: Shelf, { offset, limit }: Slice, between = MOST_BETWEEN): SQL {
  const { name, table = sql`campaigns`, where } = describe(shelf)
  return sql`(WITH start AS MATERIALIZED (
      SELECT rank, id, place FROM shelf_places WHERE shelf = ${name} AND place <= ${offset}::int
       ORDER BY place DESC, rank DESC, id DESC LIMIT 1)
    SELECT ${totalOf(shelf)} AS total, ${offset}::int - coalesce((SELECT place FROM start), 0) AS skipped,
           ARRAY(SELECT id FROM (
             SELECT c.id FROM ${table} c
              WHERE ${where} AND (c.rank, c.id) >= (coalesce((SELECT rank FROM start), -1), coalesce((SELECT id FROM start), 0))
              ORDER BY c.rank, c.id LIMIT ${sql.raw(String(between + limit))}) AS near
             OFFSET ${offset}::int - coalesce((SELECT place FROM start), 0) LIMIT ${limit}::int) AS ids)`
}
