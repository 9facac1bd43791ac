/** Corruptions of closed months. */
import { sql } from 'drizzle-orm'
import { corruptions, forged, off } from './plant'

const step = (name: string, by: string) =>
  sql`INSERT INTO period_closes (month, step, reason, made_by)
      SELECT month, ${name}, 'x', ${by} FROM period_closes WHERE step = 'closed'`

export const PERIODS = corruptions({
  'nothing in a closed month': {
    'triggers off: a transfer posted into a closed month': [
      ...forged('cashback_expense', 'commission_income', 'conversion', sql`1`),
      off,
      sql`UPDATE ledger_transfers t SET created_at = (c.month || '-15')::timestamptz
            FROM period_closes c WHERE t.id = (SELECT max(id) FROM ledger_transfers)`,
    ],
  },
  'month closed and reopened in order': {
    'a month reopened that nobody asked to reopen': step('reopened', 'test'),
    'a request refused that nobody made': step('reopen-refused', 'test'),
  },
  'decided by two independent persons': {
    'a payment that one operator approved at the desk and under an account': sql`
      INSERT INTO approvals (call_hash, command, effect, asked_by, role, state, decided_by, decided_at)
      VALUES ('x', 'withdrawals approve 1', 'Approves a withdrawal', 'Asha Rao@desk', 'finance', 'approved', 'Asha Rao@asha', now())`,
    'a month reopened by one account': [step('reopen-asked', 'test'), step('reopened', 'test')],
  },
  'month closed by a command': {
    'a month reopened without a command': step('reopen-asked', 'nobody'),
  },
  refused: {
    'a close deleted': sql`DELETE FROM period_closes`,
    'a correction of a closed month deleted': sql`TRUNCATE month_corrections`,
  },
})
