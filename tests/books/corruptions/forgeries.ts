/** Changes by SQL that look like the application's: digests dated at will, causes that were made up, rows that were added. */
import { sql, type SQL } from 'drizzle-orm'
import type { DIGESTED } from '~/platform/db/step-seals.server'
import { LOG_END_CHECK, SEAL_CHECK } from '~/domain/books/audit/step-seals.server'
import {
  corruptions,
  corruptionsWithoutTriggers,
  forged,
  friend,
  paid,
  requested,
  sale,
  shopper,
  victim,
} from './plant'

/** One change of a row of each table with digests. */
const CHANGES: Record<(typeof DIGESTED)[number], string> = {
  accepted_steps: `reason = 'x'`,
  adjustments: `decided_at = decided_at + interval '1 day'`,
  allowed_links: `publisher = 'eve'`,
  approvals: `effect = 'x'`,
  bank_details: `created_at = created_at - interval '1 day'`,
  bank_entries: `made_by = 'eve'`,
  brands: 'share_hundredths = 10000',
  campaigns: `tracking_url = 'https://thief.example/'`,
  claims: 'awaits_report = NOT awaits_report',
  clicks: 'payout_hundredths = 9000',
  conversions: `withdrawable_at = now() - interval '1 day'`,
  departures: `phone_hash = 'x'`,
  desk_access: `password_hash = 'x'`,
  desk_recovery_codes: `code_hash = 'x'`,
  desk_sessions: `expires_at = expires_at + interval '1 year'`,
  flash_sales: `payout_hundredths = 9000`,
  held_money: `until = until - interval '30 days'`,
  hold_steps: `reason = 'x'`,
  manual_credits: `made_by = 'eve'`,
  month_corrections: `created_at = created_at - interval '1 day'`,
  network_invoices: `made_by = 'eve'`,
  network_settlement_items: `created_at = created_at - interval '1 day'`,
  network_settlements: `made_by = 'eve'`,
  number_changes: `due_at = due_at - interval '3 days'`,
  operator_log: `request_key = 'x'`,
  operator_log_rows: `outcome = 'x'`,
  operators: `role = 'owner', version = version + 1`,
  otp_challenges: 'verified_at = now()',
  payout_batch_items: `left_because = 'x', left_at = now()`,
  payout_batches: `made_by = 'eve'`,
  payout_conflicts: `resolution = 'x'`,
  payout_events: `event_id = 'x'`,
  payout_orders: `provider_reference = 'x'`,
  period_closes: `made_by = 'eve'`,
  planned_rates: `payout_hundredths = 9000`,
  postback_inbox: `resolution = 'x'`,
  sessions: `expires_at = expires_at + interval '1 year'`,
  settings: `reason = 'x'`,
  settlement_references: `corrections = 7`,
  signal_members: `added_at = added_at - interval '1 day'`,
  signals: `facts = 'x'`,
  upi_details: `updated_at = updated_at - interval '1 day'`,
  users: `phone_number = '+919999999991'`,
  withdrawals: `signal_override = 'x'`,
}

/** What the trigger would have noted of each row that differs from its last digest. */
const noteDigests = (table: string, at: SQL) => sql`
  INSERT INTO row_steps (table_name, row_id, digest, made_at)
  SELECT ${table}, f[1], f[2]::uuid, ${at} FROM ${sql.identifier(table)} t, facts_of(t) f
   WHERE f[2]::uuid IS DISTINCT FROM
         (SELECT digest FROM row_steps s WHERE s.table_name = ${table} AND s.row_id = f[1] ORDER BY id DESC LIMIT 1)`

const changeOne = (table: string, change: string) =>
  sql`UPDATE ${sql.identifier(table)} SET ${sql.raw(change)} WHERE ctid = (SELECT min(ctid) FROM ${sql.identifier(table)}
       WHERE ${sql.raw(table === 'users' ? 'id > 1000 AND deleted_at IS NULL' : 'true')})`

/** Fails if the sample books have no such row. */
const requireChange = (table: string) => sql`
  DO ${sql.raw(`$$ BEGIN IF NOT EXISTS (SELECT 1 FROM "${table}") THEN RAISE EXCEPTION 'no row of ${table}'; END IF; END $$`)}`

const changesWithDigest = (name: string, at: SQL) =>
  Object.fromEntries(
    Object.entries(CHANGES).map(([table, change]) => [
      `a row of ${table} changed, with a digest ${name}`,
      [requireChange(table), changeOne(table, change), noteDigests(table, at)],
    ]),
  )

