import { BEGIN, byCommand, formatValues, type Checks } from '../audit'

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
  edges (from_status, to_status) AS (VALUES ${formatValues(EDGES)}),
  steps AS (
    SELECT *, lag(status) OVER by_id AS earlier, lag(utr) OVER by_id AS earlier_utr
      FROM withdrawal_steps WINDOW by_id AS (PARTITION BY withdrawal_id ORDER BY id))`

export const withdrawalStepsChecks: Checks = {
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
}
