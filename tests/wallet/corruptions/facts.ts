/** Corruptions of what decides about money later: rates, people, holds, reports, signals, payments of networks. */
import { sql, type SQL } from 'drizzle-orm'
import { off, sale, type Corruption, type End } from './plant'
import { thief, victim } from './sealed'
import { forged } from './sums'

const CAUSE: End = { found: 'change with its cause' }
const DIGEST: End = { found: 'row = its last digest' }

const shopper = sql`(SELECT max(user_id) FROM conversions WHERE external_id = 'A')`
const selectCampaign = (externalId: string) =>
  sql`(SELECT campaign_id FROM conversions WHERE external_id = ${externalId})`
const requested = sql`(SELECT min(id) FROM withdrawals WHERE status = 'requested')`
const paid = sql`(SELECT min(id) FROM withdrawals WHERE status = 'paid')`
const quarantined = sql`(SELECT min(id) FROM postback_inbox WHERE outcome = 'quarantined')`

/** A commission with the transfer that books the difference. */
const bookedMore = [
  sql`UPDATE conversions SET network_payout_paise = network_payout_paise + 100, revision = revision + 1 WHERE external_id = 'A'`,
  ...forged('network_receivable', 'commission_income', 'conversion', sale('A'), 'commission'),
  off,
  sql`UPDATE ledger_transfers SET reference = 'conversion:' || ref_id || ':r' || (SELECT revision FROM conversions WHERE external_id = 'A') || ':commission'
       WHERE reference = 'forged:network_receivable'`,
]

