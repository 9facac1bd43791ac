import { sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { db } from './client.server'

/** Where a record is among those that wait. `next` begins again at the first. */
export interface QueuePlace {
  count: number
  /** 1: the first; null: it does not wait, or no longer. */
  position: number | null
  previous: number | null
  next: number | null
}

interface Queue {
  table: AnyColumn['table']
  isWaiting: SQL
  /** What the queue is sorted by; no two rows have the same. */
  rank: SQL
}

/** Of one that has left the queue, the neighbours are those of its former place. Null: there is no such record. */
export async function findQueuePlace(
  { table, isWaiting, rank }: Queue,
  id: number,
): Promise<QueuePlace | null> {
  const [row] = await db.execute<Record<keyof QueuePlace, string | null>>(sql`
    WITH queue AS (SELECT id, ${rank} AS rank FROM ${table} WHERE ${isWaiting}),
         own AS (SELECT id, ${rank} AS rank FROM ${table} WHERE id = ${id})
    SELECT (SELECT count(*) FROM queue) AS count,
           (SELECT count(*) FROM queue q WHERE q.rank <= own.rank HAVING bool_or(q.id = own.id)) AS position,
           (SELECT q.id FROM queue q WHERE q.rank < own.rank ORDER BY q.rank DESC LIMIT 1) AS previous,
           (SELECT q.id FROM queue q WHERE q.id <> own.id ORDER BY q.rank <= own.rank, q.rank LIMIT 1) AS next
      FROM own`)
  if (!row) return null
  const toNumber = (value: string | null) => (value === null ? null : Number(value))
  return {
    count: Number(row.count),
    position: toNumber(row.position),
    previous: toNumber(row.previous),
    next: toNumber(row.next),
  }
}
