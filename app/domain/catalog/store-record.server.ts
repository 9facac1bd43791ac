/** What a store's page says of tracking, confirmation and rules (docs/rules.md#46). */
import { eq, sql } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { brands } from '~/platform/db/schema/catalogue'
import { formatPayout } from '~/platform/formats/money'
import { computePayout, rateColumns, type RatesNow } from './rates.server'
import { isLive } from './campaign-conditions.server'

export const recordColumns = {
  tracks_in_hours: brands.tracks_in_hours,
  confirms_in_days: brands.confirms_in_days,
  app_orders: brands.app_orders,
  takes_claims: brands.takes_claims,
  voids: brands.voids,
  dos: brands.dos,
  donts: brands.donts,
}

/** Null: not known. Lists have one point a line. */
export type StoreRecord = Pick<typeof brands.$inferSelect, keyof typeof recordColumns>
export type StoreRules = Pick<StoreRecord, 'takes_claims' | 'voids' | 'dos' | 'donts'>

export type StoreRate = ReturnType<typeof toStoreRates>[number]

const MOST_RATES = 20

interface RateRow extends Record<string, unknown> {
  id: number
  rate_for: string
  guest_clicks: boolean
}

const PARTS = Object.entries(rateColumns)

export const storeRatesColumn = sql<RateRow[] | null>`(
  SELECT json_agg(r ORDER BY r.rank, r.id) FROM (
    SELECT campaigns.id, campaigns.rank, campaigns.rate_for, campaigns.guest_clicks, ${sql.join(
      PARTS.map(([name, column]) => sql`${column}::text AS ${sql.identifier(name)}`),
      sql`, `,
    )}
      FROM campaigns WHERE campaigns.brand_id = brands.id AND campaigns.rate_for IS NOT NULL AND ${isLive()}
     ORDER BY campaigns.rank, campaigns.id LIMIT ${sql.raw(String(MOST_RATES))}) AS r)`

export const toStoreRates = (rows: RateRow[] | null) =>
  (rows ?? []).map((row) => ({
    id: row.id,
    rateFor: row.rate_for,
    payout: formatPayout(computePayout(toRates(row))),
    guestClicks: row.guest_clicks,
  }))

/** JSON has no bigint. */
const toRates = (row: RateRow): RatesNow =>
  Object.fromEntries(
    PARTS.map(([name]) => {
      const value = row[name] as string | null
      return [name, name.endsWith('_hundredths') && value !== null ? BigInt(value) : value]
    }),
  ) as unknown as RatesNow

export async function readStoreRecord(storeId: number, reader: Reader = db): Promise<StoreRecord> {
  const [record] = await reader.select(recordColumns).from(brands).where(eq(brands.id, storeId))
  return record!
}

export async function setStoreRecord(
  storeId: number,
  changes: Partial<StoreRecord>,
  within: Reader = db,
): Promise<StoreRecord> {
  const [record] = await within
    .update(brands)
    .set({ ...changes, updated_at: sql`now()` })
    .where(eq(brands.id, storeId))
    .returning(recordColumns)
  return record!
}
