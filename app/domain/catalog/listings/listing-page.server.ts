import { sql, type SQL } from 'drizzle-orm'
import { MOST_LISTED } from '../lists'

export interface Place {
  rank: number
  id: number
}

/** Pages end at MOST_LISTED rows; `after` continues beyond them. */
export interface PageOfRows {
  page: number
  limit: number
  after?: Place | null
}

export interface Listing<Row> {
  items: Row[]
  total: number
  /** The place of the last row, null if no more follow; undefined for lists by page. */
  end?: Place | null
}

/** Selects one id more than `limit` if more follow. A constant limit inside keeps the plan independent of it. */
export function selectIds(table: SQL, where: SQL, { page, limit, after }: PageOfRows): SQL {
  const { rank, id } = after ?? { rank: -1, id: 0 }
  const first = after ? 0 : Math.min((page - 1) * limit, MOST_LISTED)
  const most = first < MOST_LISTED ? limit + 1 : 0
  return sql`(SELECT ARRAY(SELECT id FROM (
      SELECT c.id FROM ${table} c WHERE ${where} AND (c.rank, c.id) > (${rank}::bigint, ${id}::bigint)
       ORDER BY c.rank, c.id LIMIT ${sql.raw(String(2 * MOST_LISTED))}) AS near
     LIMIT ${most}::int OFFSET ${first}::int) AS ids) AS slice`
}

export function toListing<Row extends Place>(rows: Row[], limit: number, total: number) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, total, end: rows.length > limit && last ? { rank: last.rank, id: last.id } : null }
}
