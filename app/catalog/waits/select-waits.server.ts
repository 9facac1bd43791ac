import { sql, type SQL } from 'drizzle-orm'
import type { CountedWaits } from './waits'

/** Of the last night: those of the store, else those of its network (SQL NULL: of the store alone). */
export const selectWaits = (store: SQL, network: SQL = sql`NULL`) => sql<CountedWaits | null>`(
  SELECT json_object_agg(w.step, json_build_object('sales', w.sales, 'p50', w.p50_hours, 'p90', w.p90_hours))
    FROM (SELECT DISTINCT ON (step) * FROM waiting_times
           WHERE night = (SELECT max(night) FROM waiting_times) AND (store_id = ${store} OR network = ${network})
           ORDER BY step, store_id NULLS LAST) AS w)`
