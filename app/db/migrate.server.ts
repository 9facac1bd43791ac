import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'

/** Concurrent CREATE TABLE IF NOT EXISTS can collide in PostgreSQL's catalogue, on an index, the table or its type. */
const COLLISIONS = new Set(['23505', '42P07', '42710'])

const LOCKS = { migrate: 1, seed: 2 }

/** Safe to run concurrently from several nodes. */
export async function runMigrations(url: string, folder: string): Promise<void> {
  const work = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await withLock(url, 'migrate', () => migrate(drizzle(work), { migrationsFolder: folder }))
  } finally {
    await work.end()
  }
}

/** Uses a row lock: a killed node releases it, and distributed engines may lack advisory locks. */
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
