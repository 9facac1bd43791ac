import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { waitingTimes } from '~/platform/db/schema/waiting-times'
import type { CountedWaits } from './waits'

const selectRows = (subject: SQL) => sql`
  SELECT store_id, sales, p50_hours, p90_hours FROM waiting_times
   WHERE night = (SELECT max(night) FROM waiting_times) AND step = wanted.step AND ${subject}`

/** Waits of the store, else of its network (SQL NULL: of the store alone). */
export const selectWaits = (store: SQL, network: SQL = sql`NULL`) => sql<CountedWaits | null>`(
  SELECT json_object_agg(wanted.step, json_build_object('sales', w.sales, 'p50', w.p50_hours, 'p90', w.p90_hours))
    FROM (VALUES ('track'), ('confirm')) AS wanted (step)
   CROSS JOIN LATERAL (
     SELECT * FROM (${selectRows(sql`store_id = ${store}`)} UNION ALL ${selectRows(sql`store_id IS NULL AND network = ${network}`)}) AS found
      ORDER BY store_id NULLS LAST LIMIT 1) AS w)`

/** Of a CountedWaits and the operator's words, as chooseWaits() has them; NULL: no date is expected. */
export const selectConfirmHours = (counted: SQL, saidDays: SQL) => sql`
  CASE WHEN ${counted} -> 'confirm' IS NOT NULL THEN (${counted} -> 'confirm' ->> 'p90')::int ELSE ${saidDays} * 24 END`

export const waitColumns = {
  counted: selectWaits(sql`brands.id`),
  tracks_in_hours: brands.tracks_in_hours,
  confirms_in_days: brands.confirms_in_days,
  app_orders: brands.app_orders,
}

interface WaitFilter {
  storeId?: number | undefined
  onlyNetworks?: boolean | undefined
}

export type WaitRow = Awaited<ReturnType<typeof listWaits>>[number]

export function listWaits({ storeId, onlyNetworks }: WaitFilter, limit: number) {
  const { night, step, store_id, network, sales, p50_hours, p90_hours, due, kept } = waitingTimes
  return db
    .select({ night, step, store: brands.name, network, sales, p50_hours, p90_hours, due, kept })
    .from(waitingTimes)
    .leftJoin(brands, eq(brands.id, store_id))
    .where(
      and(
        eq(night, sql`(SELECT max(night) FROM waiting_times)`),
        storeId === undefined ? undefined : eq(store_id, storeId),
        onlyNetworks ? isNull(store_id) : undefined,
      ),
    )
    .orderBy(sql`${kept}::numeric / nullif(${due}, 0)`, store_id, network, step)
    .limit(limit)
}
