import type { Checks } from './check'

/**
 * Every allowed transfer: cause, kind, debit, credit, and the end of its reference after 'conversion:12:r3:' and the like.
 * Add new kinds here.
 */
const KINDS = [
  ['conversion', 'pending', 'pending_contra', 'user_pending', 'pending'],
  ['conversion', 'pending', 'user_pending', 'pending_contra', 'pending'],
  ['conversion', 'commission', 'network_receivable', 'commission_income', 'commission'],
  ['conversion', 'commission_back', 'commission_income', 'network_receivable', 'commission'],
  // Posted by the migration for sales approved before commission was booked.
  ['conversion', 'commission_opening', 'network_receivable', 'commission_income', 'opening'],
  ['conversion', 'cashback', 'cashback_expense', 'user_available', 'cashback'],
  ['conversion', 'cashback_back', 'user_available', 'cashback_expense', 'cashback'],
  ['conversion', 'cashback_back_debt', 'user_debt', 'cashback_expense', 'cashback:debt'],
  ['conversion', 'referral', 'referral_expense', 'user_available', 'referral'],
  ['conversion', 'referral_back', 'user_available', 'referral_expense', 'referral'],
  ['conversion', 'referral_back_debt', 'user_debt', 'referral_expense', 'referral:debt'],
  // The referrer's share while a signal is open.
  ['conversion', 'referral_waiting', 'pending_contra', 'user_pending', 'waiting'],
  ['conversion', 'referral_waiting', 'user_pending', 'pending_contra', 'waiting'],
  ['conversion', 'forfeit_back', 'forfeited_balances', 'user_available', 'cashback:forfeit'],
  ['conversion', 'forfeit_back', 'forfeited_balances', 'user_available', 'referral:forfeit'],
  ['conversion', 'repay', 'user_available', 'user_debt', 'cashback:repay'],
  ['conversion', 'repay', 'user_available', 'user_debt', 'referral:repay'],
  ['withdrawal', 'hold', 'user_available', 'payout_clearing', 'hold'],
  ['withdrawal', 'paid', 'payout_clearing', 'bank', 'paid'],
  ['withdrawal', 'refunded', 'payout_clearing', 'user_available', 'refunded'],
  ['withdrawal', 'cancelled', 'payout_clearing', 'user_available', 'cancelled'],
  ['withdrawal', 'returned', 'bank', 'user_available', 'returned'],
  ['withdrawal', 'repay', 'user_available', 'user_debt', 'refunded:repay'],
  ['withdrawal', 'repay', 'user_available', 'user_debt', 'cancelled:repay'],
  ['withdrawal', 'repay', 'user_available', 'user_debt', 'returned:repay'],
  ['withdrawal', 'forfeit', 'user_available', 'forfeited_balances', 'returned:forfeit'],
  ['settlement', 'received', 'bank', 'network_receivable', 'received'],
  ['settlement', 'received', 'network_receivable', 'bank', 'received'],
  ['settlement', 'gst', 'bank', 'gst_payable', 'gst'],
  ['settlement', 'gst', 'gst_payable', 'bank', 'gst'],
  ['settlement', 'tds', 'tds_receivable', 'network_receivable', 'tds'],
  ['settlement', 'tds', 'network_receivable', 'tds_receivable', 'tds'],
  ['settlement', 'written_off', 'write_offs', 'network_receivable', 'written_off'],
  ['settlement', 'written_off', 'network_receivable', 'write_offs', 'written_off'],
  ['bank_entry', 'fee', 'payout_fees', 'bank', 'fee'],
  ['bank_entry', 'fee', 'bank', 'payout_fees', 'fee'],
  ['departure', 'forfeit', 'user_available', 'forfeited_balances', 'forfeit'],
  ['departure', 'inherited', 'user_available', 'user_debt', 'moved'],
  ['departure', 'inherited_debt', 'user_debt', 'user_debt', 'moved:debt'],
  ['departure', 'inherited_back', 'user_available', 'user_available', 'wallet'],
  ['departure', 'inherited_back', 'user_debt', 'user_available', 'debt'],
  ['departure', 'repay', 'user_available', 'user_debt', 'wallet:repay'],
  ['departure', 'repay', 'user_available', 'user_debt', 'debt:repay'],
  ['adjustment', 'correction', 'cashback_expense', 'user_available', 'credit'],
  ['adjustment', 'correction_back', 'user_available', 'cashback_expense', 'debit'],
  ['adjustment', 'correction_back_debt', 'user_debt', 'cashback_expense', 'debit:debt'],
  ['adjustment', 'goodwill', 'goodwill', 'user_available', 'goodwill'],
  ['adjustment', 'write_off', 'write_offs', 'user_available', 'write-off'],
  ['adjustment', 'repay', 'user_available', 'user_debt', 'credit:repay'],
  ['adjustment', 'repay', 'user_available', 'user_debt', 'goodwill:repay'],
  ['adjustment', 'repay', 'user_available', 'user_debt', 'write-off:repay'],
]

