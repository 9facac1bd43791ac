/** Runs the SQL of drizzle/ on a database, once, however many nodes start at the same moment. */
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'

/** Two CREATE TABLE IF NOT EXISTS at once can still collide inside PostgreSQL's own catalogue. */
const COLLISIONS = new Set(['23505', '42P07'])

/**
 * Applies what is missing. The lock is a row held FOR UPDATE by an open transaction: it ends with its connection, so a
 * killed node leaves nothing behind, and it needs no advisory locks, which distributed engines lack.
 */
export async function runMigrations(url: string, folder: string): Promise<void> {
  const lock = postgres(url, { max: 1, onnotice: () => {} })
  const work = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await makeLockTable(lock)
    await lock.begin(async (tx) => {
      await tx`SELECT id FROM migration_lock WHERE id = 1 FOR UPDATE`
      await migrate(drizzle(work), { migrationsFolder: folder })
    })
  } finally {
    await Promise.all([lock.end(), work.end()])
  }
}

async function makeLockTable(sql: postgres.Sql): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await sql`CREATE TABLE IF NOT EXISTS migration_lock (id smallint PRIMARY KEY)`
      await sql`INSERT INTO migration_lock (id) VALUES (1) ON CONFLICT DO NOTHING`
      return
    } catch (error) {
      const collided = error instanceof postgres.PostgresError && COLLISIONS.has(error.code)
      if (!collided || attempt === 5) throw error
    }
  }
}
