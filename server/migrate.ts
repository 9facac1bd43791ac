/** Runs the SQL of drizzle/ on a database, once, however many nodes start at the same moment. */
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'

/**
 * Two CREATE TABLE IF NOT EXISTS at once can still collide inside PostgreSQL's own catalogue: on a unique index there, on
 * the table, or on the type that goes with it.
 */
const COLLISIONS = new Set(['23505', '42P07', '42710'])

/** What only one process may do at a time; the numbers are rows of migration_lock. */
const LOCKS = { migrate: 1, seed: 2 }

/** Applies what is missing. */
export async function runMigrations(url: string, folder: string): Promise<void> {
  const work = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await withLock(url, 'migrate', () => migrate(drizzle(work), { migrationsFolder: folder }))
  } finally {
    await work.end()
  }
}

/**
 * Does `work` while no other process does it. The lock is a row held FOR UPDATE by an open transaction: it ends with its
 * connection, so a killed node leaves nothing behind, and it needs no advisory locks, which distributed engines lack.
 */
export async function withLock(
  url: string,
  name: keyof typeof LOCKS,
  work: () => Promise<void>,
): Promise<void> {
  const lock = postgres(url, { max: 1, onnotice: () => {} })
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
