import { sql } from 'drizzle-orm'
import type { Reader } from '~/platform/db/client.server'
import { selectTransfers, type Extent } from './figures.server'
import { endOfMonth } from '~/platform/formats/months'

export type AgeRow = {
  network: string
  d30: string
  d60: string
  d90: string
  older: string
  advance: string
}

/** Open commission by days since it was booked; an advance is not allocated to a sale. */
export function readAges(reader: Reader, extent: Extent): Promise<AgeRow[]> {
  const end = sql`${endOfMonth(extent.month).toISOString()}::timestamptz`
  const items = sql`
    (SELECT * FROM network_settlement_items
      WHERE id <= ${extent.ends.network_settlement_items}::bigint AND created_at < ${end})`
  const aged = (from: number, to: number) =>
    sql`coalesce(sum(open) FILTER (WHERE days > ${from}::int AND days <= ${to}::int), 0)::text`
  return reader.execute<AgeRow>(sql`
    WITH booked AS (
      SELECT t.ref_id AS id, sum(CASE WHEN t.debit_account = a.id THEN t.amount_paise ELSE -t.amount_paise END) AS amount,
             min(t.created_at) AS since
        FROM ${selectTransfers(extent)} t
        JOIN ledger_accounts a ON a.code = 'network_receivable' AND a.id IN (t.debit_account, t.credit_account)
       WHERE t.ref_type = 'conversion' GROUP BY 1),
    sales AS (
      SELECT c.network, b.amount - coalesce(i.settled, 0) AS open, floor(extract(epoch FROM ${end} - b.since) / 86400) AS days
        FROM booked b JOIN conversions c ON c.id = b.id
        LEFT JOIN (SELECT conversion_id AS id, sum(amount_paise) AS settled FROM ${items} i GROUP BY 1) i ON i.id = b.id),
    owed AS (
      SELECT network, ${aged(-1, 30)} AS d30, ${aged(30, 60)} AS d60, ${aged(60, 90)} AS d90, ${aged(90, 2_000_000_000)} AS older
        FROM sales GROUP BY network),
    advances AS (
      SELECT s.network, sum(s.settled_paise - coalesce(i.taken, 0))::text AS advance
        FROM network_settlements s
        LEFT JOIN (SELECT settlement_id AS id, sum(amount_paise) AS taken FROM ${items} i GROUP BY 1) i ON i.id = s.id
       WHERE s.id <= ${extent.ends.network_settlements}::bigint AND s.created_at < ${end} GROUP BY 1)
    SELECT network, coalesce(d30, '0') AS d30, coalesce(d60, '0') AS d60, coalesce(d90, '0') AS d90,
           coalesce(older, '0') AS older, coalesce(advance, '0') AS advance
      FROM owed FULL JOIN advances USING (network) ORDER BY network COLLATE "C"`)
}
