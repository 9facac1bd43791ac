import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { parsePaise, type Paise } from '~/platform/formats/money'
import { findWithdrawal } from './list-withdrawals.server'
import type { Withdrawal } from './withdrawals'

/** Where the cashback of a granted sale is, by the rule of docs/decisions/0115-money-in-one-voice.md: first in, first out. */
export interface SalePayout {
  saleId: number
  /** Of its cashback, in the wallet. Those of all sales and other credits are together what the wallet has. */
  left: Paise
  isWhole: boolean
  /** That took the last of it. `at`: when it was paid, else requested. Null: some is left, or a debt or a correction took it. */
  withdrawal: { id: number; isPaid: boolean; at: Date } | null
}

interface Row extends Record<string, unknown> {
  sale: number
  left: string
  is_whole: boolean
  id: number | null
  is_paid: boolean
  at: string
}

/** Sales of other members, and those without granted cashback, are left out. */
export async function listPayoutsOfSales(userId: number, saleIds: readonly number[]): Promise<SalePayout[]> {
  if (!saleIds.length) return []
  const rows = await db.execute<Row>(sql`
    WITH wallet AS MATERIALIZED (SELECT id FROM ledger_accounts WHERE code = 'user_available' AND user_id = ${userId}),
         moved AS (
           SELECT t.id, t.ref_type, t.ref_id, t.kind, t.amount_paise FROM wallet w JOIN ledger_transfers t ON t.credit_account = w.id
            UNION ALL
           SELECT t.id, t.ref_type, t.ref_id, t.kind, -t.amount_paise FROM wallet w JOIN ledger_transfers t ON t.debit_account = w.id),
         causes AS (
           SELECT ref_type, ref_id, min(id) AS came, max(id) AS ended, sum(amount_paise) AS paise FROM moved
            WHERE kind NOT IN ('hold', 'refunded', 'cancelled', 'returned') GROUP BY ref_type, ref_id),
         credits AS MATERIALIZED (
           SELECT *, sum(paise) OVER (ORDER BY came) AS reach, sum(paise) OVER (ORDER BY came DESC) - paise AS later
             FROM causes WHERE paise > 0),
         taken AS MATERIALIZED (
           SELECT *, sum(paise) OVER (ORDER BY at_transfer) AS reach
             FROM (SELECT h.id AS at_transfer, w.amount_paise AS paise, w.id, w.status = 'paid' AS is_paid,
                          CASE w.status WHEN 'paid' THEN w.updated_at ELSE w.created_at END AS at
                     FROM withdrawals w
                     JOIN ledger_transfers h ON h.ref_type = 'withdrawal' AND h.ref_id = w.id AND h.kind = 'hold'
                    WHERE w.user_id = ${userId} AND w.status IN ('requested', 'processing', 'unknown', 'paid')
                    UNION ALL
                   SELECT ended, -paise, NULL, NULL, NULL FROM causes WHERE paise < 0) AS takes),
         now AS (SELECT coalesce((SELECT sum(paise) FROM credits), 0) - coalesce((SELECT sum(paise) FROM taken), 0) AS paise)
    SELECT v.id::int AS sale, share.paise::text AS "left", share.paise >= v.granted_paise AS is_whole,
           last.id::int, last.is_paid, last.at
      FROM conversions v
     CROSS JOIN now
      LEFT JOIN credits c ON c.ref_type = 'conversion' AND c.ref_id = v.id
     CROSS JOIN LATERAL (SELECT coalesce(least(c.paise, greatest(now.paise - c.later, 0)), 0) AS paise) share
      LEFT JOIN LATERAL (SELECT * FROM taken t WHERE t.reach >= c.reach ORDER BY t.at_transfer LIMIT 1) last
             ON share.paise = 0 AND last.at_transfer > c.came
     WHERE v.id = ANY(${sql.param(`{${saleIds.join(',')}}`)}::bigint[]) AND v.user_id = ${userId} AND v.granted_paise > 0`)
  return rows.map((row) => ({
    saleId: row.sale,
    left: parsePaise(row.left),
    isWhole: row.is_whole,
    withdrawal: row.id === null ? null : { id: row.id, isPaid: row.is_paid, at: new Date(row.at) },
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
  return payout?.withdrawal ? findWithdrawal(payout.withdrawal.id) : null
}
