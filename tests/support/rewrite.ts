/** Rows as no command leaves them: for what only time, or a thief, brings about. */
import { sql, type SQL } from 'drizzle-orm'
import { db } from '~/db/client.server'

/** Runs statements with the triggers of the database off. */
export const rewrite = (...statements: SQL[]): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    for (const statement of statements) await tx.execute(statement)
  })
