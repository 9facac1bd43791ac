import type { Checks } from '../audit'

export const reportsChecks: Checks = {
  'sale that no report brought': {
    next: 'conversions show; ask the network for its report, hold its owner meanwhile',
    query: `
    SELECT c.id AS subject, c.status || ', ' || c.network || ' ' || c.external_id AS detail
      FROM conversions c
     WHERE NOT EXISTS (
       SELECT 1 FROM postback_inbox i
        WHERE i.conversion_id = c.id AND i.outcome = 'applied' AND i.processed_at IS NOT NULL AND i.network = c.network)`,
  },

  'sale = its newest report': {
    next: 'conversions show: compare with what the network reported; hold its owner meanwhile',
    query: `
    SELECT c.id AS subject,
           c.status || ' of ' || coalesce(c.sale_paise::text, 'no amount') || '; report ' || coalesce(c.report_id::text, 'none')
             || ': ' || coalesce(concat_ws(' of ', i.report, i.sale_paise), 'nothing') AS detail
      FROM conversions c
      LEFT JOIN postback_inbox i ON i.id = c.report_id AND i.conversion_id = c.id AND i.network = c.network
            AND i.outcome IN ('applied', 'repeat') AND coalesce(i.click_id, c.click_id) = c.click_id
     WHERE i.id IS NULL
        OR CASE WHEN c.status IN ('pending', 'approved')
                THEN i.report <> c.status OR (i.report IS NOT NULL AND i.sale_paise IS DISTINCT FROM c.sale_paise)
                ELSE i.report IN ('pending', 'approved') END
     UNION ALL
    SELECT c.id, c.status || ' by report ' || c.report_id || ', and ' || n.report || ' was applied later as ' || n.id
      FROM conversions c
      JOIN postback_inbox n ON n.conversion_id = c.id AND n.id > c.report_id AND n.outcome = 'applied'
     WHERE c.status = 'pending' OR n.report <> 'pending'`,
  },

  'sale under its reported name': {
    next: 'under another name the network’s repeat credits it again: conversions show; compare with its reports',
    query: `
    SELECT c.id AS subject,
           c.network || ' ' || concat_ws(' ', c.external_id, c.conversion_id) || ', reported as ' || i.external_id AS detail
      FROM conversions c
      JOIN postback_inbox i ON i.id = c.report_id
     WHERE NOT EXISTS (
             SELECT 1 FROM postback_inbox o
              WHERE o.conversion_id = c.id
                AND (o.external_id = c.external_id OR o.external_id || ':report:' || o.id = c.external_id))
        OR (c.conversion_id <> i.external_id AND NOT EXISTS (
             SELECT 1 FROM postback_inbox o
              WHERE o.conversion_id = c.id
                AND (o.external_id = c.conversion_id
                     OR EXISTS (SELECT 1 FROM jsonb_each_text(o.raw) v WHERE v.value = c.conversion_id))))`,
  },

  'postback left lying': {
    next: 'postbacks show, then postbacks replay',
    query: `
    SELECT id AS subject, 'received ' || received_at AS detail
      FROM postback_inbox WHERE processed_at IS NULL AND received_at < now() - interval '5 minutes'`,
  },
}
