/** Four eyes: who asked and who agreed are two persons, and what was agreed to is what was done (app/desk/approvals.server.ts). */
import { buildSamePersonSql } from '~/domain/settings/person'
import { byCommand, INDEPENDENCE, type Checks } from '../audit'

/** --show uncovers accounts and changes nothing. */
const PLAIN_COMMAND = `regexp_replace(o.command, ' --show$', '')`

const isAskedByCommand = `
  EXISTS (SELECT 1 FROM operator_log o
           WHERE o.os_user = a.asked_by AND ${PLAIN_COMMAND} = regexp_replace(a.command, ' --show$', '')
             AND a.created_at BETWEEN o.started_at AND coalesce(o.finished_at, o.started_at + interval '1 day'))`

const isUsedByCommand = `
  EXISTS (SELECT 1 FROM operator_log o JOIN operator_log_rows r ON r.log_id = o.id
           WHERE r.subject = 'approval ' || a.id AND r.outcome IN ('agreed', 'alone') AND r.created_at = a.decided_at
             AND o.os_user = a.decided_by AND ${PLAIN_COMMAND} = regexp_replace(a.command, ' --show$', ''))`

export const approvalsChecks: Checks = {
  'approval by two persons': {
    next: 'approvals list --all, log list: nobody asked or agreed by this command; look at what it changed',
    query: `
    SELECT a.id AS subject, a.state || coalesce(' by ' || a.decided_by, '') || ', asked by ' || a.asked_by || ': ' || a.command AS detail
      FROM approvals a
     WHERE NOT ${isAskedByCommand}
        OR (a.state = 'approved' AND (a.decided_at < ${INDEPENDENCE} AND ${buildSamePersonSql('a.asked_by', 'a.decided_by')} OR NOT ${isUsedByCommand}))
        OR (a.state = 'refused' AND NOT ${byCommand(['approvals refuse'], 'a.decided_at', 'a.decided_by')})
        OR (a.state = 'expired' AND a.decided_at < a.created_at + interval '7 days')`,
  },

  'approval used once': {
    next: 'log show: the command did not have this approval, or another one used it; look at what it changed',
    query: `
    SELECT r.log_id AS subject, r.subject || ', ' || coalesce(a.state, 'missing') || ', used by ' || u.uses || ' commands' AS detail
      FROM operator_log_rows r
      JOIN (SELECT subject, count(*) AS uses FROM operator_log_rows WHERE outcome IN ('agreed', 'alone') GROUP BY subject) u ON u.subject = r.subject
      LEFT JOIN approvals a ON r.subject = 'approval ' || a.id
     WHERE r.outcome IN ('agreed', 'alone')
       AND (a.state IS DISTINCT FROM 'approved' OR u.uses > 1
            OR (SELECT count(*) FROM operator_log_rows o WHERE o.log_id = r.log_id AND o.outcome IN ('agreed', 'alone')) > 1)`,
  },
}
