/** Selects the offers of a list in its order (docs/decisions/0080-lists-end.md). */
import { sql, type SQL } from 'drizzle-orm'
import { WANTED } from '~/platform/db/schema/catalogue'
import { selectHundredths } from '~/domain/settings/settings.server'
import { readIds, selectInEach, toSqlArray } from './ids.server'
import { isLive } from './offer-conditions.server'
import { MOST_LISTED, type Sort } from './lists'

export interface Selection {
  categoryIds?: readonly number[]
  storeId?: number | SQL | undefined
  only?: 'code' | 'product' | undefined
  sort?: Sort
}

const MOST_SORTED = 10_000

export function buildConditions({ storeId, only }: Selection, categories?: SQL): SQL {
  const all = [isLive('c')]
  if (categories) all.push(sql`c.category_id = ${categories}`)
  if (storeId !== undefined) all.push(sql`c.brand_id = ${storeId}::bigint`)
  if (only === 'code') all.push(sql`c.code IS NOT NULL`)
  if (only === 'product') all.push(sql`lower(c.type) = 'product'`)
  return sql.join(all, sql` AND `)
}

/** Selects one row: `ids` of a page, and `total`, which is MOST_LISTED + 1 of a longer list. */
export function selectPage(selection: Selection, page: number, size: number): SQL {
  const first = Math.min((page - 1) * size, MOST_LISTED)
  const end = Math.min(first + size, MOST_LISTED)
  return sql`(SELECT ${countOffers(selection)} AS total,
    ARRAY(SELECT c.id FROM (${selectOrdered(selection, end)}) AS c OFFSET ${first}::int) AS ids OFFSET 0)`
}

/** Counts at most MOST_LISTED + 1. Without the order PostgreSQL might read the whole table. */
export const countOffers = (selection: Selection): SQL<number> =>
  sql<number>`(SELECT count(*)::int FROM (
    SELECT 1 FROM campaigns c WHERE ${buildConditions(selection, matchAnyId(selection.categoryIds))}
     ORDER BY c.rank, c.id LIMIT ${sql.raw(String(MOST_LISTED + 1))}) AS counted)`

function selectOrdered({ sort = 'popular', ...selection }: Selection, end: number): SQL {
  const { categoryIds = [] } = selection
  const parts = Math.max(1, categoryIds.length)
  const most = sort === 'popular' ? (parts > 1 ? end : MOST_LISTED) : Math.ceil(MOST_SORTED / parts)
  const best = (category?: SQL) => sql`
    SELECT ${listColumns(sort)} FROM campaigns c ${RATED.has(sort) ? joinRate() : sql``}
     WHERE ${buildConditions(selection, category)} ORDER BY c.rank, c.id LIMIT ${sql.raw(String(most))}`
  // No index has the order of several categories.
  const offers = parts > 1 ? selectInEach(categoryIds, best) : best(matchAnyId(categoryIds))
  return sql`SELECT c.id FROM (${offers}) AS c ORDER BY ${ORDERS[sort]} LIMIT ${end}::int`
}

const matchAnyId = (ids: readonly number[] = []): SQL | undefined =>
  ids.length > 1 ? sql`ANY (${toSqlArray(ids)})` : ids.length ? sql`${ids[0]}::int` : undefined

const RATED = new Set<Sort>(['percent', 'amount'])

/** Joins the current rate as `p`. With a subquery as its argument, the function would be called for each offer. */
const joinRate = () =>
  sql`JOIN brands b ON b.id = c.brand_id
      CROSS JOIN (SELECT ${selectHundredths('CASHBACK_SHARE')} AS hundredths OFFSET 0) AS share
      CROSS JOIN LATERAL payout_of(c, b, share.hundredths) AS p`

const listColumns = (sort: Sort) =>
  sql`c.id, c.rank, c.popularity, c.ends_at, greatest(c.starts_at, c.created_at) AS since${
    RATED.has(sort) ? sql`, p.percent, p.rupees` : sql``
  }`

/** No order begins with offers that pay nothing, or are in another language. */
const WANTED_FIRST = sql`c.popularity < ${sql.raw(String(WANTED))}`

const ORDERS: Record<Sort, SQL> = {
  popular: sql`c.rank, c.id`,
  percent: sql`${WANTED_FIRST}, c.percent DESC NULLS LAST, c.rank, c.id`,
  amount: sql`${WANTED_FIRST}, c.rupees DESC NULLS LAST, c.rank, c.id`,
  ending: sql`${WANTED_FIRST}, c.ends_at NULLS LAST, c.rank, c.id`,
  new: sql`${WANTED_FIRST}, c.since DESC, c.rank, c.id`,
}

/** Keeps those of `ids` that are live and in the selection; 'popular' keeps their order. */
export async function filterFound(ids: readonly number[], selection: Selection): Promise<number[]> {
  const { sort = 'popular' } = selection
  if (!ids.length) return []
  // OFFSET 0 keeps the lookup by id from becoming a scan.
  return readIds(sql`
    SELECT c.id FROM unnest(${toSqlArray(ids, 'bigint')}) WITH ORDINALITY AS found (id, place)
     CROSS JOIN LATERAL (
       SELECT ${listColumns(sort)} FROM campaigns c ${RATED.has(sort) ? joinRate() : sql``}
        WHERE c.id = found.id AND ${buildConditions(selection)} OFFSET 0) AS c
     ORDER BY ${sort === 'popular' ? sql`place` : ORDERS[sort]}`)
}
