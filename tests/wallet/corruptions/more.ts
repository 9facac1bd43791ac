/** Further corruptions by kinds of attacker: adding rows, rewriting rows, disabling triggers. */
import { sql } from 'drizzle-orm'
import { grant, off, type Corruption } from './plant'
import { forged } from './sums'

const paid = sql`(SELECT min(id) FROM withdrawals WHERE status = 'paid')`
const friend = sql`(SELECT min(id) FROM users WHERE id > 1000)`

export const MORE: Corruption[] = [
  {
    name: 'a pending sale approved in the books alone',
    plant: grant('B', 15_000n),
    end: { found: 'sale = its newest report' },
  },
  {
    name: 'a rejected sale taken up again',
    plant: grant('C', 50n, { sale_paise: 1_000n }),
    end: { found: 'sale = its newest report' },
  },
  {
    name: 'a sale above its cap said to be accepted by the operator',
    plant: grant('D', 50_000n, { sale_paise: 1_000_000n, accepted: true }),
    end: { found: 'credited = sale × the click’s rate' },
  },
  {
    name: 'a sale put on a click of a better rate, triggers off',
    plant: [
      off,
      sql`UPDATE conversions SET click_id = (SELECT click_id FROM conversions WHERE external_id = 'D') WHERE external_id = 'A'`,
    ],
    end: { found: 'sale = its newest report' },
  },
  {
    name: 'a member said to be brought by another, after the sign-up',
    plant: [sql`UPDATE users SET referred_by = 1002 WHERE id = 1001`],
    end: 'refused',
  },
  {
    name: 'money moved between accounts of the house in the name of a sale',
    plant: forged(
      'referral_expense',
      'cashback_expense',
      'conversion',
      sql`(SELECT id FROM conversions WHERE external_id = 'A')`,
      'cashback',
    ),
    end: { found: 'house = sums of sales' },
  },
  {
    name: 'a step of a withdrawal made up',
    plant: [
      sql`INSERT INTO withdrawal_steps (withdrawal_id, status, utr) VALUES (${paid}, 'paid', 'UTR0000009')`,
    ],
    end: { found: 'withdrawal = its last step' },
  },
  {
    name: 'a repayment that nobody owed',
    plant: forged(
      'user_available',
      'user_debt',
      'conversion',
      sql`(SELECT id FROM conversions WHERE external_id = 'A')`,
      'repay',
    ),
    end: 'refused',
  },
  {
    name: 'the referral of a friend posted to somebody else',
    plant: [
      off,
      sql`UPDATE ledger_transfers t SET credit_account = a.id FROM ledger_accounts a
           WHERE t.kind = 'referral' AND a.code = 'user_available' AND a.user_id <> ${friend} AND a.user_id <> 0`,
    ],
    end: { found: 'transfer of its cause’s people' },
  },
  {
    name: 'a withdrawal given to another member',
    plant: [off, sql`UPDATE withdrawals SET user_id = ${friend} WHERE status = 'requested'`],
    end: { found: 'transfer of its cause’s people' },
  },
  {
    name: 'an account of a kind that does not exist',
    plant: [
      sql`INSERT INTO ledger_accounts (code, user_id, normal_side) VALUES ('suspense', 0, 'debit')`,
      ...forged(
        'suspense',
        'user_available',
        'conversion',
        sql`(SELECT id FROM conversions WHERE external_id = 'A')`,
        'cashback',
      ),
    ],
    end: { found: 'transfer of a known kind' },
  },
  {
    name: 'a step in the middle deleted',
    plant: [off, sql`DELETE FROM withdrawal_steps WHERE withdrawal_id = ${paid} AND status = 'processing'`],
    end: { found: 'steps of a withdrawal in order' },
  },
  {
    name: 'the reference of a payment exchanged for another',
    plant: [off, sql`UPDATE withdrawals SET utr = 'UTR0000009', utr_key = 'UTR0000009' WHERE id = ${paid}`],
    end: { found: 'withdrawal = its last step' },
  },
  {
    name: 'a reference given to a withdrawal that was refunded',
    plant: [
      off,
      sql`UPDATE withdrawals SET utr = 'UTR0000009', utr_key = 'UTR0000009' WHERE status = 'refunded'`,
      sql`UPDATE withdrawal_steps SET utr = 'UTR0000009' WHERE status = 'refunded'`,
    ],
    end: { found: 'paid with a reference' },
  },
  {
    name: 'an edge taken out, so that nothing can be refunded',
    plant: [sql`DELETE FROM withdrawal_edges WHERE to_status = 'refunded'`],
    end: { found: 'edges as shipped' },
  },
  {
    name: 'a hold shortened by SQL',
    plant: [sql`UPDATE users SET payout_hold_until = now() WHERE id = ${friend}`],
    end: { found: 'hold lifted by a command' },
  },
  {
    name: 'a hold lifted with the triggers off',
    plant: [
      off,
      sql`UPDATE users SET payout_hold_until = NULL, payout_hold_reason = NULL WHERE id = ${friend}`,
    ],
    end: { found: 'hold = its last step' },
  },
  {
    name: 'the record of a hold rewritten',
    plant: [sql`UPDATE hold_steps SET hold_until = now()`],
    end: 'refused',
  },
  {
    name: 'the record of commands rewritten',
    plant: [
      sql`INSERT INTO operator_log (os_user, command, finished_at, outcome) VALUES ('asha', 'users hold 1001', now(), 'done')`,
      sql`UPDATE operator_log SET command = 'users release 1001'`,
    ],
    end: 'refused',
  },
  {
    name: 'the end of a command set twice',
    plant: [
      sql`INSERT INTO operator_log (os_user, command, finished_at, outcome) VALUES ('asha', 'stats', now(), 'failed')`,
      sql`UPDATE operator_log SET outcome = 'done'`,
    ],
    end: 'refused',
  },
  {
    name: 'the record of commands deleted',
    plant: [
      sql`INSERT INTO operator_log (os_user, command) VALUES ('asha', 'withdrawals paid 1 UTR')`,
      sql`DELETE FROM operator_log`,
    ],
    end: 'refused',
  },
  {
    name: 'the record of commands emptied',
    plant: [sql`TRUNCATE operator_log`],
    end: 'refused',
  },
  {
    name: 'the text of a report rewritten',
    plant: [sql`UPDATE postback_inbox SET raw = '{"sale_amount": "99999"}'`],
    end: 'refused',
  },
  {
    name: 'a report that was applied set back to be applied again',
    plant: [sql`UPDATE postback_inbox SET outcome = NULL, processed_at = NULL`],
    end: 'refused',
  },
  {
    name: 'a sale put on another click',
    plant: [sql`UPDATE conversions SET click_id = (SELECT max(id) FROM clicks) WHERE external_id = 'A'`],
    end: 'refused',
  },
  {
    name: 'a sale given to another member',
    plant: [sql`UPDATE conversions SET user_id = ${friend} WHERE external_id = 'B'`],
    end: 'refused',
  },
  {
    name: 'a sale deleted',
    plant: [sql`DELETE FROM conversions WHERE external_id = 'C'`],
    end: 'refused',
  },
  {
    name: 'a click of a member claimed by another one',
    plant: [sql`UPDATE clicks SET claimed_by = ${friend}, claimed_at = now() WHERE user_id <> 9`],
    end: 'refused',
  },
  {
    name: 'a debt that a new account inherited and no transfer moved',
    plant: [
      sql`INSERT INTO departures (user_id, debt_paise, returned_as, returned_at, inherited, moved_paise)
          SELECT max(user_id), 100, ${friend}, now(), true, 100 FROM conversions`,
    ],
    end: { found: 'inherited debt = its transfers' },
  },
]
