/** Corruptions of several tables that the database refuses. */
import { sql } from 'drizzle-orm'
import { corruptions, forged, friend, sale, shopper, thief, victim } from './plant'

export const REFUSED = corruptions({
  refused: {
    'the rate of a click times three after the sale': sql`
        UPDATE clicks SET payout_hundredths = payout_hundredths * 3`,
    'a sale with a changed id, so that a repeated report would credit again': sql`
        UPDATE conversions SET external_id = 'Z' WHERE external_id = 'A'`,
    'all reports of a sale deleted': sql`DELETE FROM postback_inbox WHERE conversion_id = ${sale('A')}`,
    'a referrer set after sign-up': sql`UPDATE users SET referred_by = 1002 WHERE id = 1001`,
    'a repayment without a debt': forged('user_available', 'user_debt', 'conversion', sale('A'), 'repay'),
    'the log entry of a hold rewritten': sql`UPDATE hold_steps SET hold_until = now()`,
    'the operator log rewritten': [
      sql`INSERT INTO operator_log (os_user, command, finished_at, outcome, seal, end_seal) VALUES ('asha', 'users hold 1001', now(), 'done', '1', '1')`,
      sql`UPDATE operator_log SET command = 'users release 1001'`,
    ],
    'the end of a command recorded twice': [
      sql`INSERT INTO operator_log (os_user, command, finished_at, outcome, seal, end_seal) VALUES ('asha', 'stats', now(), 'failed', '1', '1')`,
      sql`UPDATE operator_log SET outcome = 'done'`,
    ],
    'rows of the operator log deleted': [
      sql`INSERT INTO operator_log (os_user, command, seal) VALUES ('asha', 'withdrawals paid 1 UTR', '1')`,
      sql`DELETE FROM operator_log`,
    ],
    'the operator log truncated': sql`TRUNCATE operator_log, operator_log_rows, queued_jobs, job_files`,
    'the text of a report rewritten': sql`UPDATE postback_inbox SET raw = '{"sale_amount": "99999"}'`,
    'an applied report reset to be applied again': sql`
        UPDATE postback_inbox SET outcome = NULL, processed_at = NULL`,
    'a sale moved to another click': sql`
        UPDATE conversions SET click_id = (SELECT max(id) FROM clicks) WHERE external_id = 'A'`,
    'a sale assigned to another member': sql`
        UPDATE conversions SET user_id = ${friend} WHERE external_id = 'B'`,
    'a sale deleted': sql`DELETE FROM conversions WHERE external_id = 'C'`,
    'a click of a member claimed by another one': sql`
        UPDATE clicks SET claimed_by = ${friend}, claimed_at = now() WHERE user_id <> 9`,
    'the debt of a departure lowered': sql`UPDATE departures SET debt_paise = debt_paise + 1`,
    'the hash of a departure removed': sql`UPDATE departures SET phone_hash = NULL`,
    'a member with money marked as deleted': sql`UPDATE users SET deleted_at = now() WHERE id = ${shopper}`,
    'the day of the first destination cleared, so that the next one is not held': sql`
        UPDATE users SET first_destination_at = NULL WHERE id = ${thief}`,
    'a mobile number replaced': sql`UPDATE users SET phone_number = '+919000000002' WHERE id = ${victim}`,
    'a referral code replaced': sql`UPDATE users SET referral_code = 'MINE' WHERE id = ${victim}`,
    'a signal deleted': sql`DELETE FROM signals`,
    'a member taken out of a signal': sql`DELETE FROM signal_members WHERE user_id = ${shopper}`,
    'a line of the operator log without a seal': sql`
        INSERT INTO operator_log (os_user, command) VALUES ('asha', 'withdrawals approve 1')`,
    'a digest rewritten': sql`UPDATE row_steps SET digest = gen_random_uuid()`,
  },
})
