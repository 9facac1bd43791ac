import { sql } from 'drizzle-orm'
import { databaseError, type Tx } from '~/platform/db/client.server'
import { moneyTransaction } from '~/domain/wallet/ledger.server'

class RollbackError extends Error {
  constructor(readonly result: unknown) {
    super('rolled back')
  }
}

/** Returns the result of `work`. Checks all constraints, then rolls the transaction back. */
export async function previewTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await transactChange(async (tx) => {
      const result = await work(tx)
      await tx.execute(sql`SET CONSTRAINTS ALL IMMEDIATE`)
      throw new RollbackError(result)
    })
  } catch (error) {
    if (error instanceof RollbackError) return error.result as T
    throw error
  }
}

/** Another transaction took the same unique key: the second try sees its row and refuses by name. */
const TAKEN = '23505'

export async function transactChange<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await moneyTransaction(work)
  } catch (error) {
    if (databaseError(error)?.code !== TAKEN) throw error
    return moneyTransaction(work)
  }
}
