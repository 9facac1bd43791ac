import type { HouseAccount } from '~/domain/wallet/ledger'
import { promises } from './sales'
import { transferKinds } from './transfers'
import { shippedEdges } from './withdrawal-steps'

const sumNet = (side: 'debit' | 'credit', account: HouseAccount) => `
  coalesce(sum(CASE '${account}' WHEN ${side} THEN amount_paise
                    WHEN ${side === 'debit' ? 'credit' : 'debit'} THEN -amount_paise END), 0)`

/** Common table expressions for all checks, derived from the transfers and never from cached balances. */
export const sums = `
  ${transferKinds},
  ${shippedEdges},
  ${promises},
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
  held AS (
    SELECT conversion_id AS id,
           coalesce(sum(amount_paise) FILTER (WHERE state = 'waiting'), 0) AS waiting,
           coalesce(sum(amount_paise) FILTER (WHERE state = 'ended'), 0) AS ended
      FROM held_money WHERE kind = 'referral' GROUP BY conversion_id),
  referred AS (
    SELECT c.referrer_id AS user_id, sum(c.referral_paise - coalesce(h.waiting, 0)) AS granted,
           sum(coalesce(h.waiting, 0)) AS waiting
      FROM conversions c LEFT JOIN held h USING (id) WHERE c.referrer_id IS NOT NULL GROUP BY c.referrer_id),
  forfeited AS (
    SELECT m.user_id, sum(m.given) AS given, sum(m.returned) AS returned, sum(m.expected) AS expected
      FROM (SELECT a.user_id, CASE WHEN t.debit_account = a.id THEN t.amount_paise ELSE 0 END AS given,
                   CASE WHEN t.credit_account = a.id THEN t.amount_paise ELSE 0 END AS returned,
                   CASE WHEN t.ref_type = 'withdrawal' OR (t.ref_type = 'departure' AND EXISTS (
                     SELECT 1 FROM departures d WHERE d.id = t.ref_id AND d.returned_as = a.user_id))
                        THEN t.amount_paise ELSE 0 END AS expected
              FROM ledger_accounts f
              JOIN ledger_transfers t ON f.id IN (t.debit_account, t.credit_account)
              JOIN ledger_accounts a ON a.id IN (t.debit_account, t.credit_account) AND a.id <> f.id
             WHERE f.code = 'forfeited_balances'
             UNION ALL
            SELECT user_id, 0, 0, forfeited_paise FROM departures WHERE forfeited_paise > 0) m
     GROUP BY m.user_id),
  withdrawn AS (
    SELECT user_id,
           coalesce(sum(amount_paise) FILTER (WHERE status IN ('requested', 'processing', 'unknown', 'failed')), 0)
             AS in_flight,
           coalesce(sum(amount_paise) FILTER (WHERE status = 'paid'), 0) AS paid
      FROM withdrawals GROUP BY user_id),
  inherited AS (
    SELECT user_id, sum(amount) AS amount
      FROM (SELECT user_id, moved_paise AS amount FROM departures
             UNION ALL SELECT returned_as, -moved_paise FROM departures WHERE returned_as IS NOT NULL) moved
     GROUP BY user_id),
  adjusted AS (
    SELECT user_id, sum(CASE kind WHEN 'debit' THEN -amount_paise ELSE amount_paise END) AS amount
      FROM adjustments WHERE state = 'applied' GROUP BY user_id),
  people AS (
    SELECT u.id, coalesce(w.available, 0) AS available, coalesce(w.pending, 0) AS pending,
           coalesce(w.clearing, 0) AS clearing, coalesce(w.debt, 0) AS debt,
           coalesce(e.pending, 0) + coalesce(r.waiting, 0) AS expected_pending,
           coalesce(e.granted, 0) + coalesce(r.granted, 0) - coalesce(x.in_flight, 0) - coalesce(x.paid, 0)
             + coalesce(i.amount, 0) + coalesce(j.amount, 0) - coalesce(f.given - f.returned, 0) AS expected_net,
           coalesce(x.in_flight, 0) AS in_flight
      FROM users u
      LEFT JOIN wallets w ON w.user_id = u.id
      LEFT JOIN earned e ON e.user_id = u.id
      LEFT JOIN referred r ON r.user_id = u.id
      LEFT JOIN withdrawn x ON x.user_id = u.id
      LEFT JOIN inherited i ON i.user_id = u.id
      LEFT JOIN adjusted j ON j.user_id = u.id
      LEFT JOIN forfeited f ON f.user_id = u.id),
  posted AS (
    SELECT t.reference, t.ref_type, t.ref_id, t.kind, t.amount_paise, d.code AS debit, d.user_id AS debit_user,
           c.code AS credit, c.user_id AS credit_user
      FROM ledger_transfers t
      JOIN ledger_accounts d ON d.id = t.debit_account
      JOIN ledger_accounts c ON c.id = t.credit_account),
  by_settlement AS (
    SELECT ref_id AS id,
           ${sumNet('debit', 'bank')} AS bank, ${sumNet('debit', 'tds_receivable')} AS tds,
           ${sumNet('credit', 'gst_payable')} AS gst, ${sumNet('credit', 'network_receivable')} AS settled
      FROM posted WHERE ref_type = 'settlement' GROUP BY ref_id),
  by_conversion AS (
    SELECT ref_id AS id,
           ${sumNet('debit', 'pending_contra')} AS pending, ${sumNet('debit', 'cashback_expense')} AS granted,
           ${sumNet('debit', 'referral_expense')} AS referral, ${sumNet('debit', 'network_receivable')} AS receivable,
           ${sumNet('credit', 'commission_income')} AS income
      FROM posted WHERE ref_type = 'conversion' GROUP BY ref_id)`
