import { eq, sql } from 'drizzle-orm'
import { inTransaction, type Tx } from '~/db/client.server'
import { brands } from '~/db/schema/catalogue'

type DaysColumn = 'holding_days' | 'promise_days'

async function setDays(
  tx: Tx,
  storeId: number,
  column: DaysColumn,
  days: number | null,
): Promise<number | null> {
  const where = eq(brands.id, storeId)
  const [before] = await tx.select({ days: brands[column] }).from(brands).where(where).for('update')
  await tx
    .update(brands)
    .set({ [column]: days, updated_at: sql`now()` })
    .where(where)
  return before!.days
}

/** Applies to sales approved from now on. Null: the network's days, or HOLDING_DAYS. Returns the earlier value. */
export const setHoldingDays = (storeId: number, days: number | null, within?: Tx): Promise<number | null> =>
  inTransaction((tx) => setDays(tx, storeId, 'holding_days', days), within)

/** Applies to clicks from now on, where it is longer than PROMISE_DAYS. Null: PROMISE_DAYS. Returns the earlier value. */
export const setPromiseDays = (storeId: number, days: number | null, within?: Tx): Promise<number | null> =>
  inTransaction((tx) => setDays(tx, storeId, 'promise_days', days), within)
