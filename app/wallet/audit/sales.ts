/** Sales: what each credited, to whom, and on whose word. */
import type { Checks } from './check'

export const salesChecks: Checks = {
  'conversion = its transfers': {
    next: 'conversions show: compare with the network’s report',
    query: `
    SELECT c.id AS subject,
           'pending, granted, referral ' || concat_ws('/', c.pending_paise, c.granted_paise, c.referral_paise)
             || ', transfers ' || concat_ws('/', t.pending, t.granted, t.referral) AS detail
      FROM conversions c LEFT JOIN by_conversion t USING (id)
     WHERE (c.pending_paise, c.granted_paise, c.referral_paise)
        <> (coalesce(t.pending, 0), coalesce(t.granted, 0), coalesce(t.referral, 0))`,
  },

  'referral = 20 % of granted': {
    next: 'conversions show: the referrer or the amount was changed',
    query: `
    SELECT id AS subject, 'referral ' || referral_paise || ' of ' || granted_paise AS detail
      FROM conversions
     WHERE referral_paise <> CASE WHEN referrer_id IS NULL THEN 0 ELSE granted_paise * 20 / 100 END`,
  },

  'conversion of its click’s owner': {
    next: 'conversions show: whose click is it?',
    query: `
    SELECT c.id AS subject, 'of ' || c.user_id || ', click of ' || coalesce(k.claimed_by, k.user_id) AS detail
      FROM conversions c JOIN clicks k ON k.id = c.click_id
     WHERE c.user_id <> coalesce(k.claimed_by, k.user_id)`,
  },

  'guest holds nothing': {
    next: 'conversions show: nobody has claimed its click',
    query: `
    SELECT id AS subject,
           'pending, granted, referral ' || concat_ws('/', pending_paise, granted_paise, referral_paise) AS detail
      FROM conversions
     WHERE user_id = 9 AND (pending_paise <> 0 OR granted_paise <> 0 OR referrer_id IS NOT NULL)`,
  },

  'postback left lying': {
    next: 'postbacks show, then postbacks replay',
    query: `
    SELECT id AS subject, 'received ' || received_at AS detail
      FROM postback_inbox WHERE processed_at IS NULL AND received_at < now() - interval '5 minutes'`,
  },
}
