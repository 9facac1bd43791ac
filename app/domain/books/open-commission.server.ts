import { and, sql, type SQL } from 'drizzle-orm'
import type { Reader } from '~/platform/db/client.server'
import type { Period } from '~/platform/db/period.server'
import { paise, parsePaise, type Paise } from '~/platform/formats/money'
import type { StoredIds } from '~/domain/tracking/sale-index'

export interface OpenSale extends StoredIds {
  id: number
  network: string
  status: string
  reportedAt: Date
  booked: Paise
  settled: Paise
  /** Negative if the network paid for a sale whose commission fell later. */
  open: Paise
}

interface SaleFilter extends Period {
  network?: string | undefined
  ids?: readonly number[]
  externalIds?: readonly string[]
  all?: boolean
  limit?: number
  after?: number | undefined
}

type Row = Omit<OpenSale, 'reportedAt' | 'booked' | 'settled' | 'open'> &
  Record<'reportedAt' | 'booked' | 'settled', string>

export async function listOpenSales(
  reader: Reader,
  { network, ids, externalIds, from, before, all, limit, after }: SaleFilter,
): Promise<OpenSale[]> {
  if (ids?.length === 0 || externalIds?.length === 0) return []
  const conditions = and(
    network === undefined ? undefined : sql`c.network = ${network}`,
    ids && sql`c.id IN (SELECT v::bigint FROM jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) v)`,
    externalIds && sql`c.id IN (${selectByExternalIds(externalIds, network)})`,
    from && sql`c.created_at >= ${from.toISOString()}::timestamptz`,
    before && sql`c.created_at < ${before.toISOString()}::timestamptz`,
    after === undefined
      ? undefined
      : sql`(c.created_at, c.id) > (SELECT l.created_at, l.id FROM conversions l WHERE l.id = ${after})`,
    all ? undefined : sql`${BOOKED} <> coalesce(i.settled, 0)`,
  )
  const rows = await reader.execute<Row>(sql`
    SELECT to_jsonb(c.id) AS id, c.network, c.external_id AS "externalId", c.conversion_id AS "conversionId",
           c.order_number AS "orderNumber", c.status, c.created_at AS "reportedAt", ${BOOKED} AS booked,
           coalesce(i.settled, 0) AS settled
      FROM conversions c ${SETTLED}
     WHERE ${conditions ?? sql`true`}
     ORDER BY c.created_at, c.id LIMIT ${limit ?? null}`)
  return rows.map(({ reportedAt, ...row }) => {
    const [booked, settled] = [parsePaise(row.booked), parsePaise(row.settled)]
    return { ...row, reportedAt: new Date(reportedAt), booked, settled, open: paise(booked - settled) }
  })
}

const selectByExternalIds = (externalIds: readonly string[], network: string | undefined): SQL =>
  sql.join(
    ['conversion_id', 'order_number', 'external_id'].map(
      (name) => sql`
        SELECT s.id FROM jsonb_array_elements_text(${JSON.stringify(externalIds)}::jsonb) v
          JOIN conversions s ON s.${sql.identifier(name)} = v AND ${network === undefined ? sql`true` : sql`s.network = ${network}`}`,
    ),
    sql` UNION `,
  )

/** Must match computeCommission() in tracking/sales/changes.server.ts. */
const BOOKED = sql.raw(`CASE c.status WHEN 'approved' THEN coalesce(c.network_payout_paise, 0) ELSE 0 END`)
const SETTLED = sql.raw(`
  LEFT JOIN (SELECT conversion_id, sum(amount_paise) AS settled FROM network_settlement_items GROUP BY 1) i
         ON i.conversion_id = c.id`)

export interface Receivable {
  network: string
  sales: number
  ages: [Paise, Paise, Paise, Paise]
  open: Paise
  advance: Paise
}

type ReceivableRow = Pick<Receivable, 'network' | 'sales'> &
  Record<'d30' | 'd60' | 'd90' | 'older' | 'open' | 'advance', string>

/** `ages`: to 30, 60, 90 days of India's calendar since the first report, and older, as at a month's end. */
export async function readReceivables(reader: Reader, now: Date): Promise<Receivable[]> {
  const aged = (from: number, to: number | null) => sql`
    coalesce(sum(s.open) FILTER (WHERE s.days > ${from}::int AND ${to === null ? sql`true` : sql`s.days <= ${to}::int`}), 0)`
  const rows = await reader.execute<ReceivableRow>(sql`
    WITH sales AS (
      SELECT c.network, ${BOOKED} - coalesce(i.settled, 0) AS open,
             (${now.toISOString()}::timestamptz AT TIME ZONE 'Asia/Kolkata')::date - (c.created_at AT TIME ZONE 'Asia/Kolkata')::date AS days
        FROM conversions c ${SETTLED}),
    owed AS (
      SELECT s.network, count(*)::int AS sales, ${aged(-1, 30)} AS d30, ${aged(30, 60)} AS d60, ${aged(60, 90)} AS d90,
             ${aged(90, null)} AS older, sum(s.open) AS open
        FROM sales s WHERE s.open <> 0 GROUP BY s.network),
    advances AS (
      SELECT s.network, sum(s.settled_paise - coalesce(i.allocated, 0)) AS advance
        FROM network_settlements s
        LEFT JOIN (SELECT settlement_id, sum(amount_paise) AS allocated FROM network_settlement_items GROUP BY 1) i
               ON i.settlement_id = s.id
       GROUP BY s.network HAVING sum(s.settled_paise - coalesce(i.allocated, 0)) <> 0)
    SELECT network, coalesce(sales, 0) AS sales, coalesce(d30, 0) AS d30, coalesce(d60, 0) AS d60, coalesce(d90, 0) AS d90,
           coalesce(older, 0) AS older, coalesce(open, 0) AS open, coalesce(advance, 0) AS advance
      FROM owed FULL JOIN advances USING (network) ORDER BY network`)
  return rows.map(({ network, sales, d30, d60, d90, older, open, advance }) => ({
    network,
    sales,
    ages: [parsePaise(d30), parsePaise(d60), parsePaise(d90), parsePaise(older)],
    open: parsePaise(open),
    advance: parsePaise(advance),
  }))
}
