/**
 * What the database holds about the demo's people. The tests of a worker share its database, and many look at these
 * people: a test that changed one of them would decide, by the order in which tests run, whether another one passes.
 */
import type postgres from 'postgres'

/** By table and person, a hash of the rows; of every table with a user_id. Sessions may come and go. */
export type DemoState = Map<string, string>

export async function readDemoState(sql: postgres.ISql): Promise<DemoState> {
  const tables = await sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND column_name = 'user_id' AND table_type = 'BASE TABLE' AND table_name <> 'sessions'`
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

/** What differs between two states, by its names. */
export const changedParts = (before: DemoState, after: DemoState): string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((part) => before.get(part) !== after.get(part))
    .toSorted()
