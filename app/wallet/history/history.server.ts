import { sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { paise, type Paise } from '~/formats/money'
import { describeMovement, kindsOf, type HistoryPart } from './history'

const PAGE_SIZE = 20

export type HistoryState = 'booked' | 'pending' | 'rejected'

export interface HistoryItem {
  id: string
  created_at: Date
  amount: Paise
  description: string
  store: string | null
  state: HistoryState
  /** The balance after the movement; null if pending or rejected. */
  balance: Paise | null
  /** The end of the holding period; null: none, or it is over. */
  withdrawable_at: Date | null
}

type Movement = {
  id: string
  created_at: string
  amount_paise: string
  balance_paise: string | null
  kind: string
  withdrawal_status: string | null
  store: string | null
  withdrawable_at: string | null
}

/** A page beyond the last returns one row with only `total` and `pages`. */
type Row = { total: number; pages: number } & (Movement | { id: null })

/** Pending and rejected conversions are listed with their last amount, under the id of their last transfer. */
export async function listHistory(
  userId: number,
  {
    page = 1,
    limit = PAGE_SIZE,
    part = null,
  }: { page?: number; limit?: number; part?: HistoryPart | null } = {},
): Promise<{ items: HistoryItem[]; page: number; pages: number; total: number }> {
  const wanted = part === null ? sql`` : sql`WHERE kind IN ${kindsOf(part)}`
  const rows = await db.execute<Row>(sql`
    WITH movements AS (
      SELECT id, created_at, amount_paise, balance_paise, kind, ref_type, ref_id
        FROM wallet_history WHERE user_id = ${userId}
      UNION ALL
      SELECT t.id, t.created_at, t.amount_paise, NULL, c.status, 'conversion', c.id
        FROM conversions c
       CROSS JOIN LATERAL (
             SELECT l.id, l.created_at,
                    CASE c.status WHEN 'pending' THEN c.pending_paise ELSE l.amount_paise END AS amount_paise
               FROM ledger_transfers l
              WHERE l.ref_type = 'conversion' AND l.ref_id = c.id
              ORDER BY l.id DESC LIMIT 1) t
       WHERE c.user_id = ${userId} AND c.status IN ('pending', 'rejected') AND t.amount_paise > 0
      UNION ALL
      SELECT t.id, t.created_at, -t.amount_paise, NULL, t.kind, t.ref_type, t.ref_id
        FROM adjustments a
        JOIN ledger_transfers t ON t.ref_type = 'adjustment' AND t.ref_id = a.id AND t.kind = 'correction_back_debt'
       WHERE a.user_id = ${userId}
      UNION ALL
      SELECT t.id, t.created_at, h.amount_paise, NULL, t.kind, t.ref_type, t.ref_id
        FROM held_money h
        JOIN ledger_transfers t ON t.reference = 'conversion:' || h.conversion_id || ':r' || h.revision || ':waiting'
       WHERE h.user_id = ${userId} AND h.state = 'waiting' AND h.amount_paise > 0),
    listed AS (SELECT * FROM movements ${wanted}),
    shown AS (SELECT * FROM listed ORDER BY id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit})
    SELECT t.total, ((t.total + ${limit}::int - 1) / ${limit}::int)::int AS pages, m.id, m.created_at, m.amount_paise, m.balance_paise, m.kind,
           w.status AS withdrawal_status, b.name AS store,
           h.until AS withdrawable_at
      FROM (SELECT count(*)::int AS total FROM listed) t
      LEFT JOIN shown m ON true
      LEFT JOIN withdrawals w ON m.ref_type = 'withdrawal' AND w.id = m.ref_id
      LEFT JOIN adjustments j ON m.ref_type = 'adjustment' AND j.id = m.ref_id
      LEFT JOIN conversions c ON c.id = CASE m.ref_type WHEN 'conversion' THEN m.ref_id ELSE j.conversion_id END
      LEFT JOIN ledger_transfers t2 ON t2.id = m.id
      LEFT JOIN held_money h ON m.ref_type = 'conversion' AND h.conversion_id = m.ref_id AND h.kind = m.kind
            AND h.user_id = ${userId} AND t2.reference = 'conversion:' || h.conversion_id || ':r' || h.revision || ':' || h.kind
            AND h.state = 'granted' AND h.amount_paise > 0 AND h.until > now()
      LEFT JOIN campaigns p ON p.id = c.campaign_id AND c.user_id = ${userId}
      LEFT JOIN brands b ON b.id = p.brand_id
     ORDER BY m.id DESC`)
  const { total, pages } = rows[0]!
  const items = rows.flatMap((row) => (row.id === null ? [] : [itemOf(row)]))
  return { items, page, pages, total }
}

const STATES: Record<string, HistoryState> = {
  pending: 'pending',
  referral_waiting: 'pending',
  rejected: 'rejected',
}

const stateOf = (kind: string): HistoryState => STATES[kind] ?? 'booked'

const itemOf = (row: Movement): HistoryItem => ({
  id: row.id,
  created_at: new Date(row.created_at),
  amount: paise(BigInt(row.amount_paise)),
  description: describeMovement(row.kind, row.withdrawal_status),
  store: row.store,
  state: stateOf(row.kind),
  balance: row.balance_paise === null ? null : paise(BigInt(row.balance_paise)),
  withdrawable_at: row.withdrawable_at === null ? null : new Date(row.withdrawable_at),
})
