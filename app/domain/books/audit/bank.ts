import { byCommand, type Checks } from '../audit'

export const bankChecks: Checks = {
  'bank entry = what it confirms': {
    next: 'bank list: compare with the bank’s statement',
    query: `
    SELECT b.id AS subject,
           b.kind || ' of ' || b.amount_paise || '; withdrawal ' || coalesce(w.id || ' of ' || w.amount_paise || ', ' || w.status, 'none')
             || ', settlement ' || coalesce(s.id || ' of ' || s.amount_paise, 'none') AS detail
      FROM bank_entries b
      LEFT JOIN withdrawals w ON w.id = b.withdrawal_id
      LEFT JOIN network_settlements s ON s.id = b.settlement_id
     WHERE CASE WHEN b.kind IN ('withdrawal', 'other') THEN b.amount_paise IS DISTINCT FROM -w.amount_paise OR w.status NOT IN ('paid', 'returned')
                WHEN b.kind = 'return' THEN b.amount_paise IS DISTINCT FROM w.amount_paise OR w.status <> 'returned'
                WHEN b.kind = 'network' THEN b.amount_paise IS DISTINCT FROM s.amount_paise OR s.kind <> 'payment'
                ELSE false END`,
  },

  'other account by a command': {
    next: 'nobody typed bank other: is the payout at the bank?',
    query: `
    SELECT b.id AS subject, 'withdrawal ' || b.withdrawal_id || ' by ' || b.made_by AS detail
      FROM bank_entries b
     WHERE b.kind = 'other' AND NOT ${byCommand(['bank other '], 'b.created_at', 'b.made_by')}`,
  },

  'fee = its transfer': {
    next: 'bank list: compare with the bank’s statement',
    query: `
    SELECT b.id AS subject, b.kind || ' of ' || b.amount_paise || ', transfers ' || coalesce(t.total, 0) AS detail
      FROM bank_entries b
      LEFT JOIN (SELECT ref_id AS id, sum(CASE WHEN credit = 'bank' THEN -amount_paise WHEN debit = 'bank' THEN amount_paise END) AS total
                   FROM posted WHERE ref_type = 'bank_entry' GROUP BY 1) t USING (id)
     WHERE coalesce(t.total, 0) <> CASE b.kind WHEN 'fee' THEN b.amount_paise ELSE 0 END`,
  },
}
