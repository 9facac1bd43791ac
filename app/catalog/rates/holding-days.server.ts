import { eq, sql } from 'drizzle-orm'
import { inTransaction, type Tx } from '~/db/client.server'
import { brands } from '~/db/schema/catalogue'

/** Applies to sales approved from now on. Null: the network's days, or HOLDING_DAYS. Returns the earlier value. */
export const setHoldingDays = (storeId: number, days: number | null, within?: Tx): Promise<number | null> =>
  inTransaction(async (tx) => {
    const where = eq(brands.id, storeId)
    const [before] = await tx.select({ days: brands.holding_days }).from(brands).where(where).for('update')
    await tx
      .update(brands)
      .set({ holding_days: days, updated_at: sql`now()` })
      .where(where)
    return before!.days
  }, within)