const PLANTED: [string, SQL[], End][] = [
  ['a commission raised with its transfer', bookedMore, CAUSE],
  [
    'a commission taken out with its transfers',
    [
      off,
      sql`UPDATE conversions SET network_payout_paise = NULL WHERE external_id = 'A'`,
      sql`DELETE FROM ledger_transfers WHERE kind = 'commission' AND ref_id = ${sale('A')}`,
    ],
    DIGEST,
  ],
  [
    'a withdrawal approved by SQL',
    [sql`UPDATE withdrawals SET status = 'processing' WHERE id = ${requested}`],
    { found: 'step by a command or a provider' },
  ],
  [
    'a withdrawal paid by SQL with a made-up UTR',
    [
      sql`UPDATE withdrawals SET status = 'processing' WHERE id = ${requested}`,
      sql`UPDATE withdrawals SET status = 'paid', utr = 'MADEUP1' WHERE status = 'processing'`,
    ],
    { found: 'step by a command or a provider' },
  ],
  [
    'a UTR corrected by SQL',
    [
      sql`INSERT INTO withdrawal_steps (withdrawal_id, status, utr, reason) VALUES (${paid}, 'paid', 'UTR0000009', 'Mistyped')`,
      sql`UPDATE withdrawals SET utr = 'UTR0000009' WHERE id = ${paid}`,
    ],
    { found: 'step by a command or a provider' },
  ],
  [
    'a holding period put off by 300 days',
    [sql`UPDATE conversions SET withdrawable_at = now() + interval '300 days' WHERE external_id = 'A'`],
    CAUSE,
  ],
  [
    'triggers off: a holding period ended',
    [off, sql`UPDATE conversions SET withdrawable_at = now() WHERE external_id = 'A'`],
    DIGEST,
  ],
  [
    'triggers off: the rate of a click doubled before its sale',
    [
      sql`INSERT INTO clicks (id, user_id, campaign_id, network, payout_hundredths, payout_model, currency, visitor_hash)
          SELECT 'LATER', user_id, campaign_id, network, payout_hundredths, payout_model, currency, visitor_hash
            FROM clicks WHERE user_id <> 9 LIMIT 1`,
      off,
      sql`UPDATE clicks SET payout_hundredths = payout_hundredths * 2 WHERE id = 'LATER'`,
    ],
    DIGEST,
  ],
  [
    'triggers off: the day of a click',
    [off, sql`UPDATE clicks SET created_at = created_at - interval '1 day'`],
    DIGEST,
  ],
  ['the debt of a departure lowered', [sql`UPDATE departures SET debt_paise = debt_paise + 1`], 'refused'],
  ['the hash of a departure removed', [sql`UPDATE departures SET phone_hash = NULL`], 'refused'],
  [
    'triggers off: the hash of a departure removed',
    [off, sql`UPDATE departures SET phone_hash = NULL`],
    DIGEST,
  ],
  ['a departure lifted by SQL', [sql`UPDATE departures SET lifted_at = now(), lifted_reason = 'x'`], CAUSE],
  [
    'a quarantined report dismissed by SQL',
    [sql`UPDATE postback_inbox SET resolved_at = now(), resolution = 'x' WHERE id = ${quarantined}`],
    CAUSE,
  ],
  [
    'a quarantined report marked as superseded',
    [
      sql`UPDATE postback_inbox SET outcome = 'superseded', conversion_id = ${sale('A')} WHERE id = ${quarantined}`,
    ],
    CAUSE,
  ],
  [
    'triggers off: the time of a report',
    [off, sql`UPDATE postback_inbox SET received_at = received_at - interval '1 day'`],
    DIGEST,
  ],
  [
    'the destination of a paid withdrawal erased',
    [
      sql`UPDATE withdrawals SET destination = 'erased', destination_hint = '••••', destination_index = NULL WHERE id = ${paid}`,
    ],
    { found: 'destination kept with its account' },
  ],
  [
    'triggers off: the day of a withdrawal',
    [off, sql`UPDATE withdrawals SET created_at = created_at - interval '1 day' WHERE id = ${paid}`],
    DIGEST,
  ],
  [
    'a member with money marked as deleted',
    [sql`UPDATE users SET deleted_at = now() WHERE id = ${shopper}`],
    'refused',
  ],
  [
    'a member without money marked as deleted',
    [
      sql`INSERT INTO users (username, referral_code) VALUES ('Gone', 'GONE')`,
      sql`UPDATE users SET deleted_at = now() WHERE referral_code = 'GONE'`,
    ],
    { found: 'deleted account forgotten' },
  ],
  ['a referrer taken away', [sql`UPDATE users SET referred_by = NULL WHERE id = ${shopper}`], CAUSE],
  ['payout details deleted', [sql`DELETE FROM upi_details WHERE user_id = ${victim}`], CAUSE],
  [
    'the day of the first destination cleared, so that the next one is not held',
    [sql`UPDATE users SET first_destination_at = NULL WHERE id = ${thief}`],
    'refused',
  ],
  [
    'triggers off: the day of the first destination cleared',
    [off, sql`UPDATE users SET first_destination_at = NULL WHERE id = ${thief}`],
    DIGEST,
  ],
  [
    'a mobile number replaced',
    [sql`UPDATE users SET phone_number = '+919000000002' WHERE id = ${victim}`],
    'refused',
  ],
  [
    'triggers off: a mobile number replaced',
    [off, sql`UPDATE users SET phone_number = '+919000000002' WHERE id = ${victim}`],
    DIGEST,
  ],
  ['a password replaced', [sql`UPDATE users SET password_hash = 'x' WHERE id = ${victim}`], CAUSE],
  [
    'a referral code replaced',
    [sql`UPDATE users SET referral_code = 'MINE' WHERE id = ${victim}`],
    'refused',
  ],
  [
    'the payout of an offer times ten',
    [sql`UPDATE campaigns SET payout_hundredths = payout_hundredths * 10 WHERE id = ${selectCampaign('A')}`],
    CAUSE,
  ],
  [
    'a store that passes on everything',
    [
      sql`UPDATE brands SET share_hundredths = 10000 WHERE id = (SELECT brand_id FROM campaigns WHERE id = ${selectCampaign('A')})`,
    ],
    CAUSE,
  ],
  [
    'the tracking link of an offer to another publisher',
    [sql`UPDATE campaigns SET tracking_url = 'https://thief.example/' WHERE id = ${selectCampaign('A')}`],
    CAUSE,
  ],
  [
    'triggers off: a part of a payment moved to another sale',
    [
      off,
      sql`UPDATE network_settlement_items SET conversion_id = ${sale('D')} WHERE conversion_id = ${sale('A')}`,
    ],
    { found: 'settled of a sale <= its commission' },
  ],
  [
    'triggers off: parts of a payment shifted between two sales',
    [
      off,
      sql`UPDATE network_settlement_items SET amount_paise = amount_paise - 1 WHERE conversion_id = ${sale('A')}`,
      sql`UPDATE network_settlement_items SET amount_paise = amount_paise + 1
           WHERE id = (SELECT min(id) FROM network_settlement_items WHERE conversion_id = ${sale('D')})`,
    ],
    DIGEST,
  ],
  [
    'triggers off: the day of a payment',
    [off, sql`UPDATE network_settlements SET paid_on = paid_on - 1`],
    DIGEST,
  ],
  [
    'triggers off: the reference of a network’s payment',
    [
      off,
      sql`UPDATE network_settlements SET reference = 'X1', reference_key = 'X1' WHERE corrections = 0 AND reference = 'PAY0000001'`,
    ],
    DIGEST,
  ],
  [
    'triggers off: a payout’s entry of the bank deleted',
    [off, sql`DELETE FROM bank_entries WHERE kind = 'withdrawal'`],
    DIGEST,
  ],
  [
    'triggers off: the day and the key of a bank’s entry',
    [off, sql`UPDATE bank_entries SET on_day = on_day - 1, entry_key = entry_key || 'x'`],
    DIGEST,
  ],
  ['a signal deleted', [sql`DELETE FROM signals`], 'refused'],
  ['triggers off: a signal deleted', [off, sql`DELETE FROM signals`], DIGEST],
  ['a member taken out of a signal', [sql`DELETE FROM signal_members WHERE user_id = ${shopper}`], 'refused'],
  ['a signal cleared by SQL', [sql`UPDATE signals SET cleared_at = now(), cleared_reason = 'x'`], CAUSE],
  [
    'a line of the operator log without a seal',
    [sql`INSERT INTO operator_log (os_user, command) VALUES ('asha', 'withdrawals approve 1')`],
    'refused',
  ],
  [
    'a forged line of the operator log',
    [
      sql`INSERT INTO operator_log (os_user, command, seal) VALUES ('asha', 'withdrawals approve 1', ${'0'.repeat(64)})`,
    ],
    { found: 'command logged by the application' },
  ],
  [
    'triggers off: a command that seems to have run for a day longer',
    [off, sql`UPDATE operator_log SET finished_at = finished_at + interval '1 day'`],
    DIGEST,
  ],
  [
    'triggers off: a digest replaced',
    [off, sql`UPDATE row_steps SET digest = gen_random_uuid() WHERE table_name = 'clicks'`],
    DIGEST,
  ],
  ['a digest rewritten', [sql`UPDATE row_steps SET digest = gen_random_uuid()`], 'refused'],
  [
    'a policy that hides rows',
    [
      sql`ALTER TABLE withdrawals ENABLE ROW LEVEL SECURITY`,
      sql`CREATE POLICY few ON withdrawals USING (id > 1)`,
    ],
    { found: 'guards as shipped' },
  ],
  [
    'a table whose rows count as withdrawals',
    [sql`CREATE TABLE more_withdrawals () INHERITS (withdrawals)`],
    { found: 'guards as shipped' },
  ],
  [
    'a default that accepts sales',
    [sql`ALTER TABLE conversions ALTER COLUMN accepted SET DEFAULT true`],
    { found: 'guards as shipped' },
  ],
  [
    'the ledger writable for everybody',
    [sql`GRANT UPDATE ON ledger_transfers TO PUBLIC`],
    { found: 'guards as shipped' },
  ],
  [
    'the numbering of withdrawals restarted',
    [sql`ALTER TABLE withdrawals ALTER COLUMN id RESTART`],
    { found: 'numbering ahead of its rows' },
  ],
]

export const FACTS: Corruption[] = PLANTED.map(([name, plant, end]) => ({ name, plant, end }))
