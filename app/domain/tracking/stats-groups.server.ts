import { sql, type SQL } from 'drizzle-orm'
import type { Period } from '~/platform/db/period.server'
import { UNITS, type Unit } from './periods'

export const GROUPINGS = ['store', 'network', ...UNITS] as const
export type Grouping = (typeof GROUPINGS)[number]

export const findUnit = (by: Grouping | null): Unit | null => UNITS.find((unit) => unit === by) ?? null

export interface StatsFilter extends Period {
  storeId?: number | undefined
  network?: string | undefined
}

export interface GroupColumns {
  at: SQL
  store: SQL
  network: SQL
}

export interface Scope {
  by: Grouping | null
  filter: StatsFilter
}

export function selectGroup({ by }: Scope, { at, store, network }: GroupColumns): SQL {
  const unit = findUnit(by)
  if (unit) return sql`date_trunc(${unit}, ${at} AT TIME ZONE 'Asia/Kolkata')`
  if (by === 'store') return sql`${store}::text`
  return by === 'network' ? network : sql`''`
}

export function toKey({ by }: Scope, group: string | null): string | null {
  const unit = findUnit(by)
  return unit ? (group?.slice(0, unit === 'month' ? 7 : 10) ?? null) : group
}

export const isInScope = (
  { filter: { from, before, storeId, network } }: Scope,
  columns: GroupColumns,
): SQL =>
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
