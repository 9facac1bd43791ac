import { buildSamePersonSql } from '~/domain/settings/person'
import { INDEPENDENCE, type Checks } from '../audit'

const closes = `
  SELECT c.month, c.ends, c.begins, c.before,
         coalesce(lag(c.before) OVER (ORDER BY c.month), '-infinity') AS since
    FROM (SELECT DISTINCT ON (month) month, ends, (month || '-01')::date AS begins,
                 ((month || '-01')::date + interval '1 month')::timestamp AT TIME ZONE 'Asia/Kolkata' AS before
            FROM period_closes p
           WHERE step = 'closed'
             AND NOT EXISTS (SELECT 1 FROM period_closes r WHERE r.month = p.month AND r.step = 'reopened' AND r.id > p.id)
           ORDER BY month, id DESC) c`

const day = (instant: string) => `(${instant} AT TIME ZONE 'Asia/Kolkata')::date`

const isByCommand = `
  EXISTS (SELECT 1 FROM operator_log o
           WHERE o.command LIKE 'books ' || CASE p.step WHEN 'closed' THEN 'close' WHEN 'reopen-refused' THEN 'refuse' ELSE 'reopen' END || ' %'
             AND o.os_user = p.made_by
             AND o.started_at <= p.created_at
             AND coalesce(o.finished_at, o.started_at + interval '1 day') >= p.created_at)`

export const periodsChecks: Checks = {
  'nothing in a closed month': {
    next: 'books periods: who posted it after the close? Reverse it, and post it under an open day',
    query: `
    SELECT 'transfer ' || t.id AS subject, t.reference || ' of ' || t.created_at || ', in ' || c.month AS detail
      FROM (${closes}) c
      JOIN ledger_transfers t ON t.created_at >= c.since AND t.created_at < c.before
       AND t.id > (c.ends->>'ledger_transfers')::bigint
     UNION ALL
    SELECT 'settlement ' || s.id, s.kind || ' of ' || s.paid_on || coalesce(', invoice of ' || s.invoiced_on, '') || ', in ' || c.month
      FROM (${closes}) c
      JOIN network_settlements s ON s.id > (c.ends->>'network_settlements')::bigint
       AND (s.paid_on >= ${day('c.since')} AND s.paid_on < ${day('c.before')}
            OR s.invoiced_on >= ${day('c.since')} AND s.invoiced_on < ${day('c.before')})
     UNION ALL
    SELECT 'invoice ' || i.id, i.number || ' of ' || i.invoiced_on || ', in ' || c.month
      FROM (${closes}) c
      JOIN network_invoices i ON i.id > coalesce((c.ends->>'network_invoices')::bigint, 0)
       AND i.invoiced_on >= ${day('c.since')} AND i.invoiced_on < ${day('c.before')}
     UNION ALL
    SELECT 'bank entry ' || b.id, b.kind || ' of ' || b.on_day || ', in ' || c.month
      FROM (${closes}) c
      JOIN bank_entries b ON b.id > (c.ends->>'bank_entries')::bigint
       AND b.on_day >= ${day('c.since')} AND b.on_day < ${day('c.before')}
     WHERE NOT EXISTS (SELECT 1 FROM month_corrections m
                        WHERE m.ref_type = 'bank_entry' AND m.ref_id = b.id AND m.month = to_char(b.on_day, 'YYYY-MM'))`,
  },

  'month closed and reopened in order': {
    next: 'books periods: a close is followed by a request and another person’s approval',
    query: `
    SELECT p.id AS subject, p.month || ': ' || coalesce(p.earlier || ' by ' || p.earlier_by, 'nothing') || ', then ' || p.step || ' by ' || p.made_by AS detail
      FROM (SELECT *, lag(step) OVER of_month AS earlier, lag(made_by) OVER of_month AS earlier_by
              FROM period_closes WINDOW of_month AS (PARTITION BY month ORDER BY id)) p
     WHERE CASE p.step WHEN 'closed' THEN coalesce(p.earlier, 'reopened') <> 'reopened'
                       WHEN 'reopen-asked' THEN coalesce(p.earlier, '') NOT IN ('closed', 'reopen-asked', 'reopen-refused')
                       WHEN 'reopen-refused' THEN p.earlier IS DISTINCT FROM 'reopen-asked'
                       ELSE p.earlier IS DISTINCT FROM 'reopen-asked' OR (p.created_at < ${INDEPENDENCE} AND ${buildSamePersonSql('p.earlier_by', 'p.made_by')}) END`,
  },

  'month closed by a command': {
    next: 'nobody typed books close, reopen or refuse: who has written to the database?',
    query: `
    SELECT p.id AS subject, p.month || ' ' || p.step || ' by ' || p.made_by AS detail
      FROM period_closes p WHERE NOT ${isByCommand}`,
  },
}
