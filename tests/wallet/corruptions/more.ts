/** Further corruptions by kinds of attacker: adding rows, rewriting rows, disabling triggers. */
import { sql } from 'drizzle-orm'
import { grant, off, type Corruption } from './plant'
import { forged } from './sums'

const paid = sql`(SELECT min(id) FROM withdrawals WHERE status = 'paid')`
const friend = sql`(SELECT min(id) FROM users WHERE id > 1000)`

export const MORE: Corruption[] = [
  {
    name: 'a pending sale approved only in the ledger',
    plant: grant('B', 15_000n),
    end: { found: 'sale = its newest report' },
  },
  {
    name: 'a rejected sale approved again',
    plant: grant('C', 50n, { sale_paise: 1_000n }),
    end: { found: 'sale = its newest report' },
  },
  {
    name: 'a sale above its cap marked as accepted by the operator',
    plant: grant('D', 50_000n, { sale_paise: 1_000_000n, accepted: true }),
    end: { found: 'credited = sale × the click’s rate' },
  },
  {
    name: 'triggers off: a sale moved to a click with a better rate',
    plant: [
      off,
      sql`UPDATE conversions SET click_id = (SELECT click_id FROM conversions WHERE external_id = 'D') WHERE external_id = 'A'`,
    ],
    end: { found: 'sale = its newest report' },
  },
  {
    name: 'a store that counts an offer too many',
    plant: [sql`UPDATE brands SET live_count = live_count + 1`],
    end: { found: 'store counts its offers' },
  },
  {
    name: 'a referrer set after sign-up',
    plant: [sql`UPDATE users SET referred_by = 1002 WHERE id = 1001`],
    end: 'refused',
  },
  {
    name: 'money moved between platform accounts with a sale as its cause',
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
    name: 'a forged withdrawal step',
    plant: [
      sql`INSERT INTO withdrawal_steps (withdrawal_id, status, utr) VALUES (${paid}, 'paid', 'UTR0000009')`,
    ],
    end: { found: 'withdrawal = its last step' },
  },
  {
    name: 'a repayment without a debt',
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
    name: 'a referral posted to another member',
    plant: [
      off,
      sql`UPDATE ledger_transfers t SET credit_account = a.id FROM ledger_accounts a
           WHERE t.kind = 'referral' AND a.code = 'user_available' AND a.user_id <> ${friend} AND a.user_id <> 0`,
    ],
    end: { found: 'transfer of its cause’s people' },
  },
  {
    name: 'a withdrawal assigned to another member',
    plant: [off, sql`UPDATE withdrawals SET user_id = ${friend} WHERE status = 'requested'`],
    end: { found: 'transfer of its cause’s people' },
  },
  {
    name: 'an account of an unknown kind',
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
    name: 'the reference of a payment replaced',
    plant: [off, sql`UPDATE withdrawals SET utr = 'UTR0000009', utr_key = 'UTR0000009' WHERE id = ${paid}`],
    end: { found: 'withdrawal = its last step' },
  },
  {
    name: 'a payment reference on a refunded withdrawal',
    plant: [
      off,
      sql`UPDATE withdrawals SET utr = 'UTR0000009', utr_key = 'UTR0000009' WHERE status = 'refunded'`,
      sql`UPDATE withdrawal_steps SET utr = 'UTR0000009' WHERE status = 'refunded'`,
    ],
    end: { found: 'paid with a reference' },
  },
  {
    name: 'the transition to refunded removed',
    plant: [sql`DELETE FROM withdrawal_edges WHERE to_status = 'refunded'`],
    end: { found: 'edges as shipped' },
  },
  {
    name: 'a hold shortened by SQL',
    plant: [sql`UPDATE users SET payout_hold_until = now() WHERE id = ${friend}`],
    end: { found: 'hold lifted by a command' },
  },
  {
    name: 'triggers off: a hold lifted',
    plant: [
      off,
      sql`UPDATE users SET payout_hold_until = NULL, payout_hold_reason = NULL WHERE id = ${friend}`,
    ],
    end: { found: 'hold = its last step' },
  },
  {
    name: 'the log entry of a hold rewritten',
    plant: [sql`UPDATE hold_steps SET hold_until = now()`],
    end: 'refused',
  },
  {
    name: 'the operator log rewritten',
    plant: [
      sql`INSERT INTO operator_log (os_user, command, finished_at, outcome, seal, end_seal) VALUES ('asha', 'users hold 1001', now(), 'done', '1', '1')`,
      sql`UPDATE operator_log SET command = 'users release 1001'`,
    ],
    end: 'refused',
  },
  {
    name: 'the end of a command recorded twice',
    plant: [
      sql`INSERT INTO operator_log (os_user, command, finished_at, outcome, seal, end_seal) VALUES ('asha', 'stats', now(), 'failed', '1', '1')`,
      sql`UPDATE operator_log SET outcome = 'done'`,
    ],
    end: 'refused',
  },
  {
    name: 'rows of the operator log deleted',
    plant: [
      sql`INSERT INTO operator_log (os_user, command, seal) VALUES ('asha', 'withdrawals paid 1 UTR', '1')`,
      sql`DELETE FROM operator_log`,
    ],
    end: 'refused',
  },
  {
    name: 'the operator log truncated',
    plant: [sql`TRUNCATE operator_log, operator_log_rows, queued_jobs`],
    end: 'refused',
  },
  {
    name: 'the text of a report rewritten',
    plant: [sql`UPDATE postback_inbox SET raw = '{"sale_amount": "99999"}'`],
    end: 'refused',
  },
  {
    name: 'an applied report reset to be applied again',
    plant: [sql`UPDATE postback_inbox SET outcome = NULL, processed_at = NULL`],
    end: 'refused',
  },
  {
    name: 'a sale moved to another click',
    plant: [sql`UPDATE conversions SET click_id = (SELECT max(id) FROM clicks) WHERE external_id = 'A'`],
    end: 'refused',
  },
  {
    name: 'a sale assigned to another member',
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
    name: 'a debt inherited by a new account without a transfer',
    plant: [
      sql`INSERT INTO departures (user_id, debt_paise, returned_as, returned_at, inherited, moved_paise)
          SELECT max(user_id), 100, ${friend}, now(), true, 100 FROM conversions`,
    ],
    end: { found: 'inherited debt = its transfers' },
  },
  {
    name: 'held money of a sale that was never credited so',
    plant: [
      sql`INSERT INTO held_money (conversion_id, user_id, kind, revision, amount_paise, until, state)
          SELECT id, user_id, 'cashback', 99, 100, now() - interval '1 day', 'granted' FROM conversions WHERE external_id = 'A'`,
    ],
    end: { found: 'held money within its sale' },
  },
  {
    name: 'a sale shown as withdrawable in a year',
    plant: [sql`UPDATE conversions SET withdrawable_at = now() + interval '1 year' WHERE external_id = 'A'`],
    end: { found: 'held money within its sale' },
  },
  {
    name: 'a member with money marked deleted',
    plant: [
      off,
      sql`UPDATE users SET deleted_at = now() WHERE id = (SELECT user_id FROM conversions WHERE external_id = 'A')`,
    ],
    end: { found: 'deleted member holds nothing' },
  },
  {
    name: 'a balance given up that was not posted',
    plant: [
      sql`INSERT INTO departures (user_id, debt_paise, forfeited_paise) SELECT max(user_id), 0, 100 FROM conversions`,
    ],
    end: { found: 'given up = its transfers' },
  },
]
