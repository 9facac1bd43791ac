import type { Checks } from '../audit'

export const withdrawalsChecks: Checks = {
  'one hold a withdrawal': {
    next: 'withdrawals show; do not pay it',
    query: `
    SELECT w.id AS subject, count(p.ref_id) || ' holds, ' || coalesce(sum(p.amount_paise), 0) || ' of ' || w.amount_paise AS detail
      FROM withdrawals w
      LEFT JOIN posted p ON p.ref_type = 'withdrawal' AND p.ref_id = w.id AND p.kind = 'hold'
            AND p.debit = 'user_available' AND p.debit_user = w.user_id AND p.credit = 'payout_clearing'
     GROUP BY w.id HAVING count(p.ref_id) <> 1 OR sum(p.amount_paise) <> w.amount_paise`,
  },

  'one end a withdrawal': {
    next: 'withdrawals show: was it paid at the bank or provider?',
    query: `
    SELECT w.id AS subject, w.status || ' with ' || coalesce(sum(p.amount_paise), 0) || ' out of clearing' AS detail
      FROM withdrawals w
      LEFT JOIN posted p ON p.ref_type = 'withdrawal' AND p.ref_id = w.id AND p.debit = 'payout_clearing'
            AND p.debit_user = w.user_id
     GROUP BY w.id
    HAVING coalesce(sum(p.amount_paise), 0)
        <> CASE WHEN w.status IN ('paid', 'refunded', 'cancelled', 'returned') THEN w.amount_paise ELSE 0 END`,
  },

  'a unique UTR': {
    next: 'look both up at the bank, then withdrawals correct-utr',
    query: `
    SELECT w.id AS subject, 'withdrawal ' || o.id || ' has the UTR ' || o.utr || ', too' AS detail
      FROM withdrawals w
      JOIN LATERAL (SELECT id, utr FROM withdrawals
                     WHERE utr_key = utr_key_of(w.utr) AND id <> w.id LIMIT 1) o ON true
     WHERE w.utr IS NOT NULL`,
  },

  'one batch a withdrawal': {
    next: 'withdrawals show; compare both files with the bank’s statement',
    query: `
    SELECT withdrawal_id AS subject, 'in the batches ' || string_agg(batch_id::text, ', ' ORDER BY batch_id) AS detail
      FROM payout_batch_items WHERE left_at IS NULL GROUP BY withdrawal_id HAVING count(*) > 1`,
  },

  'by file or by provider': {
    next: 'withdrawals show; look it up at both',
    query: `
    SELECT i.withdrawal_id AS subject, 'in batch ' || i.batch_id || ' and with ' || o.provider AS detail
      FROM payout_batch_items i JOIN payout_orders o USING (withdrawal_id) WHERE i.left_at IS NULL`,
  },

  'batch = its withdrawals': {
    next: 'withdrawals reprint: compare with the bank’s statement',
    query: `
    SELECT b.id AS subject, b.count || ' rows of ' || b.sum_paise || ', withdrawals ' || count(w.id) || ' of '
             || coalesce(sum(w.amount_paise), 0) AS detail
      FROM payout_batches b
      LEFT JOIN payout_batch_items i ON i.batch_id = b.id
      LEFT JOIN withdrawals w ON w.id = i.withdrawal_id
     GROUP BY b.id HAVING count(w.id) <> b.count OR coalesce(sum(w.amount_paise), 0) <> b.sum_paise`,
  },

  'batch without its file': {
    next: 'withdrawals reprint writes it once more',
    query: `
    SELECT id AS subject, 'made ' || created_at || ' by ' || made_by AS detail
      FROM payout_batches WHERE written_at IS NULL AND created_at < now() - interval '15 minutes'`,
  },

  'UTR without its key': {
    next: 'a key was taken out by hand: withdrawals show',
    query: `
    SELECT w.id AS subject, 'UTR ' || coalesce(w.utr, 'none') || ', key ' || coalesce(w.utr_key, 'none') AS detail
      FROM withdrawals w
     WHERE w.utr_key IS DISTINCT FROM utr_key_of(w.utr)
       AND NOT EXISTS (SELECT 1 FROM withdrawals o WHERE o.utr_key = utr_key_of(w.utr) AND o.id <> w.id)`,
  },

  'paid with a reference': {
    next: 'withdrawals show: ask the bank or provider for the reference of the payment',
    query: `
    SELECT id AS subject, status || ' with ' || coalesce(nullif(utr, ''), 'no reference') AS detail
      FROM withdrawals
     WHERE (status IN ('paid', 'returned')) <> (coalesce(utr, '') <> '')`,
  },

  'payout stuck': {
    next: 'withdrawals show: ask the bank or provider, then withdrawals paid or fail',
    query: `
    SELECT id AS subject, status || ' since ' || updated_at AS detail
      FROM withdrawals
     WHERE status IN ('processing', 'unknown', 'failed') AND updated_at < now() - interval '72 hours'`,
  },

  'payout in conflict': {
    next: 'conflicts show, then conflicts resolve',
    query: `
    SELECT withdrawal_id AS subject,
           provider || ' says ' || word || ', Rs. ' || round(amount_paise / 100.0, 2) || ': ' || reason
             || ' (conflicts show ' || id || ')' AS detail
      FROM payout_conflicts WHERE resolved_at IS NULL`,
  },
}
