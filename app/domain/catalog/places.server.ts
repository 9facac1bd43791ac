import { asc, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { featuredOffers, testimonials } from '~/platform/db/schema/editorial'

/** What operators put in order; `id` is how a row is named. */
const LISTS = {
  testimonials: { table: testimonials, id: testimonials.id, position: testimonials.position },
  featured: { table: featuredOffers, id: featuredOffers.campaign_id, position: featuredOffers.position },
} as const

export type OrderedList = keyof typeof LISTS

/** Until the transaction ends; readers do not wait. */
export const lockList = (tx: Tx, list: OrderedList) =>
  tx.execute(sql`LOCK TABLE ${LISTS[list].table} IN SHARE ROW EXCLUSIVE MODE`)

/** Puts a row to `place`, from 1 on; above their number it is the last one. The list must be locked. */
export async function putAt(tx: Tx, list: OrderedList, id: number, place: number): Promise<void> {
  const { table, id: key, position } = LISTS[list]
  const rows = await tx.select({ id: key }).from(table).orderBy(asc(position), asc(key))
  const ids = rows.map((row) => row.id).filter((other) => other !== id)
  ids.splice(place - 1, 0, id)
  await number(tx, list, ids)
}

/** Leaves no gap where a row was removed. The list must be locked. */
export async function closeGaps(tx: Tx, list: OrderedList): Promise<void> {
  const { table, id: key, position } = LISTS[list]
  const rows = await tx.select({ id: key }).from(table).orderBy(asc(position), asc(key))
  await number(
    tx,
    list,
    rows.map(({ id }) => id),
  )
}

async function number(tx: Tx, list: OrderedList, ids: readonly number[]): Promise<void> {
  const { table, id: key } = LISTS[list]
  const order = sql.join(
    ids.map((id, at) => sql`(${id}::bigint, ${at + 1}::int)`),
    sql`, `,
  )
  if (ids.length)
    await tx.execute(sql`
      UPDATE ${table} SET position = ordered.place FROM (VALUES ${order}) AS ordered (id, place)
       WHERE ordered.id = ${key} AND ${table}.position <> ordered.place`)
}
