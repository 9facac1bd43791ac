/** What a store's page says of tracking, confirmation and rules, and its rates by goods or customers (docs/rules.md#46). */
import { eq, sql } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { brands, campaigns } from '~/db/schema/catalogue'
import { formatPayout } from '~/formats/money'
import { done, type Done } from '~/outcome'
import { byRank } from './cards/cards.server'
import { findStore, type NamedStore, type NoStore } from './find-store.server'
import { payoutOf, rateColumns } from './rates/offer-rates.server'
import { isLive } from './unexpired.server'

/** Null: not known. Lists have one point a line. */
export interface StoreRecord {
  tracks_in_hours: number | null
  confirms_in_days: number | null
  app_orders: boolean | null
  takes_claims: boolean | null
  voids: string | null
  dos: string | null
  donts: string | null
}

export const recordColumns = {
  tracks_in_hours: brands.tracks_in_hours,
  confirms_in_days: brands.confirms_in_days,
  app_orders: brands.app_orders,
  takes_claims: brands.takes_claims,
  voids: brands.voids,
  dos: brands.dos,
  donts: brands.donts,
}

/** A row of the rates: the click on its offer locks its payout. */
export interface StoreRate {
  id: number
  rateFor: string
  payout: string
  guestClicks: boolean
}

const MOST_RATES = 20

export async function listStoreRates(brandId: ReturnType<typeof sql> | number): Promise<StoreRate[]> {
  const rows = await db
    .select({
      id: campaigns.id,
      rate_for: campaigns.rate_for,
      guest_clicks: campaigns.guest_clicks,
      ...rateColumns,
    })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(sql`campaigns.brand_id = ${brandId} AND campaigns.rate_for IS NOT NULL AND ${isLive()}`)
    .orderBy(...byRank)
    .limit(MOST_RATES)
  return rows.map((row) => ({
    id: row.id,
    rateFor: row.rate_for!,
    payout: formatPayout(payoutOf(row)),
    guestClicks: row.guest_clicks,
  }))
}

/** Leaves what is undefined as it is. */
export async function setStoreRecord(
  which: string,
  changes: Partial<StoreRecord>,
): Promise<Done<{ store: NamedStore; record: StoreRecord }> | NoStore> {
  const found = await findStore(which)
  if (!found.ok) return found
  const [record] = Object.keys(changes).length
    ? await db
        .update(brands)
        .set({ ...changes, updated_at: sql`now()` })
        .where(eq(brands.id, found.store.id))
        .returning(recordColumns)
    : await db.select(recordColumns).from(brands).where(eq(brands.id, found.store.id))
  return done({ store: found.store, record: record! })
}
