/** Corruptions of closed months, and payouts that are said to have left another account. */
import { sql } from 'drizzle-orm'
import { off, type Corruption } from './plant'
import { forged } from './sums'

const step = (name: string, by: string) =>
  sql`INSERT INTO period_closes (month, step, reason, made_by)
      SELECT month, ${name}, 'x', ${by} FROM period_closes WHERE step = 'closed'`

export const PERIODS: Corruption[] = [
  {
    name: 'triggers off: a transfer posted into a closed month',
    plant: [
      ...forged('cashback_expense', 'commission_income', 'conversion', sql`1`),
      off,
      sql`UPDATE ledger_transfers t SET created_at = (c.month || '-15')::timestamptz
            FROM period_closes c WHERE t.id = (SELECT max(id) FROM ledger_transfers)`,
    ],
    end: { found: 'nothing in a closed month' },
  },
  {
    name: 'a month reopened by one account',
    plant: [step('reopen-asked', 'test'), step('reopened', 'test')],
    end: { found: 'month closed and reopened in order' },
  },
  {
    name: 'a month reopened without a command',
    plant: [step('reopen-asked', 'nobody')],
    end: { found: 'month closed by a command' },
  },
  { name: 'a close deleted', plant: [sql`DELETE FROM period_closes`], end: 'refused' },
  {
    name: 'a correction of a closed month deleted',
    plant: [sql`TRUNCATE month_corrections`],
    end: 'refused',
  },
  {
    name: 'a payout hidden from the comparison with the bank',
    plant: [
      sql`INSERT INTO bank_entries (kind, entry_key, on_day, amount_paise, withdrawal_id, made_by)
          SELECT 'other', 'withdrawal:' || id, '2026-11-21', -amount_paise, id, 'nobody' FROM withdrawals WHERE utr = 'UTR0000002'`,
    ],
    end: { found: 'other account by a command' },
  },
]
