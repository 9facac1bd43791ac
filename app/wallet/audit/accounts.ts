import { ACCOUNTS } from '../ledger/chart'
import type { Checks } from './check'

const chart = ACCOUNTS.map(({ code, side, of }) => `('${code}', '${side}', ${of === 'house'})`).join(', ')

export const accountsChecks: Checks = {
  'cached balance': {
    next: 'users show: the sum and the transfers differ; take the transfers as true',
    query: `
    SELECT name AS subject, 'cached ' || debits_paise || '/' || credits_paise || ', derived ' || debits || '/' || credits AS detail
      FROM derived WHERE floor_paise IS NOT NULL AND (debits_paise, credits_paise) <> (debits, credits)`,
  },

  'house account without cache': {
    next: 'an account of the house keeps no sums: who wrote them?',
    query: `
    SELECT name AS subject, debits_paise || '/' || credits_paise AS detail
      FROM derived WHERE floor_paise IS NULL AND (debits_paise <> 0 OR credits_paise <> 0)`,
  },

  'trial balance': {
    next: 'a transfer names an account that is not there: compare with a backup',
    query: `
    SELECT 'all accounts' AS subject, 'debits ' || sum(debits) || ', credits ' || sum(credits) AS detail
      FROM derived HAVING sum(debits) <> sum(credits)`,
  },

  'account as in the chart': {
    next: 'docs/books.md lists the accounts: this one, or its side, was changed; its balance counts the wrong way',
    query: `
    SELECT coalesce(a.code || ' of ' || a.user_id, c.code || ' of 0') AS subject,
           CASE WHEN a.id IS NULL THEN 'is missing'
                WHEN c.code IS NULL THEN 'is not in the chart'
                WHEN c.side <> a.normal_side THEN 'is a ' || a.normal_side || ' account'
                WHEN u.id IS NULL AND a.user_id <> 0 THEN 'is of nobody'
                ELSE 'is of the wrong owner' END AS detail
      FROM ledger_accounts a
      FULL JOIN (VALUES ${chart}) c (code, side, is_house) ON c.code = a.code
      LEFT JOIN users u ON u.id = a.user_id
     WHERE (a.id IS NULL AND c.is_house) OR (a.user_id <> 0 AND u.id IS NULL) OR (a.id IS NOT NULL
       AND (c.side, c.is_house) IS DISTINCT FROM (a.normal_side, a.user_id = 0))`,
  },

  'below floor': {
    next: 'users hold; compare the transfers with a backup',
    query: `
    SELECT name AS subject, 'balance ' || balance AS detail
      FROM derived WHERE floor_paise IS NOT NULL AND balance < floor_paise`,
  },

  'floor missing': {
    next: 'nothing stops this account at zero: set its floor to 0 again',
    query: `
    SELECT name AS subject, 'floor ' || coalesce(floor_paise::text, 'none') AS detail
      FROM derived WHERE user_id <> 0 AND floor_paise IS DISTINCT FROM 0`,
  },

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

  'bank out = paid': {
    next: 'compare the bank’s statement with withdrawals list --status paid, networks payments and bank list',
    query: `
    SELECT 'bank' AS subject, 'account ' || b.total || ', paid ' || p.total || ', fees ' || f.total || ', received ' || r.total AS detail
      FROM (SELECT coalesce(-sum(balance), 0) AS total FROM derived WHERE code = 'bank') b,
           (SELECT coalesce(sum(paid), 0) AS total FROM withdrawn) p,
           (SELECT coalesce(sum(amount_paise), 0) AS total FROM network_settlements) r,
           (SELECT coalesce(-sum(amount_paise), 0) AS total FROM bank_entries WHERE kind = 'fee') f
     WHERE b.total <> p.total - r.total + f.total`,
  },

  'house = sums of sales': {
    next: 'conversions list, adjustments list, networks payments: which sale, adjustment, write-off or transfer was changed?',
    query: `
    SELECT h.code AS subject, 'account ' || coalesce(d.balance, 0) || ', sales and adjustments ' || h.expected AS detail
      FROM (SELECT coalesce(sum(pending_paise), 0) AS pending, coalesce(sum(granted_paise), 0) AS granted,
                   coalesce(sum(referral_paise), 0) AS referral,
                   coalesce(sum(network_payout_paise) FILTER (WHERE status = 'approved'), 0) AS commission
              FROM conversions) s,
           (SELECT coalesce(sum(CASE kind WHEN 'credit' THEN amount_paise WHEN 'debit' THEN -amount_paise END), 0) AS corrections,
                   coalesce(sum(amount_paise) FILTER (WHERE kind = 'goodwill'), 0) AS goodwill,
                   coalesce(sum(amount_paise) FILTER (WHERE kind = 'write-off'), 0) AS written_off
              FROM adjustments WHERE state = 'applied') j,
           (SELECT coalesce(sum(settled_paise - amount_paise - tds_paise + gst_paise), 0) AS written_off FROM network_settlements) n,
           (SELECT coalesce(sum(waiting), 0) AS amount FROM held) w,
           (SELECT coalesce(sum(given - returned), 0) AS left FROM forfeited) f,
           LATERAL (VALUES ('pending_contra', s.pending + w.amount), ('cashback_expense', s.granted + j.corrections),
                           ('referral_expense', s.referral - w.amount), ('forfeited_balances', f.left), ('commission_income', s.commission),
                           ('goodwill', j.goodwill), ('write_offs', j.written_off + n.written_off)) h (code, expected)
      LEFT JOIN derived d ON d.code = h.code AND d.user_id = 0
     WHERE coalesce(d.balance, 0) <> h.expected`,
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
