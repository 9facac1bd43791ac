import type { Checks } from '../audit'

/** SQL: an operator accepted a report that is never applied automatically. */
const isAccepted = (id: string) => `
  EXISTS (SELECT 1 FROM postback_inbox i
           WHERE i.conversion_id = ${id} AND i.outcome = 'applied' AND i.resolved_at IS NOT NULL)`

export const promises = `
  promised AS (
    SELECT c.id, c.accepted, k.cap_paise, u.deleted_at IS NOT NULL AS has_left, c.pending_paise + c.granted_paise AS credited,
           CASE WHEN c.status NOT IN ('pending', 'approved') OR c.user_id = 9 OR k.payout_hundredths IS NULL THEN 0
                WHEN k.payout_model = 'percentage'
                THEN floor(coalesce(c.sale_paise, 0)::numeric * k.payout_hundredths / 10000)
                WHEN lower(trim(k.currency)) IN ('rs.', 'rs', 'inr', '₹') THEN k.payout_hundredths
                ELSE 0 END AS promised
      FROM conversions c JOIN clicks k ON k.id = c.click_id JOIN users u ON u.id = c.user_id)`

export const salesChecks: Checks = {
  'conversion = its transfers': {
    next: 'conversions show: compare with the network’s report',
    query: `
    SELECT c.id AS subject,
           'pending, granted, referral ' || concat_ws('/', c.pending_paise, c.granted_paise, c.referral_paise)
             || ', transfers ' || concat_ws('/', t.pending, t.granted, t.referral) AS detail
      FROM conversions c LEFT JOIN by_conversion t USING (id) LEFT JOIN held h USING (id)
     WHERE (c.pending_paise + coalesce(h.waiting, 0), c.granted_paise, c.referral_paise - coalesce(h.waiting, 0))
        <> (coalesce(t.pending, 0), coalesce(t.granted, 0), coalesce(t.referral, 0))`,
  },

  'commission booked = commission of approved sales': {
    next: 'conversions show: was the sale, its commission or a transfer changed? Compare with the network’s report',
    query: `
    SELECT c.id AS subject,
           c.status || ', commission ' || coalesce(c.network_payout_paise::text, 'none') || '; booked as receivable '
             || coalesce(t.receivable, 0) || ', as income ' || coalesce(t.income, 0) AS detail
      FROM conversions c
      LEFT JOIN by_conversion t USING (id),
           LATERAL (SELECT CASE c.status WHEN 'approved' THEN coalesce(c.network_payout_paise, 0) ELSE 0 END) e (due)
     WHERE e.due <> coalesce(t.receivable, 0) OR e.due <> coalesce(t.income, 0)`,
  },

  'referral = the click’s share of granted': {
    next: 'conversions show: the referrer or the amount was changed',
    query: `
    SELECT c.id AS subject,
           'referral ' || c.referral_paise || ', ended ' || coalesce(h.ended, 0) || ' of ' || c.granted_paise AS detail
      FROM conversions c
      JOIN clicks k ON k.id = c.click_id
      LEFT JOIN held h ON h.id = c.id
      LEFT JOIN users r ON r.id = c.referrer_id
     CROSS JOIN LATERAL (SELECT CASE WHEN c.referrer_id IS NULL THEN 0
                                     ELSE floor(c.granted_paise::numeric * k.referral_hundredths / 10000) END
                                - c.referral_paise - coalesce(h.ended, 0)) e (missing)
     WHERE e.missing < 0 OR (e.missing > 0 AND r.deleted_at IS NULL)`,
  },

  'credited = sale × the click’s rate': {
    next: 'conversions show: sale, rate or cashback was changed; compare with the network’s report',
    query: `
    SELECT p.id AS subject,
           'credited ' || p.credited || ', promised ' || p.promised || coalesce(', at most ' || p.cap_paise, '') AS detail
      FROM promised p
     WHERE (p.credited > least(p.promised, p.cap_paise) OR (p.credited < least(p.promised, p.cap_paise) AND NOT p.has_left))
       AND NOT (p.accepted AND ${isAccepted('p.id')})`,
  },

  'held money within its sale': {
    next: 'conversions show: compare the rows of held_money with the entries of the sale',
    query: `
    SELECT h.conversion_id AS subject, h.kind || ' r' || h.revision || ': ' || h.state || ' ' || h.amount_paise || ' of member '
             || h.user_id || ', credited ' || coalesce(p.amount_paise::text, 'never') AS detail
      FROM held_money h
      JOIN conversions c ON c.id = h.conversion_id
      LEFT JOIN posted p ON p.reference = 'conversion:' || h.conversion_id || ':r' || h.revision || ':'
                           || CASE h.state WHEN 'granted' THEN h.kind ELSE 'waiting' END
     WHERE h.amount_paise > 0
       AND (h.user_id IS DISTINCT FROM CASE h.kind WHEN 'cashback' THEN c.user_id ELSE c.referrer_id END
            OR h.amount_paise > coalesce(p.amount_paise, 0))
     UNION ALL
    SELECT c.id, h.kind || ': held ' || h.amount || ', granted ' || g.amount
      FROM (SELECT conversion_id, kind, sum(amount_paise) AS amount FROM held_money
             WHERE state <> 'ended' GROUP BY conversion_id, kind) h
      JOIN conversions c ON c.id = h.conversion_id
     CROSS JOIN LATERAL (SELECT CASE h.kind WHEN 'cashback' THEN c.granted_paise ELSE c.referral_paise END) g (amount)
     WHERE h.amount > g.amount
     UNION ALL
    SELECT c.id, 'shown as withdrawable from ' || coalesce(c.withdrawable_at::text, 'now') || ', held until '
             || coalesce(l.until::text, 'now')
      FROM conversions c
     CROSS JOIN LATERAL (SELECT max(h.until) FROM held_money h
                          WHERE h.conversion_id = c.id AND h.kind = 'cashback' AND h.amount_paise > 0) l (until)
     WHERE c.withdrawable_at IS DISTINCT FROM l.until AND greatest(c.withdrawable_at, l.until) > now()`,
  },

  'conversion of its click’s owner': {
    next: 'conversions show: whose click is it?',
    query: `
    SELECT c.id AS subject, 'of ' || c.user_id || ', click of ' || coalesce(k.claimed_by, k.user_id) AS detail
      FROM conversions c JOIN clicks k ON k.id = c.click_id
     WHERE c.user_id <> coalesce(k.claimed_by, k.user_id)`,
  },

  'terms under their name': {
    next: 'the name of terms is their SHA-256: what a member was promised was changed; compare with a backup',
    query: `
    SELECT hash AS subject, left(html, 60) AS detail FROM visit_terms WHERE hash <> encode(sha256(convert_to(html, 'UTF8')), 'hex')`,
  },

  'guest holds nothing': {
    next: 'conversions show: nobody has claimed its click',
    query: `
    SELECT id AS subject,
           'pending, granted, referral ' || concat_ws('/', pending_paise, granted_paise, referral_paise) AS detail
      FROM conversions
     WHERE user_id = 9 AND (pending_paise <> 0 OR granted_paise <> 0 OR referrer_id IS NOT NULL)`,
  },
}
