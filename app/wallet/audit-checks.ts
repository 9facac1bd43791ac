/** The SQL of the audit (audit.server.ts): each check selects (subject, detail) for each defect. */

/** Sums that the checks share: everything here is derived from the transfers, nothing from cached balances. */
export const sums = `
  derived AS (
    SELECT a.*, coalesce(d.total, 0) AS debits, coalesce(c.total, 0) AS credits,
           CASE a.normal_side WHEN 'credit' THEN coalesce(c.total, 0) - coalesce(d.total, 0)
                              ELSE coalesce(d.total, 0) - coalesce(c.total, 0) END AS balance,
           a.code || ' of ' || a.user_id AS name
      FROM ledger_accounts a
      LEFT JOIN (SELECT debit_account AS id, sum(amount_paise) AS total FROM ledger_transfers GROUP BY 1) d USING (id)
      LEFT JOIN (SELECT credit_account AS id, sum(amount_paise) AS total FROM ledger_transfers GROUP BY 1) c USING (id)),
  wallets AS (
    SELECT user_id,
           coalesce(sum(balance) FILTER (WHERE code = 'user_available'), 0) AS available,
           coalesce(sum(balance) FILTER (WHERE code = 'user_pending'), 0) AS pending,
           coalesce(sum(balance) FILTER (WHERE code = 'payout_clearing'), 0) AS clearing,
           coalesce(sum(balance) FILTER (WHERE code = 'user_debt'), 0) AS debt
      FROM derived WHERE user_id <> 0 GROUP BY user_id),
  earned AS (
    SELECT user_id, sum(pending_paise) AS pending, sum(granted_paise) AS granted FROM conversions GROUP BY user_id),
  referred AS (
    SELECT referrer_id AS user_id, sum(referral_paise) AS granted
      FROM conversions WHERE referrer_id IS NOT NULL GROUP BY referrer_id),
  withdrawn AS (
    SELECT user_id,
           coalesce(sum(amount_paise) FILTER (WHERE status IN ('requested', 'processing', 'unknown', 'failed')), 0)
             AS in_flight,
           coalesce(sum(amount_paise) FILTER (WHERE status = 'paid'), 0) AS paid
      FROM withdrawals GROUP BY user_id),
  people AS (
    SELECT u.id, coalesce(w.available, 0) AS available, coalesce(w.pending, 0) AS pending,
           coalesce(w.clearing, 0) AS clearing, coalesce(w.debt, 0) AS debt,
           coalesce(e.pending, 0) AS expected_pending,
           coalesce(e.granted, 0) + coalesce(r.granted, 0) - coalesce(x.in_flight, 0) - coalesce(x.paid, 0)
             AS expected_net,
           coalesce(x.in_flight, 0) AS in_flight
      FROM users u
      LEFT JOIN wallets w ON w.user_id = u.id
      LEFT JOIN earned e ON e.user_id = u.id
      LEFT JOIN referred r ON r.user_id = u.id
      LEFT JOIN withdrawn x ON x.user_id = u.id),
  posted AS (
    SELECT t.ref_type, t.ref_id, t.kind, t.amount_paise, d.code AS debit, d.user_id AS debit_user,
           c.code AS credit, c.user_id AS credit_user
      FROM ledger_transfers t
      JOIN ledger_accounts d ON d.id = t.debit_account
      JOIN ledger_accounts c ON c.id = t.credit_account),
  by_conversion AS (
    SELECT ref_id AS id,
           coalesce(sum(CASE WHEN debit = 'pending_contra' THEN amount_paise
                             WHEN credit = 'pending_contra' THEN -amount_paise END), 0) AS pending,
           coalesce(sum(CASE WHEN debit = 'cashback_expense' THEN amount_paise
                             WHEN credit = 'cashback_expense' THEN -amount_paise END), 0) AS granted,
           coalesce(sum(CASE WHEN debit = 'referral_expense' THEN amount_paise
                             WHEN credit = 'referral_expense' THEN -amount_paise END), 0) AS referral
      FROM posted WHERE ref_type = 'conversion' GROUP BY ref_id)`