const kinds = KINDS.map((row) => `(${row.map((word) => `'${word}'`).join(', ')})`).join(', ')

export const transferKinds = `kinds (cause, kind, debit, credit, ends) AS (VALUES ${kinds})`

const PEOPLES = "('user_pending', 'user_available', 'payout_clearing', 'user_debt')"

const moved = `p.kind || ' of ' || p.amount_paise || ' paise: ' || p.debit || ' of ' || p.debit_user || ' to ' || p.credit || ' of ' || p.credit_user`

export const transfersChecks: Checks = {
  'transfer without its cause': {
    next: 'the sale or withdrawal was deleted or never was: compare with a backup',
    query: `
    SELECT t.reference AS subject, t.ref_type || ' ' || t.ref_id AS detail
      FROM ledger_transfers t
     WHERE (t.ref_type = 'conversion' AND NOT EXISTS (SELECT 1 FROM conversions c WHERE c.id = t.ref_id))
        OR (t.ref_type = 'withdrawal' AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.id = t.ref_id))
        OR (t.ref_type = 'departure' AND NOT EXISTS (SELECT 1 FROM departures d WHERE d.id = t.ref_id))
        OR (t.ref_type = 'adjustment' AND NOT EXISTS (SELECT 1 FROM adjustments a WHERE a.id = t.ref_id))
        OR (t.ref_type = 'settlement' AND NOT EXISTS (SELECT 1 FROM network_settlements s WHERE s.id = t.ref_id))
        OR (t.ref_type = 'bank_entry' AND NOT EXISTS (SELECT 1 FROM bank_entries b WHERE b.id = t.ref_id))
        OR t.ref_type NOT IN ('conversion', 'withdrawal', 'departure', 'adjustment', 'settlement', 'bank_entry')`,
  },

  'transfer of a known kind': {
    next: 'no command moves money so: who has written to the database?',
    query: `
    SELECT p.reference AS subject, ${moved} AS detail
      FROM posted p
     WHERE (p.ref_type, p.kind, p.debit, p.credit) NOT IN (SELECT k.cause, k.kind, k.debit, k.credit FROM kinds k)
        OR (p.debit IN ${PEOPLES}) <> (p.debit_user <> 0)
        OR (p.credit IN ${PEOPLES}) <> (p.credit_user <> 0)`,
  },

  'transfer of its cause’s people': {
    next: 'conversions show or withdrawals show: whose was it when it was moved?',
    query: `
    SELECT p.reference AS subject, ${moved} AS detail
      FROM posted p
      LEFT JOIN conversions v ON p.ref_type = 'conversion' AND v.id = p.ref_id
      LEFT JOIN withdrawals w ON p.ref_type = 'withdrawal' AND w.id = p.ref_id
      LEFT JOIN adjustments a ON p.ref_type = 'adjustment' AND a.id = p.ref_id
     WHERE (p.debit_user <> 0 AND p.credit_user <> 0 AND p.debit_user <> p.credit_user AND p.ref_type <> 'departure')
        OR greatest(p.debit_user, p.credit_user) <> w.user_id
        OR greatest(p.debit_user, p.credit_user) <> a.user_id
        OR (v.id IS NOT NULL AND p.kind NOT LIKE 'commission%' AND greatest(p.debit_user, p.credit_user) IS DISTINCT FROM
              CASE WHEN p.kind LIKE 'referral%' OR p.reference LIKE '%:referral:%' THEN v.referrer_id ELSE v.user_id END)`,
  },

  'transfer named after its cause': {
    next: 'under another name it could be made a second time: compare with a backup',
    query: `
    SELECT p.reference AS subject, ${moved} AS detail
      FROM (SELECT *, ref_type || ':' || ref_id || ':'
                   || CASE WHEN ref_type IN ('conversion', 'departure') THEN split_part(reference, ':', 3) || ':' ELSE '' END AS begins
              FROM posted) p
      LEFT JOIN conversions v ON p.ref_type = 'conversion' AND v.id = p.ref_id
     WHERE NOT starts_with(p.reference, p.begins)
        OR (p.ref_type, p.kind, substr(p.reference, length(p.begins) + 1)) NOT IN (SELECT k.cause, k.kind, k.ends FROM kinds k)
        OR CASE WHEN p.ref_type = 'departure' THEN split_part(p.reference, ':', 3) !~ '^[1-9][0-9]{0,8}$'
                WHEN p.ref_type <> 'conversion' THEN false
                WHEN split_part(p.reference, ':', 3) !~ '^r[1-9][0-9]{0,8}$' THEN true
                ELSE substr(split_part(p.reference, ':', 3), 2)::int > v.revision END`,
  },
}
