import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { findWithdrawal } from './list-withdrawals.server'
import type { Withdrawal } from './withdrawal'

/** Assumes first in, first out. Null: some of the sale's cashback is still in the wallet, or it has none. */
export async function findWithdrawalOfSale({
  id,
  user_id: userId,
}: {
  id: number
  user_id: number
}): Promise<Withdrawal | null> {
  const [row] = await db.execute<{ id: number }>(sql`
    WITH wallet AS MATERIALIZED (SELECT id FROM ledger_accounts WHERE code = 'user_available' AND user_id = ${userId}),
         last AS MATERIALIZED (
           SELECT max(t.id) AS id FROM ledger_transfers t, wallet w
            WHERE t.ref_type = 'conversion' AND t.ref_id = ${id} AND t.credit_account = w.id),
         came AS (
           SELECT coalesce(sum(CASE WHEN t.credit_account = w.id THEN t.amount_paise ELSE -t.amount_paise END), 0) AS paise
             FROM wallet w, last l, LATERAL (
               SELECT * FROM ledger_transfers t WHERE t.credit_account = w.id AND t.id <= l.id
                UNION ALL SELECT * FROM ledger_transfers t WHERE t.debit_account = w.id AND t.id <= l.id) t
            WHERE t.ref_type <> 'withdrawal'),
         gone AS (
           SELECT id, sum(amount_paise) OVER (ORDER BY id) AS paise FROM withdrawals
            WHERE user_id = ${userId} AND status IN ('requested', 'processing', 'unknown', 'paid'))
    SELECT g.id::int AS id FROM gone g, came c, conversions v
     WHERE v.id = ${id} AND v.granted_paise > 0 AND g.paise >= c.paise ORDER BY g.id LIMIT 1`)
  return row ? findWithdrawal(row.id) : null
}
