/** Corruptions of balances and accounts. */
import { sql } from 'drizzle-orm'
import { account, corruptions, corruptionsWithoutTriggers, forged, friend, sale, setStatus } from './plant'

export const ACCOUNTS = [
  ...corruptions({
    'cached balance': {
      'a raised cached balance': sql`
        UPDATE ledger_accounts SET credits_paise = credits_paise + 1 WHERE id = ${account('user_available')}`,
      'a lowered cached balance': sql`
        UPDATE ledger_accounts SET debits_paise = debits_paise - 1 WHERE id = ${account('payout_clearing')}`,
    },
    'house account without cache': {
      'a cached balance on a platform account': sql`
        UPDATE ledger_accounts SET credits_paise = 5 WHERE id = ${account('bank')}`,
    },
    'floor missing': {
      'an account without its minimum balance': sql`
        UPDATE ledger_accounts SET floor_paise = NULL WHERE id = ${account('user_debt')}`,
    },
    'below floor': {
      'a balance below the account’s minimum': [
        sql`ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_floor`,
        ...forged('user_debt', 'cashback_expense', 'conversion', sql`(SELECT max(id) FROM conversions)`),
        sql`UPDATE ledger_accounts SET normal_side = 'credit' WHERE id = ${account('user_debt')}`,
      ],
    },
    'pending = pending conversions': {
      'a pending conversion of another amount': sql`
        UPDATE conversions SET pending_paise = pending_paise + 1 WHERE status = 'pending'`,
    },
    'available - debt = earned - withdrawn': {
      'money without a cause': forged(
        'cashback_expense',
        'user_available',
        'conversion',
        sql`(SELECT max(id) FROM conversions)`,
      ),
    },
    'house = sums of sales': {
      'a commission booked without a sale': forged(
        'network_receivable',
        'commission_income',
        'conversion',
        sql`999999`,
        'commission',
      ),
      'money moved between platform accounts with a sale as its cause': forged(
        'referral_expense',
        'cashback_expense',
        'conversion',
        sale('A'),
        'cashback',
      ),
    },
    'account as in the chart': {
      'a platform account with the opposite normal side': sql`
        UPDATE ledger_accounts SET normal_side = 'debit' WHERE code = 'commission_income'`,
      'an account missing from the chart': sql`
        INSERT INTO ledger_accounts (code, user_id, normal_side) VALUES ('petty_cash', 0, 'debit')`,
      'a platform account assigned to a member': sql`
        INSERT INTO ledger_accounts (code, user_id, normal_side)
         SELECT 'bank', max(user_id), 'debit' FROM conversions WHERE external_id = 'A'`,
    },
    'bank out = paid': {
      'a payment posted twice': forged(
        'payout_clearing',
        'bank',
        'withdrawal',
        sql`(SELECT min(id) FROM withdrawals)`,
        'paid',
      ),
    },
    'wallet and debt at once': {
      'wallet and debt at once': forged(
        'user_debt',
        'user_available',
        'conversion',
        sql`(SELECT max(id) FROM conversions)`,
      ),
    },
    'inherited debt = its transfers': {
      'a debt inherited by a new account without a transfer': sql`
        INSERT INTO departures (user_id, debt_paise, returned_as, returned_at, inherited, moved_paise)
         SELECT max(user_id), 100, ${friend}, now(), true, 100 FROM conversions`,
    },
    'given up = its transfers': {
      'a balance given up that was not posted': sql`
        INSERT INTO departures (user_id, debt_paise, forfeited_paise)
         SELECT max(user_id), 0, 100 FROM conversions`,
    },
  }),
  ...corruptionsWithoutTriggers({
    'cached balance': {
      'a raised transfer': sql`
        UPDATE ledger_transfers SET amount_paise = amount_paise + 1 WHERE kind = 'cashback'`,
    },
    'bank out = paid': {
      'a withdrawal paid only in the ledger': setStatus('requested', 'paid'),
    },
    'clearing = withdrawals in flight': {
      'a paid withdrawal set back to an earlier status': setStatus('paid', 'processing'),
    },
    'trial balance': {
      'a transfer to a missing account': [
        sql`ALTER TABLE ledger_transfers DROP CONSTRAINT ledger_transfers_credit_account_ledger_accounts_id_fk`,
        sql`UPDATE ledger_transfers SET credit_account = 999999 WHERE kind = 'referral'`,
      ],
    },
    'deleted member holds nothing': {
      'a member with money marked deleted': sql`
        UPDATE users SET deleted_at = now() WHERE id = (SELECT user_id FROM conversions
         WHERE external_id = 'A')`,
    },
  }),
]
