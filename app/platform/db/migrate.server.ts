import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { openPool } from '~/platform/database-connection.server'
import { sealTransactions } from './step-seals.server'

/** Concurrent CREATE TABLE IF NOT EXISTS can collide in PostgreSQL's catalogue, on an index, the table or its type. */
const COLLISIONS = new Set(['23505', '42P07', '42710'])

const LOCKS = { migrate: 1, seed: 2 }

/** The time (ms) of the last migration of release 0.1.0 as drizzle records it. Upgrades begin there. */
const OLDEST = 1795385514969

export class DatabaseTooOld extends Error {}

/** Safe to run concurrently. Throws DatabaseTooOld for a database older than release 0.1.0. */
export async function runMigrations(url: string, folder: string): Promise<void> {
  const sql = openPool(url, { max: 1, onnotice: () => {} })
  sealTransactions(sql)
  try {
    await withLock(url, 'migrate', async () => {
      const newest = await readNewest(sql)
      if (newest && newest < OLDEST)
        throw new DatabaseTooOld(
          'The database is older than release 0.1.0 (commit e01d5e1). Start that release on it once, then this one: docs/operations.md',
        )
      const run = (from: string) => migrate(drizzle(sql), { migrationsFolder: from })
      if (newest) await run(path.join(folder, 'upgrade'))
      await run(folder)
      await applyFunctions(sql, path.join(folder, 'functions'))
    })
  } finally {
    await sql.end()
  }
}

/** In ms; 0: no migration was applied. */
async function readNewest(sql: postgres.Sql): Promise<number> {
  const [table] = await sql`SELECT to_regclass('drizzle.__drizzle_migrations') AS name`
  if (!table?.name) return 0
  const [row] = await sql`SELECT max(created_at) AS newest FROM drizzle.__drizzle_migrations`
  return Number(row?.newest ?? 0)
}

/** Applies each text once. Statements commit alone: none waits for a table while it holds another. */
async function applyFunctions(sql: postgres.Sql, folder: string): Promise<void> {
  await sql`CREATE TABLE IF NOT EXISTS drizzle.functions (
    file text, hash text, applied_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (file, hash))`
  const rows = await sql<{ applied: string }[]>`SELECT file || ' ' || hash AS applied FROM drizzle.functions`
  const applied = new Set(rows.map((row) => row.applied))
  for (const file of fs.readdirSync(folder).toSorted()) {
    const text = fs.readFileSync(path.join(folder, file), 'utf8')
    const hash = createHash('sha256').update(text).digest('hex')
    if (applied.has(`${file} ${hash}`)) continue
    for (const statement of text.split('--> statement-breakpoint')) await sql.unsafe(statement)
    await sql`INSERT INTO drizzle.functions (file, hash) VALUES (${file}, ${hash})`
  }
}

/** Uses a row lock: a killed node releases it, and distributed engines may lack advisory locks. */
export async function withLock(
  url: string,
  name: keyof typeof LOCKS,
  work: () => Promise<void>,
): Promise<void> {
  const lock = openPool(url, { max: 1, onnotice: () => {} })
  try {
    await makeLock(lock, LOCKS[name])
    await lock.begin(async (tx) => {
      await tx`SELECT id FROM migration_lock WHERE id = ${LOCKS[name]} FOR UPDATE`
      await work()
    })
  } finally {
    await lock.end()
  }
}

async function makeLock(sql: postgres.Sql, id: number): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await sql`CREATE TABLE IF NOT EXISTS migration_lock (id smallint PRIMARY KEY)`
      await sql`INSERT INTO migration_lock (id) VALUES (${id}) ON CONFLICT DO NOTHING`
      return
    } catch (error) {
      const collided = error instanceof postgres.PostgresError && COLLISIONS.has(error.code)
      if (!collided || attempt === 5) throw error
    }
  }
}
