/** Digests that a trigger records of rows that decide about money, access and promises (docs/decisions/0068-row-digests.md). */
import { DIGESTED } from '~/platform/db/step-seals.server'
import type { Checks } from '../audit'

const rows = DIGESTED.map(
  (name) => `SELECT '${name}' AS table_name, facts_of(t) AS facts FROM ${name} t`,
).join(' UNION ALL ')

/** SQL: how far the checkpoints cover a table, and when they were made. */
export const range = (name: string) => `
  SELECT c.made_at, (r ->> 'to')::bigint AS id
    FROM checkpoints c, jsonb_array_elements(CASE jsonb_typeof(c.ranges) WHEN 'array' THEN c.ranges ELSE '[]' END) r
   WHERE r ->> 'table' = '${name}' AND r ->> 'to' ~ '^[0-9]{1,18}$'`

/** SQL: the step after which every step has a seal: in a new database from the migration on, else from the first checkpoint with seals. Null: not yet. */
export const SEALED_FROM = `
  coalesce((SELECT min(id) FROM row_steps WHERE table_name = 'row_steps' AND row_id = 'seals'), (SELECT min(id) FROM (${range('row_seals')}) p))`

/** SQL: an owner has vouched for step `s`. */
export const isAcceptedStep = (s: string) => `
  EXISTS (SELECT 1 FROM accepted_steps a WHERE a.table_name IN (${s}.table_name, 'row_steps') AND a.row_id IN (${s}.row_id, 'all') AND a.step_id >= ${s}.id)`

/** No transaction of the application is longer. */
const LONGEST = "interval '5 minutes'"

export const rowStepsChecks: Checks = {
  'row = its last digest': {
    next: 'it was changed with the triggers disabled: stop payouts, compare the row with a backup',
    query: `
    SELECT table_name || ' ' || row_id AS subject,
           CASE WHEN r.digest IS NULL THEN 'is missing'
                WHEN s.row_id IS NULL THEN 'was added past its trigger'
                WHEN s.digest IS NULL THEN 'was deleted, and is there'
                ELSE 'is not as it was written' END AS detail
      FROM (SELECT DISTINCT ON (table_name, row_id) table_name, row_id, digest
              FROM row_steps WHERE table_name <> 'row_steps' ORDER BY table_name, row_id, id DESC) s
      FULL JOIN (SELECT table_name, facts[1] AS row_id, facts[2]::uuid AS digest FROM (${rows}) t) r USING (table_name, row_id)
     WHERE s.digest IS DISTINCT FROM r.digest`,
  },

  'digest of its time': {
    next: 'the clock was set back, or the digest was made up: stop payouts, compare the row with a backup; audit accept, if it was the clock',
    query: `
    SELECT s.table_name || ' ' || s.row_id AS subject, 'of ' || s.made_at || ', after ' || s.newest AS detail
      FROM (SELECT *, lag(is_below) OVER (ORDER BY id, is_checkpoint) AS was_below
              FROM (SELECT *, made_at < newest - ${LONGEST} AS is_below
                      FROM (SELECT *, max(made_at) OVER (ORDER BY id, is_checkpoint ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS newest
                              FROM (SELECT id, false AS is_checkpoint, table_name, row_id, made_at FROM row_steps WHERE id > coalesce(${SEALED_FROM}, 0)
                                     UNION ALL SELECT id, true, NULL, NULL, made_at FROM (${range('row_steps')}) c) p) n) b) s
     WHERE s.is_below AND NOT s.is_checkpoint AND s.was_below IS NOT TRUE AND NOT ${isAcceptedStep('s')}
     UNION ALL
    SELECT min(table_name || ' ' || row_id), 'steps of one transaction have two times: ' || min(made_at) || ', ' || max(made_at)
      FROM row_steps WHERE seal IS NOT NULL GROUP BY split_part(seal, '.', 1) HAVING min(made_at) <> max(made_at)`,
  },
}
