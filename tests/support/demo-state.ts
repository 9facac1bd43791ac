// The tests of a worker share its database, and many look at the demo's people. A test that changed one of them would make
// the results depend on the order of the tests.
import type postgres from 'postgres'

/** Hash of the rows by table and person, for every table with a user_id except sessions, and deliveries, which a worker sends. */
export type DemoState = Map<string, string>

export async function readDemoState(sql: postgres.ISql): Promise<DemoState> {
  const tables = await sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND column_name = 'user_id' AND table_type = 'BASE TABLE'
       AND table_name NOT IN ('sessions', 'deliveries')`
  const owners = [
    `SELECT 'users' AS part, id AS owner, t::text AS facts FROM users t`,
    `SELECT 'friends', referred_by, id::text FROM users WHERE referred_by IS NOT NULL`,
    ...tables.map(({ name }) => `SELECT '${name}', user_id, t::text FROM ${name} t`),
  ]
  const rows = await sql.unsafe<{ part: string; username: string; hash: string }[]>(`
    SELECT part, username, md5(string_agg(facts, chr(10) ORDER BY facts)) AS hash
      FROM (${owners.join(' UNION ALL ')}) AS held JOIN users ON users.id = owner
     WHERE email LIKE '%@demo.example' GROUP BY part, username`)
  return new Map(rows.map(({ part, username, hash }) => [`${part} of ${username}`, hash]))
}

export const findChangedParts = (before: DemoState, after: DemoState): string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((part) => before.get(part) !== after.get(part))
    .toSorted()
