/** Limits statements of a server process; commands and migrations have no limit. */
import { sql } from 'drizzle-orm'
import { databaseError, db, type Tx } from './client.server'

/** Milliseconds; 0: no limit. Applies to connections opened afterwards. */
export function limitStatements(ms: number): void {
  // The driver leaves out falsy values.
  db.$client.options.connection.statement_timeout = ms
}

/** Runs without the limit, for jobs whose statements grow with the catalogue or the ledger. */
export const longTransaction = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL statement_timeout = 0`)
    return work(tx)
  })

export const isCancelled = (error: unknown): boolean => databaseError(error)?.code === '57014'
