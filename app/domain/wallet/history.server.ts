import { sql } from 'drizzle-orm'
import { selectImage } from '~/domain/catalog/images.server'
import { db } from '~/platform/db/client.server'
import { parsePaise, type Paise } from '~/platform/formats/money'
import { describeMovement, findMark, findPart, listKinds, type HistoryPart, type Mark } from './history'
import { countSide, filterByKinds, selectNewer, selectSide, selectUnbooked } from './movements.server'
import { unionSides } from './sides.server'
import { transactionNumber } from './transaction-number.server'

const PAGE_SIZE = 20

export interface HistoryItem {
  id: string
  created_at: Date
  amount: Paise
  description: string
  part: HistoryPart
  mark: Mark
  store: string | null
  logo: string | null
  state: 'booked' | 'pending' | 'rejected'
  balance: Paise | null
  withdrawable_at: Date | null
  /** For a paid withdrawal; `created_at` is the time of its request. */
  paid: { at: Date; utr: string | null } | null
}

type Movement = Pick<HistoryItem, 'id' | 'store' | 'logo'> & {
  created_at: string
  amount_paise: string
  balance_paise: string | null
  kind: string
  withdrawal_status: string | null
  withdrawable_at: string | null
  paid_at: string | null
  utr: string | null
}

/** A page beyond the last returns one row with only `total` and `pages`. */
type Row = { total: number; pages: number } & (Movement | { id: null })

export async function listHistory(
  userId: number,
  {
    page = 1,
    limit = PAGE_SIZE,
    part = null,
  }: { page?: number; limit?: number; part?: HistoryPart | null } = {},
): Promise<{ items: HistoryItem[]; page: number; pages: number; total: number }> {
  const kinds = part === null ? null : listKinds(part)
  const rows = await db.execute<Row>(sql`
    WITH account AS (
      SELECT id, credits_paise - debits_paise AS balance FROM ledger_accounts
       WHERE code = 'user_available' AND user_id = ${userId}),
    unbooked AS (SELECT * FROM (${selectUnbooked(userId)}) u WHERE ${filterByKinds(kinds)}),
    listed AS (
      ${unionSides((side) => selectSide(side, page * limit, kinds))} UNION ALL SELECT * FROM unbooked),
    shown AS (SELECT * FROM listed ORDER BY id DESC, booked LIMIT ${limit} OFFSET ${(page - 1) * limit}),
    newer AS (${unionSides(selectNewer)}),
    balances AS (
      SELECT n.id, a.balance - coalesce(sum(n.amount_paise) OVER (ORDER BY n.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
             AS balance_paise FROM newer n, account a),
    counted AS MATERIALIZED (
      SELECT (${countSide('credit_account', kinds)} + ${countSide('debit_account', kinds)}
                    + (SELECT count(*) FROM unbooked))::int AS total)
    SELECT t.total, ((t.total + ${limit}::int - 1) / ${limit}::int)::int AS pages, ${transactionNumber} AS id, m.created_at, m.amount_paise, s.balance_paise, m.kind,
           w.status AS withdrawal_status, b.name AS store, ${selectImage(sql`b.img`)} AS logo,
           h.until AS withdrawable_at, CASE WHEN m.kind = 'hold' AND w.status = 'paid' THEN w.updated_at END AS paid_at, w.utr
      FROM counted t
      LEFT JOIN shown m ON true
      LEFT JOIN balances s ON m.booked AND s.id = m.id
      LEFT JOIN withdrawals w ON m.ref_type = 'withdrawal' AND w.id = m.ref_id
      LEFT JOIN adjustments j ON m.ref_type = 'adjustment' AND j.id = m.ref_id
      LEFT JOIN conversions c ON c.id = CASE m.ref_type WHEN 'conversion' THEN m.ref_id ELSE j.conversion_id END
      LEFT JOIN ledger_transfers t2 ON t2.id = m.id
      LEFT JOIN held_money h ON m.ref_type = 'conversion' AND h.conversion_id = m.ref_id AND h.kind = m.kind
            AND h.user_id = ${userId} AND t2.reference = 'conversion:' || h.conversion_id || ':r' || h.revision || ':' || h.kind
            AND h.state = 'granted' AND h.amount_paise > 0 AND h.until > now()
      LEFT JOIN campaigns p ON p.id = c.campaign_id AND c.user_id = ${userId}
      LEFT JOIN brands b ON b.id = p.brand_id
     ORDER BY m.id DESC, m.booked`)
  const { total, pages } = rows[0]!
  const items = rows.flatMap((row) => (row.id === null ? [] : [toHistoryItem(row)]))
  return { items, page, pages, total }
}

const STATES: Record<string, HistoryItem['state']> = {
  pending: 'pending',
  referral_waiting: 'pending',
  rejected: 'rejected',
}

const toHistoryItem = ({ id, store, logo, kind, ...row }: Movement): HistoryItem => ({
  id,
  created_at: new Date(row.created_at),
  amount: parsePaise(row.amount_paise),
  description: describeMovement(kind, row.withdrawal_status),
  part: findPart(kind),
  mark: findMark(kind, row.withdrawal_status),
  store,
  logo,
  state: STATES[kind] ?? 'booked',
  balance: row.balance_paise === null ? null : parsePaise(row.balance_paise),
  withdrawable_at: row.withdrawable_at === null ? null : new Date(row.withdrawable_at),
  paid: row.paid_at === null ? null : { at: new Date(row.paid_at), utr: row.utr },
})
