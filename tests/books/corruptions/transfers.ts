/** Corruptions of single transfers. */
import { sql } from 'drizzle-orm'
import { corruptions, corruptionsWithoutTriggers, forged, friend, sale, shopper } from './plant'

export const TRANSFERS = [
  ...corruptions({
    'transfer of a known kind': {
      'a commission posted to a member': forged(
        'network_receivable',
        'user_available',
        'conversion',
        sale('A'),
        'commission',
      ),
      'money moved between platform accounts': forged(
        'referral_expense',
        'cashback_expense',
        'withdrawal',
        sql`(SELECT min(id) FROM withdrawals)`,
        'paid',
      ),
      'an account of an unknown kind': [
        sql`INSERT INTO ledger_accounts (code, user_id, normal_side) VALUES ('suspense', 0, 'debit')`,
        ...forged('suspense', 'user_available', 'conversion', sale('A'), 'cashback'),
      ],
      'tax withheld by a network moved to the bank account': forged(
        'bank',
        'tds_receivable',
        'settlement',
        sql`(SELECT min(id) FROM network_settlements)`,
        'tds',
      ),
    },
    'transfer without its cause': {
      'a transfer for a missing conversion': forged(
        'cashback_expense',
        'user_available',
        'conversion',
        sql`999999`,
      ),
      'a transfer for a missing withdrawal': forged(
        'cashback_expense',
        'user_available',
        'withdrawal',
        sql`999999`,
      ),
      'a transfer for a missing adjustment': forged(
        'goodwill',
        'user_available',
        'adjustment',
        sql`999999`,
        'goodwill',
      ),
    },
  }),
  ...corruptionsWithoutTriggers({
    'transfer of a known kind': {
      'the kind of a transfer changed': sql`
        UPDATE ledger_transfers SET kind = 'referral' WHERE kind = 'cashback'`,
    },
    'transfer named after its cause': {
      'the reference of a transfer changed': sql`
        UPDATE ledger_transfers SET reference = reference || ':2' WHERE kind = 'cashback'`,
    },
    'transfer of its cause’s people': {
      'a referral posted to another member': sql`
        UPDATE ledger_transfers t SET credit_account = a.id FROM ledger_accounts a
         WHERE t.kind = 'referral' AND a.code = 'user_available' AND a.user_id <> ${friend} AND a.user_id <> 0`,
      'a withdrawal assigned to another member': sql`
        UPDATE withdrawals SET user_id = ${friend} WHERE status = 'requested'`,
      'an adjustment assigned to another member': sql`
        UPDATE adjustments SET user_id = ${shopper} WHERE state = 'applied'`,
    },
  }),
]
