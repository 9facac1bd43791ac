import { formatValues } from '../audit'
import shipped from './shipped-schema.json'

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
    SELECT c.relname::text AS of, a.attname::text AS name
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attnotnull
       AND NOT EXISTS (SELECT FROM pg_constraint k
                        WHERE k.conrelid = c.oid AND k.contype = 'n' AND NOT k.convalidated AND a.attnum = ANY (k.conkey))`

export const actualDefaults = `
    SELECT c.relname::text AS of, a.attname::text AS name,
           CASE a.attidentity WHEN 'a' THEN 'identity' WHEN 'd' THEN 'identity by default'
                              ELSE pg_get_expr(d.adbin, d.adrelid, true) END AS definition
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
       AND (a.attidentity <> '' OR d.oid IS NOT NULL)`

export const splitNames = (objects: Readonly<Record<string, string>>): string[][] =>
  Object.entries(objects).map(([place, definition]) => [...place.split('.'), definition])

const constraints = splitNames(shipped.constraints)

const defaults = splitNames(shipped.defaults)

const columns = Object.entries(shipped.notNull).flatMap(([of, names]) =>
  names.split(' ').map((name) => [of, name]),
)

const shippedTables = [...new Set([...constraints, ...columns].map(([of]) => `'${of}'`))].join(', ')

const selectChanges = (subject: string, expected: string[][], actual: string) => `
    SELECT ${subject},
           CASE WHEN a.definition IS NULL THEN 'is missing: ' || s.definition
                WHEN s.definition IS NULL THEN 'was added: ' || a.definition
                ELSE 'is now ' || a.definition END
      FROM (VALUES ${formatValues(expected)}) s (of, name, definition)
      FULL JOIN (SELECT * FROM (${actual}) a WHERE of IN (${shippedTables})) a USING (of, name)
     WHERE s.definition IS DISTINCT FROM a.definition`

export const changedConstraints = selectChanges(
  `CASE WHEN coalesce(s.definition, a.definition) LIKE 'UNIQUE INDEX %' THEN 'unique index ' ELSE 'constraint ' END
     || name || ' on ' || of`,
  constraints,
  actualConstraints,
)

export const changedDefaults = selectChanges(
  `'default of ' || name || ' of ' || of`,
  defaults,
  actualDefaults,
)

export const changedColumns = `
    SELECT 'column ' || name || ' of ' || of,
           CASE WHEN a.name IS NULL THEN 'takes NULL, or is missing' ELSE 'does not take NULL any more' END
      FROM (VALUES ${formatValues(columns)}) s (of, name)
      FULL JOIN (SELECT * FROM (${actualNotNull}) a WHERE of IN (${shippedTables})) a USING (of, name)
     WHERE s.name IS NULL OR a.name IS NULL`

const isOurTable = `c.relnamespace = 'public'::regnamespace AND c.relname IN (${shippedTables})`

/** Objects that hide rows from the application, add rows to its tables, or let everybody write them. */
export const addedToTables = `
    SELECT 'policy ' || p.polname || ' on ' || c.relname, 'was added'
      FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid WHERE ${isOurTable}
     UNION ALL
    SELECT 'row level security of ' || c.relname, 'is enabled'
      FROM pg_class c WHERE ${isOurTable} AND (c.relrowsecurity OR c.relforcerowsecurity)
     UNION ALL
    SELECT 'table ' || i.inhrelid::regclass, 'adds its rows to ' || c.relname
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhparent WHERE ${isOurTable}
     UNION ALL
    SELECT 'grant on ' || c.relname, lower(g.privilege_type) || ' to everybody'
      FROM pg_class c, aclexplode(c.relacl) g WHERE ${isOurTable} AND g.grantee = 0`

const numbered = defaults.filter(
  ([, name, definition]) => name === 'id' && definition!.startsWith('identity'),
)

/** A sequence that was set back gives out numbers that references and notices already use. */
export const restartedNumbers = numbered
  .map(
    ([of]) => `
    SELECT 'numbering of ${of}' AS subject,
           'is at ' || n.last || ', the newest row is ' || m.newest AS detail
      FROM (SELECT coalesce(pg_sequence_last_value(seqrelid), seqstart - 1) AS last FROM pg_sequence
             WHERE seqrelid = pg_get_serial_sequence('${of}', 'id')::regclass) n,
           (SELECT max(id) AS newest FROM ${of}) m
     WHERE m.newest > n.last`,
  )
  .join(' UNION ALL ')
