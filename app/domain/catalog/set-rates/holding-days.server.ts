import { eq, sql } from 'drizzle-orm'
import { inTransaction, type Reader, type Tx } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { readSettings } from '~/settings/settings.server'

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

/** Whether sales of one of the store's networks would be held for less. */
export async function lowersHoldingDays(
  reader: Reader,
  storeId: number,
  days: number | null,
): Promise<boolean> {
  const { HOLDING_DAYS, HOLDING_DAYS_BY_NETWORK } = await readSettings(reader)
  const [before] = await reader
    .select({ days: brands.holding_days })
    .from(brands)
    .where(eq(brands.id, storeId))
  const networks = await reader
    .selectDistinct({ name: campaigns.network })
    .from(campaigns)
    .where(eq(campaigns.brand_id, storeId))
  const standard = [HOLDING_DAYS, ...networks.flatMap(({ name }) => HOLDING_DAYS_BY_NETWORK.get(name) ?? [])]
  return standard.some((usual) => (days ?? usual) < (before?.days ?? usual))
}
