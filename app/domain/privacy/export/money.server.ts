import { sql, type SQL } from 'drizzle-orm'
import { HIDDEN_HINT, selectHiddenUntil } from '~/domain/accounts/payout-hold.server'
import { transactionNumber } from '~/domain/wallet/history.server'
import { selectRupees, selectTime, type SectionQuery } from './section.server'

/** After a change of the number, hides what the wallet hides, too (docs/rules.md#22). */
const hideAfterNumberChange = (id: number, hint: SQL) =>
  sql`CASE WHEN ${selectHiddenUntil(id)} > now() THEN ${HIDDEN_HINT} ELSE ${hint} END`

export const moneySections = (id: number): SectionQuery[] => [
  [
    'payout_details',
    sql`SELECT 'bank' AS method, ${hideAfterNumberChange(id, sql`hint`)} AS account, ${selectTime(sql`created_at`)} AS added, ${selectTime(sql`updated_at`)} AS changed
          FROM bank_details WHERE user_id = ${id}
         UNION ALL
        SELECT 'upi', ${hideAfterNumberChange(id, sql`hint`)}, ${selectTime(sql`created_at`)}, ${selectTime(sql`updated_at`)} FROM upi_details WHERE user_id = ${id}`,
  ],
  [
    'payout_details_saved',
    sql`SELECT ${selectTime(sql`saved_at`)} AS at FROM destination_saves WHERE user_id = ${id} ORDER BY id`,
  ],
  [
    'wallet',
    sql`SELECT ${transactionNumber} AS transaction, m.kind, ${selectRupees(sql`m.amount_paise`)} AS amount,
               ${selectRupees(sql`m.balance_paise`)} AS balance, ${selectTime(sql`m.created_at`)} AS at
          FROM wallet_history m WHERE m.user_id = ${id} ORDER BY m.id`,
  ],
  [
    'adjustments',
    sql`SELECT id AS adjustment, kind, ${selectRupees(sql`amount_paise`)} AS amount, reason, conversion_id AS purchase, state,
               ${selectTime(sql`created_at`)} AS asked, ${selectTime(sql`decided_at`)} AS decided
          FROM adjustments WHERE user_id = ${id} ORDER BY id`,
  ],
  [
    'withdrawals',
    sql`SELECT id AS withdrawal, ${selectRupees(sql`amount_paise`)} AS amount, method, ${hideAfterNumberChange(id, sql`destination_hint`)} AS account, status,
               utr, reason, ${selectTime(sql`created_at`)} AS asked, ${selectTime(sql`updated_at`)} AS changed
          FROM withdrawals WHERE user_id = ${id} ORDER BY id`,
  ],
]
