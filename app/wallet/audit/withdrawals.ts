import { byCommand, type Checks } from './check'
import { BEGIN } from './row-steps'

const EDGES = [
  ['requested', 'processing'],
  ['requested', 'cancelled'],
  ['processing', 'paid'],
  ['processing', 'failed'],
  ['processing', 'unknown'],
  ['unknown', 'paid'],
  ['unknown', 'failed'],
  ['failed', 'refunded'],
  ['paid', 'returned'],
]

/** A separate list, because the table may have been changed. A step without a new status corrects the UTR. */
export const shippedEdges = `
  edges (from_status, to_status) AS (VALUES ${EDGES.map(([from, to]) => `('${from}', '${to}')`).join(', ')}),
  steps AS (
    SELECT *, lag(status) OVER by_id AS earlier, lag(utr) OVER by_id AS earlier_utr
      FROM withdrawal_steps WINDOW by_id AS (PARTITION BY withdrawal_id ORDER BY id))`

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

  'withdrawal = its last step': {
    next: 'withdrawals show: it was changed without a command; do not pay it',
    query: `
    SELECT w.id AS subject,
           concat_ws(', ', w.status, w.utr, w.reason) || '; last step: ' || coalesce(concat_ws(', ', s.status, s.utr, s.reason), 'none') AS detail
      FROM withdrawals w
      LEFT JOIN (SELECT DISTINCT ON (withdrawal_id) withdrawal_id, status, utr,
                        (array_agg(reason) FILTER (WHERE status IS DISTINCT FROM earlier)
                           OVER (PARTITION BY withdrawal_id ORDER BY id DESC
                                 ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING))[1] AS reason
                   FROM steps ORDER BY withdrawal_id, id DESC) s ON s.withdrawal_id = w.id
     WHERE (w.status, w.utr, w.reason) IS DISTINCT FROM (s.status, s.utr, s.reason)`,
  },

  'steps of a withdrawal in order': {
    next: 'withdrawals show: a step is missing or made up; compare with a backup',
    query: `
    SELECT s.withdrawal_id AS subject, coalesce(s.earlier || ' to ', 'begins as ') || s.status AS detail
      FROM steps s
     WHERE CASE WHEN s.earlier IS NULL THEN s.status <> 'requested'
                WHEN s.earlier = s.status THEN s.reason IS NULL OR s.utr IS NULL OR s.utr = s.earlier_utr
                ELSE (s.earlier, s.status) NOT IN (SELECT e.from_status, e.to_status FROM edges e) END`,
  },

  'paid with a reference': {
    next: 'withdrawals show: ask the bank or provider for the reference of the payment',
    query: `
    SELECT id AS subject, status || ' with ' || coalesce(nullif(utr, ''), 'no reference') AS detail
      FROM withdrawals
     WHERE (status IN ('paid', 'returned')) <> (coalesce(utr, '') <> '')`,
  },

  'step by a command or a provider': {
    next: 'nobody typed a command for it: do not pay it, ask the bank; put its member on hold',
    query: `
    SELECT s.withdrawal_id AS subject, s.status || coalesce(' with ' || s.utr, '') || ' on ' || s.created_at AS detail
      FROM steps s
     WHERE s.status NOT IN ('requested', 'cancelled') AND s.created_at > ${BEGIN}
       AND NOT EXISTS (SELECT 1 FROM payout_orders o WHERE o.withdrawal_id = s.withdrawal_id AND s.earlier IS DISTINCT FROM s.status)
       AND NOT ${byCommand(['withdrawals'], 's.created_at')}`,
  },

  'edges as shipped': {
    next: 'somebody has changed what withdrawals may do: bring withdrawal_edges back to what the migrations made',
    query: `
    SELECT from_status || ' to ' || to_status AS subject,
           CASE WHEN s.from_status IS NULL THEN 'was added' ELSE 'is missing' END AS detail
      FROM withdrawal_edges t FULL JOIN edges s USING (from_status, to_status)
     WHERE t.from_status IS NULL OR s.from_status IS NULL`,
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
