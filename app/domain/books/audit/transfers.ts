import { USER_ACCOUNTS, TRANSFERS } from '~/domain/wallet/ledger'
import { formatValues, type Checks } from '../audit'

export const transferKinds = `kinds (cause, kind, debit, credit, ends) AS (VALUES ${formatValues(TRANSFERS)})`

const memberAccounts = `(${USER_ACCOUNTS.map(({ code }) => `'${code}'`).join(', ')})`

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
        OR (p.debit IN ${memberAccounts}) <> (p.debit_user <> 0)
        OR (p.credit IN ${memberAccounts}) <> (p.credit_user <> 0)`,
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
