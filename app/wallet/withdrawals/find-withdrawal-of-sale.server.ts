import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { parsePaise, type Paise } from '~/platform/formats/money'
import { findWithdrawal } from './list-withdrawals.server'
import type { Withdrawal } from './withdrawal'

/** The withdrawal that took the last of a sale's cashback. `at`: when it was paid, else requested. */
interface WholePayout {
  withdrawalId: number
  isPaid: boolean
  at: Date
}

/** Withdrawals took a part; `left` is in the wallet. */
interface PartPayout {
  withdrawalId: null
  left: Paise
}

export type SalePayout = { saleId: number } & (WholePayout | PartPayout)

type Row = { sale: number; left: string } & ({ id: number; is_paid: boolean; at: string } | { id: null })

/**
 * By the rule of docs/decisions/0115-money-in-one-voice.md: first in, first out. A sale is left out while all of its
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
         wanted AS (
           SELECT * FROM queue
            WHERE ref_type = 'conversion' AND paise > 0 AND ref_id = ANY(${sql.param(`{${saleIds.join(',')}}`)}::bigint[]))
    SELECT q.ref_id::int AS sale, last.id::int, last.is_paid, last.at,
           (q.reach - (SELECT max(paise) FROM gone))::text AS "left"
      FROM wanted q
      JOIN LATERAL (SELECT held FROM gone g WHERE g.paise > q.reach - q.paise ORDER BY g.id LIMIT 1) first ON first.held > q.came
      LEFT JOIN LATERAL (SELECT * FROM gone g WHERE g.paise >= q.reach ORDER BY g.id LIMIT 1) last ON true`)
  return rows.map((row) =>
    row.id === null
      ? { saleId: row.sale, withdrawalId: null, left: parsePaise(row.left) }
      : { saleId: row.sale, withdrawalId: row.id, isPaid: row.is_paid, at: new Date(row.at) },
  )
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
  return payout?.withdrawalId ? findWithdrawal(payout.withdrawalId) : null
}