/** By name, which is what the operator reads. */
export const checks: Record<string, string> = {
  'cached balance': `
    SELECT name AS subject, 'cached ' || debits_paise || '/' || credits_paise || ', derived ' || debits || '/' || credits AS detail
      FROM derived WHERE floor_paise IS NOT NULL AND (debits_paise, credits_paise) <> (debits, credits)`,

  'house account without cache': `
    SELECT name AS subject, debits_paise || '/' || credits_paise AS detail
      FROM derived WHERE floor_paise IS NULL AND (debits_paise <> 0 OR credits_paise <> 0)`,

  'trial balance': `
    SELECT 'all accounts' AS subject, 'debits ' || sum(debits) || ', credits ' || sum(credits) AS detail
      FROM derived HAVING sum(debits) <> sum(credits)`,

  'below floor': `
    SELECT name AS subject, 'balance ' || balance AS detail
      FROM derived WHERE floor_paise IS NOT NULL AND balance < floor_paise`,

  'floor missing': `
    SELECT name AS subject, 'floor ' || coalesce(floor_paise::text, 'none') AS detail
      FROM derived WHERE user_id <> 0 AND floor_paise IS DISTINCT FROM 0`,

  'pending = pending conversions': `
    SELECT id AS subject, 'account ' || pending || ', conversions ' || expected_pending AS detail
      FROM people WHERE pending <> expected_pending`,

  'available - debt = earned - withdrawn': `
    SELECT id AS subject, 'accounts ' || (available - debt) || ', expected ' || expected_net AS detail
      FROM people WHERE available - debt <> expected_net`,

  'clearing = withdrawals in flight': `
    SELECT id AS subject, 'account ' || clearing || ', in flight ' || in_flight AS detail
      FROM people WHERE clearing <> in_flight`,

  'bank out = paid': `
    SELECT 'bank' AS subject, 'account ' || b.total || ', paid ' || p.total AS detail
      FROM (SELECT coalesce(-sum(balance), 0) AS total FROM derived WHERE code = 'bank') b,
           (SELECT coalesce(sum(paid), 0) AS total FROM withdrawn) p
     WHERE b.total <> p.total`,

  'conversion = its transfers': `
    SELECT c.id AS subject,
           'pending, granted, referral ' || concat_ws('/', c.pending_paise, c.granted_paise, c.referral_paise)
             || ', transfers ' || concat_ws('/', t.pending, t.granted, t.referral) AS detail
      FROM conversions c LEFT JOIN by_conversion t USING (id)
     WHERE (c.pending_paise, c.granted_paise, c.referral_paise)
        <> (coalesce(t.pending, 0), coalesce(t.granted, 0), coalesce(t.referral, 0))`,

  'referral = 20 % of granted': `
    SELECT id AS subject, 'referral ' || referral_paise || ' of ' || granted_paise AS detail
      FROM conversions
     WHERE referral_paise <> CASE WHEN referrer_id IS NULL THEN 0 ELSE granted_paise * 20 / 100 END`,

  'conversion of its click’s owner': `
    SELECT c.id AS subject, 'of ' || c.user_id || ', click of ' || coalesce(k.claimed_by, k.user_id) AS detail
      FROM conversions c JOIN clicks k ON k.id = c.click_id
     WHERE c.user_id <> coalesce(k.claimed_by, k.user_id)`,

  'guest holds nothing': `
    SELECT id AS subject,
           'pending, granted, referral ' || concat_ws('/', pending_paise, granted_paise, referral_paise) AS detail
      FROM conversions
     WHERE user_id = 9 AND (pending_paise <> 0 OR granted_paise <> 0 OR referrer_id IS NOT NULL)`,

  'transfer without its cause': `
    SELECT t.reference AS subject, t.ref_type || ' ' || t.ref_id AS detail
      FROM ledger_transfers t
     WHERE (t.ref_type = 'conversion' AND NOT EXISTS (SELECT 1 FROM conversions c WHERE c.id = t.ref_id))
        OR (t.ref_type = 'withdrawal' AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.id = t.ref_id))`,

  'one hold a withdrawal': `
    SELECT w.id AS subject, count(p.ref_id) || ' holds, ' || coalesce(sum(p.amount_paise), 0) || ' of ' || w.amount_paise AS detail
      FROM withdrawals w
      LEFT JOIN posted p ON p.ref_type = 'withdrawal' AND p.ref_id = w.id AND p.kind = 'hold'
            AND p.debit = 'user_available' AND p.debit_user = w.user_id AND p.credit = 'payout_clearing'
     GROUP BY w.id HAVING count(p.ref_id) <> 1 OR sum(p.amount_paise) <> w.amount_paise`,

  'one end a withdrawal': `
    SELECT w.id AS subject, w.status || ' with ' || coalesce(sum(p.amount_paise), 0) || ' out of clearing' AS detail
      FROM withdrawals w
      LEFT JOIN posted p ON p.ref_type = 'withdrawal' AND p.ref_id = w.id AND p.debit = 'payout_clearing'
            AND p.debit_user = w.user_id
     GROUP BY w.id
    HAVING coalesce(sum(p.amount_paise), 0)
        <> CASE WHEN w.status IN ('paid', 'refunded', 'cancelled', 'returned') THEN w.amount_paise ELSE 0 END`,

  'postback left lying': `
    SELECT id AS subject, 'received ' || received_at AS detail
      FROM postback_inbox WHERE processed_at IS NULL AND received_at < now() - interval '5 minutes'`,

  'payout stuck': `
    SELECT id AS subject, status || ' since ' || updated_at AS detail
      FROM withdrawals
     WHERE status IN ('processing', 'unknown', 'failed') AND updated_at < now() - interval '72 hours'`,

  'payout in conflict': `
    SELECT withdrawal_id AS subject,
           provider || ' says ' || word || ', Rs. ' || round(amount_paise / 100.0, 2) || ': ' || reason
             || ' (conflicts show ' || id || ')' AS detail
      FROM payout_conflicts WHERE resolved_at IS NULL`,

  'wallet and debt at once': `
    SELECT id AS subject, 'available ' || available || ', debt ' || debt AS detail
      FROM people WHERE available > 0 AND debt > 0`,
}
