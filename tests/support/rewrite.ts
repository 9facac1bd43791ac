// Creates rows that no command can, for states that only time or tampering produces.
import { sql, type SQL } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { renewSeals } from '~/platform/db/step-seals.server'
import { NOTE_DIGESTS } from './note-digests'

/** Runs statements with all database triggers disabled. */
export const rewrite = (...statements: SQL[]): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    for (const statement of statements) await tx.execute(statement)
    await tx.execute(sql.raw(NOTE_DIGESTS))
    await renewSeals(tx)
  })
