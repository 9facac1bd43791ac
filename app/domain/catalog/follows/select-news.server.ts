import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { formatUpTo } from '../stores.server'
import { risesAbove, type StoreNews } from '../follows'

interface Row extends Record<string, unknown> {
  user_id: string
  name: string
  coupon_code: string
  up_to_percent: string | null
  up_to_rupees: string | null
  rose: boolean
  percent_before: string | null
  rupees_before: string | null
  codes: number
}

interface Selection {
  ids: SQL
  upTo: number
  reference: string
}

/** News is valid codes, and rates above those before the first unseen change. Members without news are left out. */
export async function selectNews(
  tx: Tx,
  { ids, upTo, reference }: Selection,
): Promise<Map<number, StoreNews[]>> {
  const rows = await tx.execute<Row>(sql`
    WITH due AS (
      SELECT user_id, brand_id, seen_news FROM followed_stores f
       WHERE user_id = ${ids} AND NOT EXISTS (
         SELECT 1 FROM notifications n WHERE n.user_id = f.user_id AND n.reference = ${reference})),
    -- Grouped, because most followers of a store have seen the same news.
    news AS (
      SELECT d.brand_id, d.seen_news, bool_or(n.kind = 'rate' AND n.rises) AS rose,
             (array_agg(n.percent_before ORDER BY n.id) FILTER (WHERE n.kind = 'rate'))[1] AS percent_before,
             (array_agg(n.rupees_before ORDER BY n.id) FILTER (WHERE n.kind = 'rate'))[1] AS rupees_before,
             count(DISTINCT lower(c.code)) FILTER (WHERE c.listed AND coalesce(c.ends_at, 'infinity') > now())::int AS codes
        FROM (SELECT DISTINCT brand_id, seen_news FROM due) d
        JOIN store_news n ON n.brand_id = d.brand_id AND n.id > d.seen_news AND n.id <= ${upTo}
         AND n.created_at > now() - interval '2 days'
        LEFT JOIN campaigns c ON c.id = n.campaign_id
       GROUP BY d.brand_id, d.seen_news)
    SELECT d.user_id, b.name, b.coupon_code, b.up_to_percent, b.up_to_rupees,
           n.rose, n.percent_before, n.rupees_before, n.codes
      FROM due d JOIN news n USING (brand_id, seen_news) JOIN brands b ON b.id = d.brand_id
     ORDER BY d.user_id, b.rank, b.id`)
  const found = new Map<number, StoreNews[]>()
  for (const row of rows) {
    const news = toNews(row)
    if (!news) continue
    const userId = Number(row.user_id)
    found.set(userId, [...(found.get(userId) ?? []), news])
  }
  return found
}

const toBig = (value: string | null) => (value === null ? null : BigInt(value))

function toNews(row: Row): StoreNews | null {
  const now = { up_to_percent: toBig(row.up_to_percent), up_to_rupees: toBig(row.up_to_rupees) }
  const before = { up_to_percent: toBig(row.percent_before), up_to_rupees: toBig(row.rupees_before) }
  const rises = row.rose && risesAbove(now, before)
  if (!rises && !row.codes) return null
  return {
    name: row.name,
    couponCode: row.coupon_code,
    rate: rises ? formatUpTo(now) : null,
    before: formatUpTo(before),
    codes: row.codes,
  }
}