const account = (code: string, user: SQL = sql`0`) =>
  sql`(SELECT id FROM ledger_accounts WHERE code = ${code} AND user_id = ${user})`

const transfer = (
  reference: SQL,
  kind: string,
  [debit, credit]: [SQL, SQL],
  amount: SQL,
  [type, id]: [string, SQL],
) => sql`
  INSERT INTO ledger_transfers (reference, kind, debit_account, credit_account, amount_paise, ref_type, ref_id, rules_version)
  VALUES (${reference}, ${kind}, ${debit}, ${credit}, ${amount}, ${type}, ${id}, 2)`

const newest = (table: string) => sql`(SELECT max(id) FROM ${sql.identifier(table)})`
const notice = (member: SQL) => sql`
  INSERT INTO notifications (user_id, reference, title, body, href) VALUES (${member}, 'x', 'Hello', 'Hello', '/Account')`

const changedVisit = sql`
  UPDATE clicks SET terms_hash = (SELECT hash FROM visit_terms LIMIT 1) WHERE id = (SELECT min(id) FROM clicks)`

const olderCommand = sql`(SELECT min(id) FROM operator_log WHERE command LIKE 'adjustments add%')`

export const FORGERIES = [
  ...corruptionsWithoutTriggers({
    [SEAL_CHECK]: {
      ...changesWithDigest('of now', sql`now()`),
      'other terms of a visit, with a digest': [changedVisit, noteDigests('clicks', sql`now()`)],
    },
    'digest of its time': changesWithDigest('dated back', sql`now() - interval '91 days'`),
    'row = its last digest': {
      'other terms of a visit': changedVisit,
    },
    'terms under their name': {
      'the terms of a visit rewritten': sql`UPDATE visit_terms SET html = 'Nothing is paid'`,
    },
    [LOG_END_CHECK]: {
      'the newest commands cut off, together with their digests': [
        sql`DELETE FROM operator_log_rows WHERE log_id > ${newest('operator_log')} - 3`,
        sql`DELETE FROM row_steps WHERE table_name = 'operator_log' AND row_id::bigint > ${newest('operator_log')} - 3`,
        sql`DELETE FROM operator_log WHERE id > ${newest('operator_log')} - 3`,
      ],
    },
  }),
  ...corruptions({
    'setting by a command': {
      'a setting that nobody typed': sql`
        INSERT INTO settings (name, value, in_force_from, made_by, reason)
        SELECT name, '1', now(), 'eve', 'x' FROM settings WHERE name = 'HOLDING_DAYS' LIMIT 1`,
    },
    'job not ahead of its time': {
      'a job that ran in ten years': sql`
        INSERT INTO jobs (name, started_at) VALUES ('audit', now() + interval '10 years')
            ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at`,
    },
    [SEAL_CHECK]: {
      'another password, with a notice as its cause': [
        notice(victim),
        sql`UPDATE users SET password_hash = 'x' WHERE id = ${victim}`,
      ],
      'another e-mail address': sql`UPDATE users SET email = 'eve@thief.example', email_confirmed_at = now() WHERE id = ${victim}`,
      'a change of the number that waits': sql`
        INSERT INTO number_changes (user_id, old_phone, new_phone, email, due_at)
        VALUES (${friend}, '+919000000007', '+919999999991', 'x', now())`,
      'a session of a member': sql`
        INSERT INTO sessions (token_hash, kind, user_id, opened_by, expires_at)
        VALUES ('x', 'cookie', ${victim}, 'password', now() + interval '1 day')`,
      'a proof that a code was right': sql`
        INSERT INTO otp_challenges (purpose, phone_number, provider, expires_at, verified_at)
        VALUES ('otp-sign-in', '+919000000007', 'demo', now() + interval '1 day', now())`,
      'a session at the desk': sql`
        INSERT INTO desk_sessions (token_hash, operator_id, stage, code_at, expires_at)
        SELECT 'x', min(id), 'open', now(), now() + interval '1 day' FROM operators`,
      'a recovery code': sql`INSERT INTO desk_recovery_codes (operator_id, code_hash) SELECT min(id), 'x' FROM operators`,
      'a password at the desk': sql`UPDATE desk_access SET password_hash = 'x'`,
      'a bank fee with its transfer': [
        sql`INSERT INTO bank_entries (kind, entry_key, on_day, amount_paise, made_by) VALUES ('fee', 'forged', '2026-11-21', -500000, 'root')`,
        transfer(
          sql`'bank_entry:' || ${newest('bank_entries')} || ':fee'`,
          'fee',
          [account('payout_fees'), account('bank')],
          sql`500000`,
          ['bank_entry', newest('bank_entries')],
        ),
      ],
      'a payout confirmed at the bank': sql`
        INSERT INTO bank_entries (kind, entry_key, on_day, amount_paise, withdrawal_id, made_by)
        SELECT 'withdrawal', 'forged', '2026-11-21', -amount_paise, id, 'test' FROM withdrawals WHERE utr = 'UTR0000002'`,
      'a payment of a network on account': sql`
        INSERT INTO network_settlements (network, kind, reference, reference_key, paid_on, amount_paise, tds_paise, gst_paise, settled_paise, made_by)
        SELECT network, kind, 'FORGED1', 'FORGED1', paid_on, amount_paise, tds_paise, gst_paise, settled_paise, made_by
          FROM network_settlements WHERE kind = 'payment' LIMIT 1`,
      'a write-off of a commission': sql`
        INSERT INTO network_settlements (network, kind, reference, reference_key, paid_on, amount_paise, tds_paise, gst_paise, settled_paise, reason, made_by)
        SELECT network, kind, NULL, NULL, paid_on, amount_paise, tds_paise, gst_paise, settled_paise, reason, made_by
          FROM network_settlements WHERE kind = 'write-off' LIMIT 1`,
      'an order to a provider, and the withdrawal approved': [
        sql`INSERT INTO payout_orders (withdrawal_id, provider, reference) VALUES (${requested}, 'cashfree', 'forged')`,
        sql`UPDATE withdrawals SET status = 'processing' WHERE id = ${requested}`,
      ],
      'an order to a provider, and the withdrawal paid': [
        sql`INSERT INTO payout_orders (withdrawal_id, provider, reference) VALUES (${requested}, 'cashfree', 'forged')`,
        sql`UPDATE withdrawals SET status = 'processing' WHERE id = ${requested}`,
        sql`UPDATE withdrawals SET status = 'paid', utr = 'FORGED000001' WHERE status = 'processing'`,
      ],
      'a payment of a network confirmed at the bank': sql`
        INSERT INTO bank_entries (kind, entry_key, on_day, amount_paise, settlement_id, made_by)
        SELECT 'network', 'forged', '2026-11-21', amount_paise, id, 'test' FROM network_settlements WHERE reference = 'PAY0000002'`,
      'a payment of a network with its transfers': [
        sql`INSERT INTO network_settlements (network, kind, reference, reference_key, paid_on, amount_paise, tds_paise, gst_paise, settled_paise, made_by)
          SELECT network, kind, 'FORGED2', 'FORGED2', paid_on, 100, 0, 0, 100, made_by
            FROM network_settlements WHERE kind = 'payment' LIMIT 1`,
        transfer(
          sql`'settlement:' || ${newest('network_settlements')} || ':received'`,
          'received',
          [account('bank'), account('network_receivable')],
          sql`100`,
          ['settlement', newest('network_settlements')],
        ),
      ],
      'another publisher allowed in tracking links': sql`
        INSERT INTO allowed_links (network, host, publisher, allowed_by) VALUES ('trackier', 'thief.example', 'eve', 'asha')`,
      'a flash sale at 90 %': sql`
        INSERT INTO flash_sales (campaign_id, on_date, payout_hundredths, payout_model, agreed, made_by)
        SELECT campaign_id, '2099-02-02', 9000, 'percentage', '{}', 'asha' FROM clicks WHERE user_id = ${shopper} LIMIT 1`,
      'a rate of 90 % from tomorrow on': sql`
        INSERT INTO planned_rates (campaign_id, payout_hundredths, payout_model, starts_at, made_by)
        SELECT campaign_id, 9000, 'percentage', now() + interval '1 day', 'asha' FROM clicks WHERE user_id = ${shopper} LIMIT 1`,
      'an event of a provider': sql`
        INSERT INTO payout_events (provider, event_id, kind, body, withdrawal_id) VALUES ('cashfree', 'forged', 'TRANSFER_SUCCESS', 'x', ${paid})`,
      'a click at 90 %': sql`
        INSERT INTO clicks (id, user_id, campaign_id, network, payout_hundredths, payout_model, currency, visitor_hash)
        SELECT 'FORGED', user_id, campaign_id, network, 9000, 'percentage', currency, visitor_hash FROM clicks WHERE user_id = ${shopper} LIMIT 1`,
      'a report that the server will apply': sql`
        INSERT INTO postback_inbox (network, method, raw)
        SELECT network, method, jsonb_set(raw, '{conversion_id}', '"FORGED"') FROM postback_inbox WHERE conversion_id = ${sale('A')}`,
      'a claim': sql`
        INSERT INTO claims (user_id, kind, click_id, brand_id, state, answer_by)
        SELECT k.user_id, 'question', k.id, c.brand_id, 'received', now() FROM clicks k JOIN campaigns c ON c.id = k.campaign_id
         WHERE k.user_id = ${shopper} LIMIT 1`,
      'a departure': sql`INSERT INTO departures (user_id, debt_paise) VALUES (${friend}, 0)`,
      'a signal about a member': [
        sql`INSERT INTO signals (kind, facts) VALUES ('same-destination', 'forged')`,
        sql`INSERT INTO signal_members (signal_id, user_id) VALUES (${newest('signals')}, ${victim})`,
      ],
      'a hold of a member': sql`
        UPDATE users SET payout_hold_until = now() + interval '1 year', payout_hold_reason = 'x' WHERE id = ${victim}`,
      'goodwill within the time of an older command': [
        sql`INSERT INTO adjustments (user_id, kind, amount_paise, reason, asked_by, needs_approval, state, decided_by, decided_at, created_at)
          SELECT ${victim}, 'goodwill', 25000, 'forged', os_user, false, 'applied', os_user, started_at, started_at
            FROM operator_log WHERE id = ${olderCommand}`,
        transfer(
          sql`'adjustment:' || ${newest('adjustments')} || ':goodwill'`,
          'goodwill',
          [account('goodwill'), account('user_available', victim)],
          sql`25000`,
          ['adjustment', newest('adjustments')],
        ),
        sql`UPDATE ledger_accounts SET credits_paise = credits_paise + 25000 WHERE id = ${account('user_available', victim)}`,
      ],
      'a setting put in force again that was typed once': sql`
        INSERT INTO settings (name, value, in_force_from, made_by, reason, created_at)
        SELECT name, value, now(), made_by, reason, created_at FROM settings WHERE name = 'FOUR_EYES_ABOVE' ORDER BY id LIMIT 1`,
      'a request in the words of an older command': sql`
        INSERT INTO approvals (call_hash, command, effect, asked_by, created_at)
        SELECT call_hash, command, effect, asked_by, created_at FROM approvals WHERE state = 'approved' LIMIT 1`,
      'a repair that nobody vouched for': [
        sql`UPDATE users SET password_hash = 'x' WHERE id = ${victim}`,
        sql`INSERT INTO accepted_steps (table_name, row_id, step_id, reason, accepted_by)
          SELECT table_name, row_id, id, 'x', 'asha' FROM row_steps WHERE id = (SELECT max(id) FROM row_steps)`,
      ],
      'an acceptance of everything': sql`
        INSERT INTO accepted_steps (table_name, row_id, step_id, reason, accepted_by)
        SELECT 'row_steps', 'all', max(id), 'x', 'asha' FROM row_steps`,
      'a commission taken out, with a copied report as its cause': [
        sql`INSERT INTO postback_inbox (network, method, raw, outcome, conversion_id, processed_at, click_id, external_id, report, sale_paise)
          SELECT network, method, raw, 'repeat', conversion_id, now(), click_id, external_id, report, sale_paise
            FROM postback_inbox WHERE conversion_id = ${sale('A')} LIMIT 1`,
        sql`UPDATE conversions SET network_payout_paise = network_payout_paise - 100, revision = revision + 1 WHERE external_id = 'A'`,
      ],
      'a digest under the seal of another one': sql`
        INSERT INTO row_steps (table_name, row_id, digest) SELECT table_name, row_id, digest FROM row_steps WHERE table_name = 'users' AND seal IS NOT NULL LIMIT 1`,
    },
    'bank out = paid': {
      'money taken from the bank without an entry': forged(
        'payout_fees',
        'bank',
        'bank_entry',
        newest('bank_entries'),
        'fee',
      ),
    },
  }),
]
