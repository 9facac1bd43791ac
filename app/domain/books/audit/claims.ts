import { byCommand, type Checks } from '../audit'

const credits = `
  SELECT i.id, i.conversion_id, i.raw, i.raw ->> 'claim' AS claim, i.received_at
    FROM postback_inbox i WHERE i.method = 'CLAIM' AND i.outcome IS DISTINCT FROM 'superseded'`

export const claimsChecks: Checks = {
  'claim credited once, by a command': {
    next: 'claims show, conversions show: hold its member; take back what was credited with an adjustment',
    query: `
    SELECT l.id AS subject, l.state || ', sale ' || coalesce(l.conversion_id::text, 'none') || ', credited by rows '
             || coalesce(c.ids, 'none') AS detail
      FROM claims l
      LEFT JOIN (SELECT claim, count(*) AS n, min(conversion_id) AS sale, string_agg(id::text, ', ' ORDER BY id) AS ids
                   FROM (${credits}) i GROUP BY claim) c ON c.claim = l.id::text
     WHERE CASE WHEN l.conversion_id IS NULL THEN c.n IS NOT NULL ELSE c.n IS DISTINCT FROM 1 OR c.sale <> l.conversion_id END
     UNION ALL
    SELECT i.id, 'row ' || i.id || ' credits claim ' || coalesce(i.claim, 'none') || ', and nobody typed claims credit'
      FROM (${credits}) i
     WHERE NOT EXISTS (SELECT 1 FROM claims l WHERE l.id::text = i.claim)
        OR NOT ${byCommand(['claims credit'], 'i.received_at')}`,
  },

  'claim of its sale’s member': {
    next: 'claims show, conversions show: whose visit is it?',
    query: `
    SELECT l.id AS subject, 'of ' || l.user_id || ', sale ' || v.id || ' of ' || v.user_id AS detail
      FROM claims l JOIN conversions v ON v.id = l.conversion_id
     WHERE v.user_id <> l.user_id OR v.click_id IS DISTINCT FROM l.click_id
     UNION ALL
    SELECT l.id, 'of ' || l.user_id || ', adjustment ' || a.id || ' of ' || a.user_id || ', ' || a.kind || ', ' || a.state
      FROM claims l JOIN adjustments a ON a.id = l.adjustment_id
     WHERE a.user_id <> l.user_id OR a.kind <> 'goodwill' OR a.state <> 'applied'`,
  },

  'claim’s sale beside another sale of its visit': {
    next: 'conversions show both: if they are one order, it is credited twice; take one back with an adjustment',
    query: `
    SELECT l.id AS subject, 'sale ' || v.id || ' of the claim, and sale ' || o.id || ' of the same visit before it, ' || o.status AS detail
      FROM (${credits}) i
      JOIN claims l ON l.id::text = i.claim
      JOIN conversions v ON v.id = l.conversion_id AND v.status IN ('pending', 'approved')
      JOIN conversions o ON o.click_id = v.click_id AND o.id < v.id AND o.status IN ('pending', 'approved')
       AND (NOT o.accepted OR o.updated_at <= i.received_at)
     WHERE i.raw ->> 'sale' IS NULL AND i.raw ->> 'another_order' IS NULL`,
  },

  'claimed order reported for another visit': {
    next: 'conversions show both: the order is credited twice; ask the network which visit it belongs to',
    query: `
    SELECT l.id AS subject, 'order ' || v.order_number || ': sale ' || v.id || ' of a claim, and sale ' || o.id AS detail
      FROM claims l
      JOIN conversions v ON v.id = l.conversion_id AND v.granted_paise > 0
      JOIN conversions o ON utr_key_of(o.order_number) = utr_key_of(v.order_number) AND o.click_id <> v.click_id
       AND o.granted_paise > 0
      JOIN campaigns c ON c.id = o.campaign_id AND c.brand_id = l.brand_id`,
  },
}
