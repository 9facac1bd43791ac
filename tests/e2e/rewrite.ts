import type { SQLWrapper } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type postgres from 'postgres'
import { renewSeals } from '~/platform/db/step-seals.server'
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
    const execute = (query: SQLWrapper | string) => {
      const { sql: text, params } = new PgDialect().sqlToQuery((query as SQLWrapper).getSQL())
      return tx.unsafe(text, params as string[])
    }
    await renewSeals({ execute } as unknown as Parameters<typeof renewSeals>[0])
  }) as Promise<void>
