import { sql, type SQL } from 'drizzle-orm'

const PENDING_KINDS: [kinds: string[], pending: string, credit: string][] = [
  [['pending', 'rejected', 'cashback'], 'pending', 'cashback'],
  [['referral_waiting', 'referral'], 'referral_waiting', 'referral'],
]

/** SQL: a confirmed credit keeps the number of its first pending transfer (docs/rules.md#28). */
export const transactionNumber: SQL = sql`CASE ${sql.join(
  PENDING_KINDS.map(
    ([kinds, pending, credit]) => sql`
      WHEN m.ref_type = 'conversion' AND m.kind IN ${kinds} THEN coalesce((
        SELECT min(p.id) FROM ledger_transfers p
         WHERE p.ref_type = 'conversion' AND p.ref_id = m.ref_id AND p.kind = ${pending} AND p.id <= m.id
           AND p.id > coalesce((
               SELECT max(c.id) FROM ledger_transfers c
                WHERE c.ref_type = 'conversion' AND c.ref_id = m.ref_id AND c.kind = ${credit}
                  AND (c.id < m.id OR c.id = m.id AND m.kind <> ${credit})), 0)), m.id)`,
  ),
  sql` `,
)} ELSE m.id END`
