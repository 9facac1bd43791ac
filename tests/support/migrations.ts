import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { afterAll, beforeAll, inject } from 'vitest'
import { runMigrations } from '~/platform/db/migrate.server'

interface Journal {
  entries: { tag: string }[]
}

/** Executes a file of tests/upgrade/ (README.md there). */
export async function executeFile(client: postgres.Sql, name: 'old-schema' | 'old-version'): Promise<void> {
  await client.unsafe(gunzipSync(fs.readFileSync(`tests/upgrade/${name}.sql.gz`)).toString())
}

/** A new database for the tests of a file. */
export function scratchDatabase() {
  const name = `scratch_${randomBytes(6).toString('hex')}`
  const admin = postgres(inject('postgresUrl'), { max: 1, onnotice: () => {} })
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  const client = postgres(url.href, { max: 1, onnotice: () => {} })
  beforeAll(() => admin.unsafe(`CREATE DATABASE ${name}`))
  afterAll(async () => {
    await client.end()
    await admin.unsafe(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  })
  return { url: url.href, client }
}

/** A database of release 0.1.0, upgraded up to the migration before `tag` by begin(), and completely by finish(). */
export function migratedInTwo(tag: string): {
  begin: () => Promise<postgres.Sql>
  finish: () => Promise<void>
} {
  const { url, client } = scratchDatabase()
  return {
    async begin() {
      await makeOldDatabase(client, tag)
      return client
    },
    finish: () => runMigrations(url, 'drizzle'),
  }
}

/** The schema of release 0.1.0, upgraded up to the migration before `tag`. */
export async function makeOldDatabase(client: postgres.Sql, tag: string): Promise<void> {
  await executeFile(client, 'old-schema')
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-migrations-'))
  try {
    copyBefore(tag, folder)
    await migrate(drizzle(client), { migrationsFolder: folder })
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function copyBefore(tag: string, folder: string): void {
  fs.cpSync('drizzle/upgrade', folder, { recursive: true })
  const file = path.join(folder, 'meta/_journal.json')
  const journal = JSON.parse(fs.readFileSync(file, 'utf8')) as Journal
  const at = journal.entries.findIndex((entry) => entry.tag.endsWith(tag))
  if (at < 0) throw new Error(`no migration ${tag}`)
  fs.writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }))
}

/** A line for each object of the schema, without what a database keeps of its migrations. */
export async function describeSchema(client: postgres.Sql): Promise<string[]> {
  const rows = await client<{ line: string }[]>`
    SELECT concat_ws(' ', 'column', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
                     a.attgenerated, pg_get_expr(d.adbin, d.adrelid), a.attoptions, a.attcollation::regcollation) AS line
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v') AND a.attnum > 0 AND NOT a.attisdropped
     UNION ALL
    SELECT concat_ws(' ', 'relation', relname, relkind, relpersistence, reloptions) FROM pg_class WHERE relnamespace = 'public'::regnamespace
     UNION ALL
    SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION ALL
    SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL
    SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
     UNION ALL
    SELECT concat_ws(' ', pg_get_triggerdef(oid), tgenabled) FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL
    SELECT concat_ws(' ', 'view', viewname, definition) FROM pg_views WHERE schemaname = 'public'
     UNION ALL
    SELECT concat_ws(' ', 'sequence', sequencename, data_type, start_value, increment_by, min_value, max_value, cycle, cache_size)
      FROM pg_sequences WHERE schemaname = 'public'`
  return rows.map(({ line }) => line).toSorted()
}
