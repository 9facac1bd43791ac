import { valuesOf, type Checks } from './check'
import { TRIGGERS, FUNCTIONS } from './guard-objects'
import {
  addedToTables,
  changedColumns,
  changedConstraints,
  changedDefaults,
  restartedNumbers,
} from './structure'

export const DEFINITION = `regexp_replace(pg_get_triggerdef(t.oid, true), '^CREATE (CONSTRAINT )?TRIGGER ', '\\1')`
export const BODY = `md5(replace(p.prosrc, E'\\r', ''))`

const triggers = valuesOf(
  TRIGGERS.map((line) => [line.split(' ', 1)[0]!, / ON (\S+) /.exec(line)![1]!, line]),
)

export const guardsChecks: Checks = {
  'guards as shipped': {
    next: 'the database protection was changed: stop payouts, restore it as in drizzle/, compare the rows with a backup',
    query: `
    SELECT 'trigger ' || coalesce(s.name, t.name) || ' on ' || coalesce(s.of, t.of) AS subject,
           CASE WHEN t.name IS NULL THEN 'is missing'
                WHEN s.name IS NULL THEN 'was added: ' || t.definition
                WHEN t.definition <> s.definition THEN 'is now ' || t.definition
                WHEN t.enabled = 'D' THEN 'is disabled'
                ELSE 'fires in mode ' || t.enabled END AS detail
      FROM (VALUES ${triggers}) s (name, of, definition)
      FULL JOIN (SELECT t.tgname::text AS name, c.relname::text AS of, ${DEFINITION} AS definition, t.tgenabled::text AS enabled
                   FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
                  WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal) t USING (name, of)
     WHERE (s.definition, 'O') IS DISTINCT FROM (t.definition, t.enabled)
     UNION ALL
    SELECT 'foreign keys of ' || c.relname, count(*) || ' of their triggers are disabled'
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE c.relnamespace = 'public'::regnamespace AND t.tgisinternal AND t.tgenabled <> 'O' GROUP BY c.relname
     UNION ALL
    SELECT 'function ' || s.signature,
           CASE WHEN p.oid IS NULL THEN 'is missing'
                WHEN ${BODY} <> s.body THEN 'has another body, md5 ' || ${BODY}
                ELSE 'runs with ' || array_to_string(p.proconfig, ', ') END
      FROM (VALUES ${valuesOf(Object.entries(FUNCTIONS))}) s (signature, body)
      LEFT JOIN pg_proc p ON p.oid = to_regprocedure('public.' || s.signature)
     WHERE ${BODY} IS DISTINCT FROM s.body OR p.proconfig IS NOT NULL
     UNION ALL
    SELECT 'rule ' || r.rulename || ' on ' || r.tablename, 'was added: ' || r.definition
      FROM pg_rules r WHERE r.schemaname = 'public'
     UNION ALL
    ${changedConstraints}
     UNION ALL
    ${changedColumns}
     UNION ALL
    ${changedDefaults}
     UNION ALL
    ${addedToTables}`,
  },

  'numbering ahead of its rows': {
    next: 'a numbering was set back: setval() it past the newest row, then look for references that exist twice',
    query: restartedNumbers,
  },
}
