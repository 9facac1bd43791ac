import type { Checks } from '../audit'

export const membersChecks: Checks = {
  'pending = pending conversions': {
    next: 'users show, conversions list --member: which sale was changed?',
    query: `
    SELECT id AS subject, 'account ' || pending || ', conversions ' || expected_pending AS detail
      FROM people WHERE pending <> expected_pending`,
  },

  'available - debt = earned - withdrawn': {
    next: 'users hold; conversions list --member and withdrawals list: what has no cause?',
    query: `
    SELECT id AS subject, 'accounts ' || (available - debt) || ', expected ' || expected_net AS detail
      FROM people WHERE available - debt <> expected_net`,
  },

  'clearing = withdrawals in flight': {
    next: 'users show, withdrawals list: which one was changed?',
    query: `
    SELECT id AS subject, 'account ' || clearing || ', in flight ' || in_flight AS detail
      FROM people WHERE clearing <> in_flight`,
  },

  'inherited debt = its transfers': {
    next: 'users show: compare departures with the transfers of both accounts',
    query: `
    SELECT d.id AS subject, 'moved ' || d.moved_paise || ', transfers ' || coalesce(t.moved, 0)
             || CASE WHEN d.lifted_at IS NULL THEN '' ELSE ', lifted, written off ' || o.written_off END
             || CASE WHEN t.strange > 0 THEN ', ' || t.strange || ' with a third account' ELSE '' END AS detail
      FROM departures d
      LEFT JOIN (
        SELECT p.ref_id AS id,
               sum(CASE WHEN p.credit_user = e.user_id AND p.debit_user = e.returned_as THEN p.amount_paise
                        WHEN p.debit_user = e.user_id AND p.credit_user = e.returned_as THEN -p.amount_paise
                        ELSE 0 END) AS moved,
               count(*) FILTER (WHERE e.returned_as IS NULL OR p.debit_user NOT IN (e.user_id, e.returned_as)
                                   OR p.credit_user NOT IN (e.user_id, e.returned_as)) AS strange
          FROM posted p JOIN departures e ON e.id = p.ref_id
         WHERE p.ref_type = 'departure' AND p.kind <> 'forfeit' GROUP BY p.ref_id) t USING (id)
     CROSS JOIN LATERAL (
        WITH RECURSIVE heirs (id) AS (
          SELECT d.returned_as UNION SELECT n.returned_as FROM departures n JOIN heirs h ON n.user_id = h.id)
        SELECT coalesce(sum(a.amount_paise), 0) AS written_off
          FROM adjustments a JOIN heirs h ON a.user_id = h.id
         WHERE a.kind = 'write-off' AND a.state = 'applied') o
     WHERE d.moved_paise <> coalesce(t.moved, 0) OR t.strange > 0
        OR (d.lifted_at IS NOT NULL AND d.moved_paise > o.written_off)`,
  },

  'deleted member holds nothing': {
    next: 'users show: who credited it, or marked it deleted? Its balance belongs to forfeited_balances',
    query: `
    SELECT p.id AS subject, 'available ' || p.available || ', pending ' || p.pending AS detail
      FROM people p JOIN users u ON u.id = p.id
     WHERE u.deleted_at IS NOT NULL AND (p.available <> 0 OR p.pending <> 0)`,
  },

  'given up = its transfers': {
    next: 'users show: compare the departure with the transfers of its account',
    query: `
    SELECT f.user_id AS subject, 'given up ' || f.given || ', expected ' || f.expected || ', returned ' || f.returned
             || CASE WHEN u.deleted_at IS NULL THEN ', not deleted' ELSE '' END AS detail
      FROM forfeited f JOIN users u ON u.id = f.user_id
     WHERE f.given <> f.expected OR f.returned > f.given OR u.deleted_at IS NULL`,
  },

  'wallet and debt at once': {
    next: 'users hold; users statement: which credit did not repay the debt?',
    query: `
    SELECT id AS subject, 'available ' || available || ', debt ' || debt AS detail
      FROM people WHERE available > 0 AND debt > 0`,
  },
}
