import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { findWithdrawal } from './list-withdrawals.server'
import type { Withdrawal } from './withdrawal'

/** What a sale's cashback left the wallet by. `at`: when it was paid, else requested. */
export interface SalePayout {
  saleId: number
  withdrawalId: number
  isPaid: boolean
  at: Date
}

type Row = { sale: number; id: number; is_paid: boolean; at: string }

/**
 * By the rule of docs/decisions/0115-money-in-one-voice.md: first in, first out. A sale is left out while some of its
 * cashback is in the wallet, and where something other than a withdrawal used it up.
 */
export async function listPayoutsOfSales(userId: number, saleIds: readonly number[]): Promise<SalePayout[]> {
  if (!saleIds.length) return []
  const rows = await db.execute<Row>(sql`
    WITH wallet AS MATERIALIZED (SELECT id FROM ledger_accounts WHERE code = 'user_available' AND user_id = ${userId}),
         gone AS MATERIALIZED (
           SELECT w.id, w.status = 'paid' AS is_paid, CASE w.status WHEN 'paid' THEN w.updated_at ELSE w.created_at END AS at,
                  h.id AS held, sum(w.amount_paise) OVER (ORDER BY w.id) AS paise
             FROM withdrawals w
             JOIN ledger_transfers h ON h.ref_type = 'withdrawal' AND h.ref_id = w.id AND h.kind = 'hold'
            WHERE w.user_id = ${userId} AND w.status IN ('requested', 'processing', 'unknown', 'paid')),
         moved AS (
           SELECT t.id, t.ref_type, t.ref_id, t.kind, t.amount_paise FROM wallet w JOIN ledger_transfers t ON t.credit_account = w.id
            UNION ALL
           SELECT t.id, t.ref_type, t.ref_id, t.kind, -t.amount_paise FROM wallet w JOIN ledger_transfers t ON t.debit_account = w.id),
         causes AS (
           SELECT ref_type, ref_id, max(id) FILTER (WHERE amount_paise > 0) AS came, sum(amount_paise) AS paise FROM moved
            WHERE EXISTS (SELECT FROM gone) AND kind NOT IN ('hold', 'refunded', 'cancelled', 'returned')
            GROUP BY ref_type, ref_id),
         queue AS (
           SELECT *, sum(paise) OVER (ORDER BY CASE WHEN paise > 0 THEN came ELSE 0 END) AS reach FROM causes),
         met AS (
           SELECT DISTINCT ON (q.ref_id) q.ref_id AS sale, g.*, q.came
             FROM queue q JOIN gone g ON g.paise >= q.reach
            WHERE q.ref_type = 'conversion' AND q.paise > 0 AND q.ref_id = ANY(${sql.param(`{${saleIds.join(',')}}`)}::bigint[])
            ORDER BY q.ref_id, g.id)
    SELECT sale::int, id::int, is_paid, at FROM met WHERE held > came`)
  return rows.map(({ sale, id, is_paid, at }) => ({
    saleId: sale,
    withdrawalId: id,
    isPaid: is_paid,
    at: new Date(at),
  }))
}

/** Null: some of the sale's cashback is still in the wallet, it has none, or no withdrawal has it. */
export async function findWithdrawalOfSale({
  id,
  user_id: userId,
}: {
  id: number
  user_id: number
}): Promise<Withdrawal | null> {
  const [payout] = await listPayoutsOfSales(userId, [id])
  return payout ? findWithdrawal(payout.withdrawalId) : null
}
