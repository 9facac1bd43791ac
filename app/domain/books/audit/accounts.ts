import { ACCOUNTS } from '~/domain/wallet/ledger'
import type { Checks } from '../audit'

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
}
