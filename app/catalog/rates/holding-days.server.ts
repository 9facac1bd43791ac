import { eq, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { brands } from '~/db/schema/catalogue'
import { done, type Done } from '~/outcome'
import { findStore, type NamedStore, type NoStore } from '../find-store.server'

/** Applies to sales approved from now on. Null: the network's holding period, or HOLDING_DAYS. */
export async function setHoldingDays(
  which: string,
  days: number | null,
): Promise<Done<{ store: NamedStore }> | NoStore> {
  const found = await findStore(which)
  if (!found.ok) return found
  await db
    .update(brands)
    .set({ holding_days: days, updated_at: sql`now()` })
    .where(eq(brands.id, found.store.id))
  return done({ store: found.store })
}
