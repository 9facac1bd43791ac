import type { Checks } from '../audit'

export const settlementsChecks: Checks = {
  'settlement = its transfers': {
    next: 'books journal --settlement: compare with networks payments and the bank’s statement',
    query: `
    SELECT s.id AS subject,
           'bank, TDS, GST, settled ' || concat_ws('/', s.amount_paise, s.tds_paise, s.gst_paise, s.settled_paise)
             || ', transfers ' || concat_ws('/', t.bank, t.tds, t.gst, t.settled) AS detail
      FROM network_settlements s LEFT JOIN by_settlement t USING (id)
     WHERE (s.amount_paise, s.tds_paise, s.gst_paise, s.settled_paise)
        <> (coalesce(t.bank, 0), coalesce(t.tds, 0), coalesce(t.gst, 0), coalesce(t.settled, 0))`,
  },

  'a unique reference': {
    next: 'networks payments: is it one payment that was posted twice? Then networks reverse',
    query: `
    SELECT s.id AS subject, 'settlement ' || o.id || ' has the reference ' || o.reference || ', too' AS detail
      FROM network_settlements s
      JOIN settlement_references k ON k.settlement_id = s.id
      JOIN settlement_references j ON j.key = k.key AND j.settlement_id < s.id
      JOIN network_settlements o ON o.id = j.settlement_id
     WHERE NOT EXISTS (SELECT 1 FROM network_settlements r WHERE r.reverses IN (s.id, o.id))`,
  },

  'reference without its key': {
    next: 'a key was changed by hand: networks payments',
    query: `
    SELECT coalesce(s.id, k.settlement_id) AS subject, 'reference ' || coalesce(s.reference, 'none') || ', key ' || coalesce(k.key, 'none') AS detail
      FROM (SELECT * FROM network_settlements WHERE kind = 'payment') s
      FULL JOIN settlement_references k ON k.settlement_id = s.id
     WHERE k.key IS DISTINCT FROM coalesce(utr_key_of(s.reference), s.reference_key)`,
  },

  'settlement = its sales': {
    next: 'networks payments: compare the sales that it settled with the invoice',
    query: `
    SELECT s.id AS subject,
           s.kind || ' of ' || s.settled_paise || ', sales ' || coalesce(i.total, 0)
             || CASE WHEN i.strange > 0 THEN ', ' || i.strange || ' of another network' ELSE '' END AS detail
      FROM network_settlements s
      LEFT JOIN (SELECT i.settlement_id AS id, sum(i.amount_paise) AS total,
                        count(*) FILTER (WHERE o.network <> c.network) AS strange
                   FROM network_settlement_items i
                   JOIN network_settlements o ON o.id = i.settlement_id
                   LEFT JOIN conversions c ON c.id = i.conversion_id GROUP BY 1) i USING (id)
     WHERE i.strange > 0 OR CASE s.kind WHEN 'payment' THEN coalesce(i.total, 0) > s.settled_paise
                                        WHEN 'write-off' THEN coalesce(i.total, 0) <> s.settled_paise ELSE false END`,
  },

  'settled of a sale <= its commission': {
    next: 'networks payments and conversions show: was a part of a payment moved to another sale?',
    query: `
    SELECT i.conversion_id AS subject, 'settled ' || i.total || ', booked ' || coalesce(t.booked, 0) AS detail
      FROM (SELECT conversion_id, sum(amount_paise) AS total FROM network_settlement_items GROUP BY 1) i
      LEFT JOIN (SELECT ref_id, sum(amount_paise) AS booked FROM posted
                  WHERE ref_type = 'conversion' AND kind IN ('commission', 'commission_opening') GROUP BY 1) t ON t.ref_id = i.conversion_id
     WHERE i.total > coalesce(t.booked, 0) OR i.total < 0`,
  },

  'reversal = what it reverses': {
    next: 'networks payments: a reversal takes back all of one settlement, once',
    query: `
    SELECT r.id AS subject, 'reverses ' || r.reverses || ': ' || r.settled_paise || ' for ' || o.settled_paise AS detail
      FROM network_settlements r JOIN network_settlements o ON o.id = r.reverses
      LEFT JOIN LATERAL (
        SELECT count(*) AS differing
          FROM (SELECT conversion_id FROM network_settlement_items WHERE settlement_id IN (r.id, o.id)
                 GROUP BY 1 HAVING sum(amount_paise) <> 0) d) i ON true
     WHERE (r.network, r.amount_paise, r.tds_paise, r.gst_paise, r.settled_paise)
        <> (o.network, -o.amount_paise, -o.tds_paise, -o.gst_paise, -o.settled_paise)
        OR o.kind = 'reversal' OR i.differing > 0`,
  },

  'GST of an invoice': {
    next: 'networks invoices and networks payments: was an invoice noted twice, or is more GST paid than it has?',
    query: `
    SELECT i.network || ' ' || i.number AS subject,
           'noted ' || i.gst || ', paid ' || coalesce(s.gst, 0) || ', in force ' || i.live AS detail
      FROM (SELECT network, utr_key_of(number) AS key, min(number) AS number, sum(gst_paise) AS gst,
                   count(*) FILTER (WHERE cancels IS NULL) - count(cancels) AS live
              FROM network_invoices GROUP BY 1, 2) i
      LEFT JOIN (SELECT network, utr_key_of(invoice) AS key, sum(gst_paise) AS gst
                   FROM network_settlements GROUP BY 1, 2) s USING (network, key)
     WHERE coalesce(s.gst, 0) > i.gst OR i.live NOT IN (0, 1)`,
  },

  'receivable = commission - settled': {
    next: 'networks owed and networks payments: which sale or settlement was changed?',
    query: `
    SELECT 'network_receivable' AS subject,
           'account ' || d.balance || ', commission ' || c.total || ', settled ' || s.total AS detail
      FROM (SELECT coalesce(sum(balance), 0) AS balance FROM derived WHERE code = 'network_receivable') d,
           (SELECT coalesce(sum(network_payout_paise), 0) AS total FROM conversions WHERE status = 'approved') c,
           (SELECT coalesce(sum(settled_paise), 0) AS total FROM network_settlements) s
     WHERE d.balance <> c.total - s.total`,
  },
}
