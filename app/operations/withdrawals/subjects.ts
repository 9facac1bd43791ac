import { sql, type SQL } from 'drizzle-orm'
import { users } from '~/db/schema/members'
import { hasOpenSignal } from '~/signals/signals.server'

/** What decides which withdrawals are approved and go into a bank file: their rows, batches, and what blocks their members. */
export const selectSubjects = (which: SQL): SQL => sql`
  SELECT withdrawals.id, withdrawals.xmin, b.batch_id, users.payout_hold_until > now() AS is_held,
         ${hasOpenSignal(users.id)} AS has_signal, a.debits_paise - a.credits_paise AS debt
    FROM withdrawals
    JOIN users ON users.id = withdrawals.user_id
    LEFT JOIN ledger_accounts a ON a.user_id = users.id AND a.code = 'user_debt'
    LEFT JOIN payout_batch_items b ON b.withdrawal_id = withdrawals.id AND b.left_at IS NULL
   WHERE ${which}`
