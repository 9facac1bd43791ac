import type postgres from 'postgres'
import { NOTE_DIGESTS } from '../support/note-digests'

/** Makes rows older than any command can, with all triggers disabled; the books balance afterwards. */
export const rewrite = (
  sql: postgres.Sql,
  work: (tx: postgres.TransactionSql) => Promise<unknown>,
): Promise<void> =>
  sql.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`
    await work(tx)
    await tx.unsafe(NOTE_DIGESTS)
  }) as Promise<void>
