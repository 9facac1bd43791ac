import { sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { DAY_MS } from '~/platform/formats/dates'
import type { Figures } from './figures'
import { selectGroup, isInScope, toKey, type Scope } from '../stats-groups.server'

export interface TrackedPart {
  key: string | null
  figures: Partial<Figures>
}

const OF_CLICK = { at: sql`k.created_at`, store: sql`g.brand_id`, network: sql`k.network` }
const OF_SALE = { at: sql`v.created_at`, store: sql`g.brand_id`, network: sql`v.network` }
const COUNTS = sql`v.status IN ('pending', 'approved')`

type Row<Name extends string> = { of: string | null } & Record<Name, string>

export async function countClicks(tx: Tx, scope: Scope): Promise<TrackedPart[]> {
  const rows = await tx.execute<Row<'clicks'>>(sql`
    SELECT ${selectGroup(scope, OF_CLICK)} AS of, count(*) AS clicks
      FROM clicks k LEFT JOIN campaigns g ON g.id = k.campaign_id
     WHERE ${isInScope(scope, OF_CLICK)} GROUP BY 1`)
  return rows.map(({ of, clicks }) => ({ key: toKey(scope, of), figures: { clicks: BigInt(clicks) } }))
}

export async function countConverted(tx: Tx, scope: Scope): Promise<TrackedPart[]> {
  const { from } = scope.filter
  // No sale is reported before its click. A day more, so that it does not depend on clocks.
  const isLater = isInScope(
    { by: null, filter: { from: from && new Date(from.getTime() - DAY_MS) } },
    OF_SALE,
  )
  const rows = await tx.execute<Row<'converted'>>(sql`
    SELECT ${selectGroup(scope, OF_CLICK)} AS of, count(*) AS converted
      FROM clicks k LEFT JOIN campaigns g ON g.id = k.campaign_id
     WHERE EXISTS (SELECT FROM conversions v WHERE v.click_id = k.id AND ${COUNTS} AND ${isLater})
       AND ${isInScope(scope, OF_CLICK)} GROUP BY 1`)
  return rows.map(({ of, converted }) => ({
    key: toKey(scope, of),
    figures: { converted: BigInt(converted) },
  }))
}

export async function countSales(tx: Tx, scope: Scope): Promise<TrackedPart[]> {
  const rows = await tx.execute<Row<'sales' | 'rejected' | 'value'>>(sql`
    SELECT ${selectGroup(scope, OF_SALE)} AS of, count(*) FILTER (WHERE ${COUNTS}) AS sales,
           count(*) FILTER (WHERE NOT ${COUNTS}) AS rejected,
           coalesce(sum(v.sale_paise) FILTER (WHERE ${COUNTS}), 0) AS value
      FROM conversions v LEFT JOIN campaigns g ON g.id = v.campaign_id
     WHERE ${isInScope(scope, OF_SALE)} GROUP BY 1`)
  return rows.map(({ of, sales, rejected, value }) => ({
    key: toKey(scope, of),
    figures: { sales: BigInt(sales), rejected: BigInt(rejected), saleValue: BigInt(value) },
  }))
}
