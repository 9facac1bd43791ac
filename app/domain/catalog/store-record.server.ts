/** What a store's page says of tracking, confirmation and rules (docs/rules.md#46). */
import { sql } from 'drizzle-orm'
import { brands } from '~/platform/db/schema/catalogue'
import { formatPayout } from '~/platform/formats/money'
import { computePayout, rateColumns, type RatesNow } from './rates.server'
import type { FormatExample } from './rates'
import { isLive } from './offer-conditions.server'
import { MEMORY_DAYS, rememberRates, type RateMemory } from './rate-memory'

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
  cap_paise: string | null
}

const PARTS = Object.entries(rateColumns)

export const storeRatesColumn = sql<RateRow[] | null>`(
  SELECT json_agg(r ORDER BY r.rank, r.id) FROM (
    SELECT campaigns.id, campaigns.rank, campaigns.rate_for, campaigns.guest_clicks, campaigns.cap_paise::text, ${sql.join(
      PARTS.map(([name, column]) => sql`${column}::text AS ${sql.identifier(name)}`),
      sql`, `,
    )}
      FROM campaigns WHERE campaigns.brand_id = brands.id AND campaigns.rate_for IS NOT NULL AND ${isLive()}
     ORDER BY campaigns.rank, campaigns.id LIMIT ${sql.raw(String(MOST_RATES))}) AS r)`

export const toStoreRates = (rows: RateRow[] | null, formatExample: FormatExample) =>
  (rows ?? []).map((row) => {
    const payout = computePayout(toRates(row))
    const cap_paise = row.cap_paise === null ? null : BigInt(row.cap_paise)
    return {
      id: row.id,
      rateFor: row.rate_for,
      payout: formatPayout(payout),
      example: formatExample({ ...payout, cap_paise }),
      guestClicks: row.guest_clicks,
    }
  })

/** JSON has no bigint. */
const toRates = (row: RateRow): RatesNow =>
  Object.fromEntries(
    PARTS.map(([name]) => {
      const value = row[name] as string | null
      return [name, name.endsWith('_hundredths') && value !== null ? BigInt(value) : value]
    }),
  ) as unknown as RatesNow

interface MemoryRow extends Record<string, unknown> {
  days: number
  spans: { percent: string | null; rupees: string | null; seconds: number }[] | null
}

/** Each rate of the last 90 days with its total time. */
export const rateMemoryColumn = sql<MemoryRow | null>`(
  SELECT json_build_object('days', extract(epoch FROM now() - min(h.since)) / 86400, 'spans', (
    SELECT json_agg(s) FROM (
      SELECT r.percent::text AS percent, r.rupees::text AS rupees,
             sum(extract(epoch FROM r.until - greatest(r.since, now() - interval '${sql.raw(String(MEMORY_DAYS))} days'))) AS seconds
        FROM (SELECT percent, rupees, at AS since, coalesce(lead(at) OVER (ORDER BY at), now()) AS until
                FROM store_rates WHERE store = brands.id) AS r
       WHERE r.until > now() - interval '${sql.raw(String(MEMORY_DAYS))} days'
       GROUP BY 1, 2) AS s))
    FROM (SELECT at AS since FROM store_rates WHERE store = brands.id) AS h)`

/** Compared in the unit of the rate that the page shows. */
export function toRateMemory(
  row: MemoryRow | null,
  { up_to_percent, up_to_rupees }: { up_to_percent: bigint | null; up_to_rupees: bigint | null },
): RateMemory | null {
  const unit = up_to_percent === null ? 'rupees' : 'percent'
  const hundredths = up_to_percent ?? up_to_rupees
  const spans = (row?.spans ?? []).map((span) => {
    const value = span[unit]
    return { hundredths: value === null ? null : BigInt(value), seconds: Number(span.seconds) }
  })
  return rememberRates(hundredths === null ? null : { hundredths, unit }, spans, Number(row?.days ?? 0))
}
