import { formatValues, type Checks } from '../audit'
import shipped from './shipped-schema.json'
import {
  addedToTables,
  changedColumns,
  changedConstraints,
  changedDefaults,
  splitNames,
  restartedNumbers,
} from './structure'

export const actualTriggers = `
    SELECT c.relname::text AS of, t.tgname::text AS name, t.tgenabled::text AS enabled,
           regexp_replace(pg_get_triggerdef(t.oid, true), '^CREATE (CONSTRAINT )?TRIGGER ', '\\1') AS definition
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal`

const BODY = `md5(replace(p.prosrc, E'\\r', ''))`

export const actualFunctions = `
    SELECT p.oid::regprocedure::text AS name, ${BODY} AS definition
      FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace`

export const guardsChecks: Checks = {
  'guards as shipped': {
    next: 'the database protection was changed: stop payouts, restore it as in drizzle/, compare the rows with a backup',
    query: `
    SELECT 'trigger ' || name || ' on ' || of AS subject,
           CASE WHEN t.definition IS NULL THEN 'is missing'
                WHEN s.definition IS NULL THEN 'was added: ' || t.definition
                WHEN t.definition <> s.definition THEN 'is now ' || t.definition
                WHEN t.enabled = 'D' THEN 'is disabled'
                ELSE 'fires in mode ' || t.enabled END AS detail
      FROM (VALUES ${formatValues(splitNames(shipped.triggers))}) s (of, name, definition)
      FULL JOIN (${actualTriggers}) t USING (of, name)
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
      FROM (VALUES ${formatValues(Object.entries(shipped.functions))}) s (signature, body)
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

  'job not ahead of its time': {
    next: 'the job stops until then: set its time to now',
    query: `
    SELECT name AS subject, 'ran ' || greatest(started_at, finished_at) AS detail
      FROM jobs WHERE greatest(started_at, finished_at) > now() + interval '5 minutes'`,
  },
}
