import { sql, type SQL } from 'drizzle-orm'
import type { Period } from '~/platform/db/period.server'
import { DAY_MS } from '~/platform/formats/dates'

export const UNITS = ['day', 'week', 'month'] as const
export type Unit = (typeof UNITS)[number]

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

/** Whether an amount must be that of one store or network. */
export const asksForSales = ({ by, filter: { storeId, network } }: Scope): boolean =>
  by === 'store' || by === 'network' || storeId !== undefined || network !== undefined

/**
 * Ends a subquery whose rows are grouped. Otherwise the planner expects as many days as there are instants,
 * and sorts all rows.
 */
export const FEW_GROUPS = sql`OFFSET 0`

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

/** '2026-11-21' for a day, its Monday for a week, '2026-11' for a month. */
export type PeriodKey = string

const utc = (day: string) => new Date(`${day}T00:00:00Z`)
const formatDate = (at: Date) => at.toISOString().slice(0, 10)
const plusDays = (day: string, days: number) => formatDate(new Date(utc(day).getTime() + days * DAY_MS))

export function findPeriod(unit: Unit, day: string): PeriodKey {
  if (unit === 'month') return day.slice(0, 7)
  return unit === 'day' ? day : plusDays(day, -((utc(day).getUTCDay() + 6) % 7))
}

const findFirstDay = (unit: Unit, key: PeriodKey) => (unit === 'month' ? `${key}-01` : key)

const LENGTHS: Record<Unit, number> = { day: 1, week: 7, month: 31 }

const next = (unit: Unit, key: PeriodKey) =>
  findPeriod(unit, plusDays(findFirstDay(unit, key), LENGTHS[unit]))

export function listPeriods(unit: Unit, first: PeriodKey, last: PeriodKey): PeriodKey[] {
  const keys: PeriodKey[] = []
  for (let key = first; key <= last; key = next(unit, key)) keys.push(key)
  return keys
}
