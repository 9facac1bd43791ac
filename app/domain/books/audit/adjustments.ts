import { buildSamePersonSql } from '~/domain/settings/person'
import { byCommand, INDEPENDENCE, type Checks } from '../audit'

const POSTED_AS = [
  ['credit', 'correction'],
  ['debit', 'correction_back'],
  ['goodwill', 'goodwill'],
  ['write-off', 'write_off'],
]

const postedAs = POSTED_AS.map(([kind, as]) => `('${kind}', '${as}')`).join(', ')

const isByCommand = (command: string, by: string, at: string) => byCommand([`adjustments ${command}`], at, by)

export const adjustmentsChecks: Checks = {
  'adjustment = its transfers': {
    next: 'adjustments show, users statement: was the adjustment or a transfer changed?',
    query: `
    SELECT a.id AS subject,
           a.kind || ' of ' || a.amount_paise || ', ' || a.state || '; posted ' || coalesce(t.posted, 0)
             || ', of another kind ' || coalesce(t.strange, 0) || ', repaid ' || coalesce(t.repaid, 0) AS detail
      FROM adjustments a
      LEFT JOIN (
        SELECT p.ref_id AS id,
               sum(p.amount_paise) FILTER (WHERE p.kind IN (k.posted_as, k.posted_as || '_debt')) AS posted,
               sum(p.amount_paise) FILTER (WHERE p.kind = 'repay') AS repaid,
               sum(p.amount_paise) FILTER (WHERE p.kind NOT IN (k.posted_as, k.posted_as || '_debt', 'repay')) AS strange
          FROM posted p
          JOIN adjustments j ON j.id = p.ref_id
          JOIN (VALUES ${postedAs}) k (kind, posted_as) ON k.kind = j.kind
         WHERE p.ref_type = 'adjustment' GROUP BY p.ref_id) t USING (id)
     WHERE coalesce(t.posted, 0) <> CASE a.state WHEN 'applied' THEN a.amount_paise ELSE 0 END
        OR t.strange > 0 OR t.repaid > t.posted
        OR (a.kind = 'write-off' AND t.posted <> coalesce(t.repaid, 0))`,
  },

  'adjustment by a command': {
    next: 'nobody typed adjustments add or approve: take it back with an adjustment, look at the member’s withdrawals',
    query: `
    SELECT a.id AS subject,
           a.kind || ' of ' || a.amount_paise || ' by ' || a.asked_by || ', ' || a.state || coalesce(' by ' || a.decided_by, '') AS detail
      FROM adjustments a
     WHERE NOT ${isByCommand('add', 'a.asked_by', 'a.created_at')}
        OR (a.needs_approval AND a.state <> 'waiting'
            AND NOT ${isByCommand('approve', 'a.decided_by', 'a.decided_at')}
            AND NOT ${isByCommand('refuse', 'a.decided_by', 'a.decided_at')})
        OR (a.needs_approval AND a.decided_at < ${INDEPENDENCE} AND ${buildSamePersonSql('a.decided_by', 'a.asked_by')})`,
  },
}
