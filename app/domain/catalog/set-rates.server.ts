import { eq, sql } from 'drizzle-orm'
import { inTransaction, type Reader, type Tx } from '~/platform/db/client.server'
import { brands, campaigns } from '~/platform/db/schema/catalogue'
import { lockCatalogue } from './catalogue-lock.server'
import { rateColumns, storeRateColumns } from './rates.server'
import { planRates, type RatePatch, type RatePlan } from './set-rates/plan-rates.server'
import type { Rates, SetRate } from './rates'

/** Undefined keeps a part; null removes it, so that the next source applies. */
export interface StoreRates {
  payout?: SetRate | null | undefined
  commission?: SetRate | null | undefined
  share?: bigint | null | undefined
}

export interface RatesSet {
  plan: RatePlan
  before: RatePatch
  after: RatePatch
}

/** Recorded clicks keep their promised payout. */
export const setStoreRates = (storeId: number, rates: StoreRates, within?: Tx): Promise<RatesSet> =>
  inTransaction(async (tx) => {
    await lockCatalogue(tx)
    const patch = storePatch(rates)
    const plan = await planStoreRates(tx, storeId, rates)
    const [before] = await tx.select(storeRateColumns).from(brands).where(eq(brands.id, storeId))
    await tx
      .update(brands)
      .set({ ...toBrandColumns(patch), updated_at: sql`now()` })
      .where(eq(brands.id, storeId))
    return { plan, before: pickParts(before!, patch), after: patch }
  }, within)

/** `payout` null: that of the store or the feed applies again. */
export const setOfferPayout = (offerId: number, payout: SetRate | null, within?: Tx): Promise<RatesSet> =>
  inTransaction(async (tx) => {
    await lockCatalogue(tx)
    const patch = offerPatch(payout)
    const where = eq(campaigns.id, offerId)
    const plan = await planOfferPayout(tx, offerId, payout)
    const [before] = await tx.select(offerColumns).from(campaigns).where(where)
    await tx
      .update(campaigns)
      .set({ ...patch, updated_at: sql`now()` })
      .where(where)
    return { plan, before: before!, after: patch }
  }, within)

export const planStoreRates = (reader: Reader, storeId: number, rates: StoreRates): Promise<RatePlan> =>
  planRates(reader, eq(campaigns.brand_id, storeId), storePatch(rates))

export const planOfferPayout = (reader: Reader, offerId: number, payout: SetRate | null): Promise<RatePlan> =>
  planRates(reader, eq(campaigns.id, offerId), offerPatch(payout))

/** The rates of sales are measured by the commission: raising it, or removing it, lets more be lost. */
export async function raisesCeiling(
  reader: Reader,
  storeId: number,
  { commission }: StoreRates,
): Promise<boolean> {
  if (commission === undefined) return false
  const { commission_hundredths: hundredths, commission_model: model } = brands
  const [before] = await reader.select({ hundredths, model }).from(brands).where(eq(brands.id, storeId))
  if (!before || before.hundredths === null) return commission !== null
  return commission === null || commission.model !== before.model || commission.hundredths > before.hundredths
}

const offerPatch = (payout: SetRate | null) => ({
  set_payout_hundredths: payout?.hundredths ?? null,
  set_payout_model: payout?.model ?? null,
})

const offerColumns = {
  set_payout_hundredths: rateColumns.set_payout_hundredths,
  set_payout_model: rateColumns.set_payout_model,
}

const pickParts = (rates: RatePatch, patch: RatePatch): RatePatch =>
  Object.fromEntries(Object.keys(patch).map((part) => [part, rates[part as keyof Rates]]))

function storePatch({ payout, commission, share }: StoreRates): RatePatch {
  return {
    ...(payout !== undefined && {
      store_payout_hundredths: payout?.hundredths ?? null,
      store_payout_model: payout?.model ?? null,
    }),
    ...(commission !== undefined && {
      store_commission_hundredths: commission?.hundredths ?? null,
      store_commission_model: commission?.model ?? null,
    }),
    ...(share !== undefined && { store_share_hundredths: share }),
  }
}

const toBrandColumns = (patch: RatePatch): Partial<typeof brands.$inferInsert> =>
  Object.fromEntries(Object.entries(patch).map(([part, value]) => [part.replace('store_', ''), value]))
