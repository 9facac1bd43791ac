import { valuesOf } from './check'
import { CONSTRAINTS } from './constraints'
import { NOT_NULL } from './not-null'

/** NOT NULL is excluded: since PostgreSQL 18 it is a constraint, before only a flag of the column. */
export const actualConstraints = `
    SELECT c.relname::text AS of, k.conname::text AS name,
           regexp_replace(pg_get_constraintdef(k.oid, true), '\\s+', ' ', 'g') AS definition
      FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
     WHERE c.relnamespace = 'public'::regnamespace AND k.contype IN ('c', 'f', 'p', 'u', 'x')
     UNION ALL
    SELECT c.relname::text, x.relname::text,
           regexp_replace(pg_get_indexdef(i.indexrelid, 0, true), '^CREATE UNIQUE INDEX \\S+ ON \\S+ ', 'UNIQUE INDEX ')
           || CASE WHEN i.indisvalid THEN '' ELSE ' INVALID' END
      FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND i.indisunique
       AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))`

export const actualNotNull = `
    SELECT c.relname::text AS of, a.attname::text AS name, a.attnum
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attnotnull
       AND NOT EXISTS (SELECT FROM pg_constraint k
                        WHERE k.conrelid = c.oid AND k.contype = 'n' AND NOT k.convalidated AND a.attnum = ANY (k.conkey))`

const constraints = CONSTRAINTS.map((line) => {
  const [, of, name, definition] = /^(\S+): (\S+) (.*)$/.exec(line)!
  return [of!, name!, definition!]
})

const columns = NOT_NULL.flatMap((line) => {
  const [of, names] = line.split(': ')
  return names!.split(' ').map((name) => [of!, name])
})

/** Tables that are not the application's may have constraints of their own. */
const shippedTables = [...new Set([...constraints, ...columns].map(([of]) => `'${of}'`))].join(', ')

export const changedConstraints = `
    SELECT CASE WHEN coalesce(s.definition, a.definition) LIKE 'UNIQUE INDEX %' THEN 'unique index ' ELSE 'constraint ' END
           || name || ' on ' || of,
           CASE WHEN a.definition IS NULL THEN 'is missing: ' || s.definition
                WHEN s.definition IS NULL THEN 'was added: ' || a.definition
                ELSE 'is now ' || a.definition END
      FROM (VALUES ${valuesOf(constraints)}) s (of, name, definition)
      FULL JOIN (SELECT * FROM (${actualConstraints}) a WHERE of IN (${shippedTables})) a USING (of, name)
     WHERE s.definition IS DISTINCT FROM a.definition`

export const changedColumns = `
    SELECT 'column ' || name || ' of ' || of,
           CASE WHEN a.attnum IS NULL THEN 'takes NULL, or is missing' ELSE 'does not take NULL any more' END
      FROM (VALUES ${valuesOf(columns)}) s (of, name)
      FULL JOIN (SELECT * FROM (${actualNotNull}) a WHERE of IN (${shippedTables})) a USING (of, name)
     WHERE s.name IS NULL OR a.attnum IS NULL`
