import { BEGIN, byCommand, type Checks } from '../audit'

/** Commands that may end or shorten a hold; add new ones here. */
const LIFTS = ['users release', 'users lift']

export const operatorsChecks: Checks = {
  'hold = its last step': {
    next: 'users show: the hold was changed past its record; users hold, if it has to last',
    query: `
    SELECT u.id AS subject,
           coalesce('until ' || u.payout_hold_until, 'none') || '; last step: ' || coalesce('until ' || s.hold_until, 'none') AS detail
      FROM users u
      FULL JOIN (SELECT DISTINCT ON (user_id) user_id, hold_until, reason
                   FROM hold_steps ORDER BY user_id, id DESC) s ON s.user_id = u.id
     WHERE (u.payout_hold_until, u.payout_hold_reason) IS DISTINCT FROM (s.hold_until, s.reason)`,
  },

  'hold lifted by a command': {
    next: 'nobody typed users release: put it on hold again (users hold), look at its withdrawals',
    query: `
    SELECT s.user_id AS subject,
           'until ' || s.earlier || ', from ' || s.created_at || ' on ' || coalesce('until ' || s.hold_until, 'none') AS detail
      FROM (SELECT *, lag(hold_until) OVER (PARTITION BY user_id ORDER BY id) AS earlier FROM hold_steps) s
      LEFT JOIN users u ON u.id = s.user_id
     WHERE s.earlier > s.created_at AND s.earlier > coalesce(s.hold_until, '-infinity')
       AND NOT (u.deleted_at IS NOT NULL AND s.hold_until IS NULL AND u.deleted_at <= s.created_at)
       AND NOT ${byCommand(LIFTS, 's.created_at')}`,
  },
  'deleted account forgotten': {
    next: 'users show: the account was marked as deleted and nothing of it erased; compare with a backup',
    query: `
    SELECT u.id AS subject, 'deleted ' || u.deleted_at || ', on its way ' || p.clearing AS detail
      FROM users u JOIN people p USING (id)
     WHERE u.deleted_at > ${BEGIN} AND (p.clearing <> 0 OR (u.phone_number, u.password_hash, u.referral_code) IS DISTINCT FROM (NULL, NULL, NULL))`,
  },

  'destination kept with its account': {
    next: 'withdrawals show: where it was paid to was erased, the account is there; compare with a backup',
    query: `
    SELECT w.id AS subject, 'of ' || w.user_id || ', ' || w.status AS detail
      FROM withdrawals w JOIN users u ON u.id = w.user_id
     WHERE w.destination = 'erased' AND u.deleted_at IS NULL`,
  },
}
