/** How rows are grouped and filtered: by time, store and network. The same for clicks, sales and postings. */
import { sql, type SQL } from 'drizzle-orm'
import type { Period } from '~/db/period.server'
import { UNITS, type Unit } from './periods'

export const GROUPINGS = ['store', 'network', ...UNITS] as const
export type Grouping = (typeof GROUPINGS)[number]

export const unitOf = (by: Grouping | null): Unit | null => UNITS.find((unit) => unit === by) ?? null

export interface StatsFilter extends Period {
  storeId?: number | undefined
  network?: string | undefined
}

/** The columns of a query that hold the time, the id of the store and the network. */
export interface Columns {
  at: SQL
  store: SQL
  network: SQL
}

export interface Scope {
  by: Grouping | null
  filter: StatsFilter
}

/** SQL: what a row is grouped by: the start of its period in India, its store or network; null where it has none. */
export function groupOf({ by }: Scope, { at, store, network }: Columns): SQL {
  const unit = unitOf(by)
  if (unit) return sql`date_trunc(${unit}, ${at} AT TIME ZONE 'Asia/Kolkata')`
  if (by === 'store') return sql`${store}::text`
  return by === 'network' ? network : sql`''`
}

/** That as the key of the group: of the start of a period ('2026-11-01 00:00:00') its day, or its month. */
export function keyOf({ by }: Scope, group: string | null): string | null {
  const unit = unitOf(by)
  return unit ? (group?.slice(0, unit === 'month' ? 7 : 10) ?? null) : group
}

/** SQL: the row lies in the period and belongs to the store and network that were asked for. */
export const isInScope = ({ filter: { from, before, storeId, network } }: Scope, columns: Columns): SQL =>
  sql.join(
    [
      sql`true`,
      ...(from ? [sql`${columns.at} >= ${from.toISOString()}::timestamptz`] : []),
      ...(before ? [sql`${columns.at} < ${before.toISOString()}::timestamptz`] : []),
      ...(storeId === undefined ? [] : [sql`${columns.store} = ${storeId}`]),
      ...(network === undefined ? [] : [sql`${columns.network} = ${network}`]),
    ],
    sql` AND `,
  )
