/** Offers in an order that has no positions, or narrowed to what has none (docs/decisions/0060-sorted-lists.md). */
import { sql, type SQL } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { hundredthsInForce } from '~/settings/settings.server'
import { numbers } from '../search/search.server'
import { isLive } from '../unexpired.server'
import { MOST_SORTED, SORTED_AT_ONCE, type Sort } from './sorts'

export interface Selection {
  categoryIds: readonly number[]
  storeId?: number | undefined
  only?: 'code' | 'product' | undefined
  sort: Sort
}

/** A store's or category's offers. */
export interface Part {
  category?: number | undefined
  store?: number | undefined
  only?: 'code' | 'product' | undefined
}

/** The ids of the best offers, one more than MOST_SORTED where there are more. */
export async function listSorted({ categoryIds, storeId, only, sort }: Selection): Promise<number[]> {
  const parts: Part[] = categoryIds.length
    ? categoryIds.map((category) => ({ category, store: storeId, only }))
    : [{ store: storeId, only }]
  const lists = await Promise.all(parts.map((part) => sortPart(part, sort)))
  return lists.length === 1 ? lists[0]! : arrange(lists.flat(), { sort })
}

/** The offers of `ids` that are still live and belong to the store; 'popular' keeps their order. */
export async function arrange(
  ids: readonly number[],
  { sort, storeId, only, keepOrder = false }: Omit<Selection, 'categoryIds'> & { keepOrder?: boolean },
): Promise<number[]> {
  if (!ids.length) return []
  const order = keepOrder && sort === 'popular' ? sql`place` : orderOf(sort)
  const rows = await db.execute<{ id: string }>(sql`
    SELECT c.id FROM unnest(${`{${ids.join(',')}}`}::bigint[]) WITH ORDINALITY AS found (id, place)
     CROSS JOIN LATERAL (${ratedOffers(sql`c.id = found.id AND ${conditions({ store: storeId, only })}`)} OFFSET 0) AS c
     CROSS JOIN LATERAL (SELECT c.percent, c.rupees) AS p
     ORDER BY ${order} LIMIT ${sql.raw(String(MOST_SORTED + 1))}`)
  return numbers(rows.map((row) => row.id))
}

async function sortPart(part: Part, sort: Sort): Promise<number[]> {
  const [row] = await db.execute<{ least: number }>(sql`SELECT ${leastOf(part)} AS least`)
  if (row!.least > SORTED_AT_ONCE) return readStored(keyOf(part), sort)
  const rows = await db.execute<{ id: string }>(sql`
    SELECT c.id FROM campaigns c ${BY_RATE.has(sort) ? rated() : sql``} WHERE ${conditions(part)}
     ORDER BY ${orderOf(sort)} LIMIT ${sql.raw(String(MOST_SORTED + 1))}`)
  return numbers(rows.map((one) => one.id))
}

async function readStored(key: string, sort: Sort): Promise<number[]> {
  const rows = await db.execute<{ id: string }>(sql`
    SELECT c.id FROM sorted_shelves s, unnest(s.ids) WITH ORDINALITY AS kept (id, place)
     CROSS JOIN LATERAL (SELECT c.id FROM campaigns c WHERE c.id = kept.id AND ${isLive('c')} OFFSET 0) AS c
     WHERE s.shelf = ${key} AND s.sort = ${sort} ORDER BY kept.place`)
  return numbers(rows.map((one) => one.id))
}

/** Name of a stored list; those of one store or category are shelves of docs/decisions/0038-positions-per-shelf.md. */
export function keyOf({ category, store, only }: Part): string {
  const of = [category && `category:${category}`, store && `brand:${store}`].filter(Boolean).join(':')
  if (!of) return only ?? 'all'
  return only ? `${of}:${only}` : of
}

/** Number of offers on the smallest shelf that holds all of the part. */
function leastOf({ category, store, only }: Part): SQL {
  const shelves = [
    category === undefined ? null : keyOf({ category }),
    store === undefined ? null : keyOf({ store, only }),
    category === undefined && store === undefined ? keyOf({ only }) : null,
  ].filter((key) => key !== null)
  const both = sql`coalesce((SELECT offers FROM brand_shelves WHERE brand_id = ${store}::bigint AND category_id = ${category}::int), 0)`
  return sql`least(${sql.join(
    [
      ...shelves.map((key) => sql`coalesce((SELECT total FROM shelves WHERE shelf = ${key}), 0)`),
      ...(category !== undefined && store !== undefined ? [both] : []),
    ],
    sql`, `,
  )})`
}

/** The table is `c`. */
export function conditions({ category, store, only }: Part): SQL {
  const all = [isLive('c')]
  if (category !== undefined) all.push(sql`c.category_id = ${category}::int`)
  if (store !== undefined) all.push(sql`c.brand_id = ${store}::bigint`)
  if (only === 'code') all.push(sql`c.code IS NOT NULL`)
  if (only === 'product') all.push(sql`lower(c.type) = 'product'`)
  return sql.join(all, sql` AND `)
}

/** Other orders read their offers from an index, which a join would prevent. */
const BY_RATE = new Set<Sort>(['percent', 'amount'])

/** What each offer pays now, as `p`. */
const rated = () =>
  sql`JOIN brands b ON b.id = c.brand_id
      CROSS JOIN LATERAL payout_of(c, b, ${hundredthsInForce('CASHBACK_SHARE')}) AS p`

/** What the orders need of each offer; OFFSET 0 keeps a lookup by id from becoming a scan. */
export const ratedOffers = (where: SQL) => sql`
  SELECT c.id, c.rank, c.starts_at, c.created_at, c.ends_at, p.percent, p.rupees
    FROM campaigns c ${rated()} WHERE ${where}`

const ORDERS: Record<Sort, SQL> = {
  popular: sql`c.rank, c.id`,
  percent: sql`p.percent DESC NULLS LAST, c.rank, c.id`,
  amount: sql`p.rupees DESC NULLS LAST, c.rank, c.id`,
  ending: sql`c.ends_at NULLS LAST, c.rank, c.id`,
  new: sql`greatest(c.starts_at, c.created_at) DESC, c.rank, c.id`,
}

export const orderOf = (sort: Sort): SQL => ORDERS[sort]
