/** Corruptions of rows that decide about money later: their change has no cause, or their digest differs. */
import { sql } from 'drizzle-orm'
import {
  corruptions,
  corruptionsWithoutTriggers,
  forged,
  off,
  paid,
  sale,
  shopper,
  thief,
  victim,
} from './plant'

const selectOffer = (externalId: string) =>
  sql`(SELECT campaign_id FROM conversions WHERE external_id = ${externalId})`
const quarantined = sql`(SELECT min(id) FROM postback_inbox WHERE outcome = 'quarantined')`

/** A commission with the transfer that books the difference. */
const bookedMore = [
  sql`UPDATE conversions SET network_payout_paise = network_payout_paise + 100, revision = revision + 1 WHERE external_id = 'A'`,
  ...forged('network_receivable', 'commission_income', 'conversion', sale('A'), 'commission'),
  off,
  sql`UPDATE ledger_transfers SET reference = 'conversion:' || ref_id || ':r' || (SELECT revision FROM conversions WHERE external_id = 'A') || ':commission'
       WHERE reference = 'forged:network_receivable'`,
]

const ended = sql`(SELECT max(id) FROM operator_log WHERE result IS NOT NULL)`
const approved = sql`(SELECT max(id) FROM approvals WHERE state = 'approved')`
const agreed = sql`(SELECT max(id) FROM operator_log_rows WHERE outcome = 'agreed')`

export const ROW_STEPS = [
  ...corruptions({
    'change by the application': {
      'an operator who becomes an owner': sql`UPDATE operators SET role = 'owner'`,
      'an operator who was never invited': sql`
        INSERT INTO operators (name, role, state, os_account) VALUES ('Eve', 'owner', 'active', 'eve')`,
      'a commission raised with its transfer': bookedMore,
      'a holding period put off by 300 days': sql`
        UPDATE conversions SET withdrawable_at = now() + interval '300 days' WHERE external_id = 'A'`,
      'a departure lifted by SQL': sql`UPDATE departures SET lifted_at = now(), lifted_reason = 'x'`,
      'a quarantined report dismissed by SQL': sql`
        UPDATE postback_inbox SET resolved_at = now(), resolution = 'x' WHERE id = ${quarantined}`,
      'a quarantined report marked as superseded': sql`
        UPDATE postback_inbox SET outcome = 'superseded', conversion_id = ${sale('A')}
         WHERE id = ${quarantined}`,
      'a referrer taken away': sql`UPDATE users SET referred_by = NULL WHERE id = ${shopper}`,
      'payout details deleted': sql`DELETE FROM upi_details WHERE user_id = ${victim}`,
      'a password replaced': sql`UPDATE users SET password_hash = 'x' WHERE id = ${victim}`,
      'the payout of an offer times ten': sql`
        UPDATE campaigns SET payout_hundredths = payout_hundredths * 10 WHERE id = ${selectOffer('A')}`,
      'a store that passes on everything': sql`
        UPDATE brands SET share_hundredths = 10000 WHERE id = (SELECT brand_id FROM campaigns
         WHERE id = ${selectOffer('A')})`,
      'the tracking link of an offer to another publisher': sql`
        UPDATE campaigns SET tracking_url = 'https://thief.example/' WHERE id = ${selectOffer('A')}`,
      'a signal cleared by SQL': sql`UPDATE signals SET cleared_at = now(), cleared_reason = 'x'`,
    },
    'row = its last digest': {
      'triggers off: the rate of a click doubled before its sale': [
        sql`INSERT INTO clicks (id, user_id, campaign_id, network, payout_hundredths, payout_model, currency, visitor_hash)
          SELECT 'LATER', user_id, campaign_id, network, payout_hundredths, payout_model, currency, visitor_hash
            FROM clicks WHERE user_id <> 9 LIMIT 1`,
        off,
        sql`UPDATE clicks SET payout_hundredths = payout_hundredths * 2 WHERE id = 'LATER'`,
      ],
    },
  }),
  ...corruptionsWithoutTriggers({
    'row = its last digest': {
      'a command deleted': sql`DELETE FROM operator_log WHERE id = ${ended}`,
      'what a job did to a row': sql`
        UPDATE operator_log_rows SET subject = 'approval 99' WHERE id = ${agreed}`,
      'a row of a job deleted': sql`DELETE FROM operator_log_rows WHERE id = ${agreed}`,
      'an approval of somebody else': sql`UPDATE approvals SET decided_by = 'second' WHERE id = ${approved}`,
      'another second factor': sql`UPDATE operators SET totp_secret = 'x'`,
      'a commission taken out with its transfers': [
        sql`UPDATE conversions SET network_payout_paise = NULL WHERE external_id = 'A'`,
        sql`DELETE FROM ledger_transfers WHERE kind = 'commission' AND ref_id = ${sale('A')}`,
      ],
      'a holding period ended': sql`UPDATE conversions SET withdrawable_at = now() WHERE external_id = 'A'`,
      'the day of a click': sql`UPDATE clicks SET created_at = created_at - interval '1 day'`,
      'the hash of a departure removed': sql`UPDATE departures SET phone_hash = NULL`,
      'the time of a report': sql`UPDATE postback_inbox SET received_at = received_at - interval '1 day'`,
      'the day of a withdrawal': sql`
        UPDATE withdrawals SET created_at = created_at - interval '1 day' WHERE id = ${paid}`,
      'the day of the first destination cleared': sql`
        UPDATE users SET first_destination_at = NULL WHERE id = ${thief}`,
      'a mobile number replaced': sql`UPDATE users SET phone_number = '+919000000002' WHERE id = ${victim}`,
      'parts of a payment shifted between two sales': [
        sql`UPDATE network_settlement_items SET amount_paise = amount_paise - 1 WHERE conversion_id = ${sale('A')}`,
        sql`UPDATE network_settlement_items SET amount_paise = amount_paise + 1
           WHERE id = (SELECT min(id) FROM network_settlement_items WHERE conversion_id = ${sale('D')})`,
      ],
      'the day of a payment': sql`UPDATE network_settlements SET paid_on = paid_on - 1`,
      'the reference of a network’s payment': sql`
        UPDATE network_settlements SET reference = 'X1', reference_key = 'X1'
         WHERE corrections = 0 AND reference = 'PAY0000001'`,
      'a payout’s entry of the bank deleted': sql`DELETE FROM bank_entries WHERE kind = 'withdrawal'`,
      'the day and the key of a bank’s entry': sql`
        UPDATE bank_entries SET on_day = on_day - 1, entry_key = entry_key || 'x'`,
      'a signal deleted': sql`DELETE FROM signals`,
      'a command that seems to have run for a day longer': sql`
        UPDATE operator_log SET finished_at = finished_at + interval '1 day'`,
      'a digest replaced': sql`UPDATE row_steps SET digest = gen_random_uuid() WHERE table_name = 'clicks'`,
    },
  }),
]
