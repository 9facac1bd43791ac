/** Sets the rates of stores and offers (docs/rules.md#38). */
import { and, eq, gt, isNull, or, sql, type SQL } from 'drizzle-orm'
import { inTransaction, type Reader, type Tx } from '~/db/client.server'
import { brands, campaigns } from '~/db/schema/catalogue'
import { formatPayout } from '~/formats/money'
import { lockCatalogue } from '../catalogue-lock.server'
import { rateColumns, rateNow } from './offer-rates.server'
import { isSameRate, losesMoney, writeCommission, type Rate, type Rates, type SetRate } from './rates'

/** Undefined keeps a part; null removes it, so that the next source applies. */
export interface StoreRates {
  payout?: SetRate | null | undefined
  commission?: SetRate | null | undefined
  share?: bigint | null | undefined
}

export interface RateStep {
  offers: number
  before: Rate
  after: Rate
}

export interface RatePlan {
  offers: number
  changed: number
  losing: number
  /** Offers whose own payout takes precedence over the new commission or share. */
  given: number
  withoutShare: number
  withoutCommission: number
  steps: RateStep[]
}

type RatePatch = Partial<Rates>

export interface RatesSet {
  plan: RatePlan
  before: RatePatch
  after: RatePatch
}

const hasNotEnded = or(isNull(campaigns.ends_at), gt(campaigns.ends_at, sql`now()`))

export const selectRates = (reader: Reader, where?: SQL) =>
  reader
    .select({
      id: campaigns.id,
      title: campaigns.title,
      store: brands.name,
      coupon_code: brands.coupon_code,
      ...rateColumns,
    })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(and(hasNotEnded, where))
    .orderBy(sql`lower(${brands.name})`, brands.id, campaigns.id)

async function planRates(reader: Reader, where: SQL, patch: RatePatch): Promise<RatePlan> {
  const rows = await selectRates(reader, where)
  const offers = rows.map((row) => ({ before: rateNow(row), after: rateNow({ ...row, ...patch }) }))
  const changed = offers.filter(({ before, after }) => !isSameRate(before, after))
  const count = (fits: (offer: (typeof offers)[number]) => boolean) => offers.filter(fits).length
  return {
    offers: offers.length,
    changed: changed.length,
    losing: count(({ after }) => losesMoney(after)),
    given: count(
      ({ before, after }) =>
        after.source !== 'commission' &&
        after.source !== 'none' &&
        (before.share !== after.share || writeCommission(before) !== writeCommission(after)),
    ),
    withoutShare: count(({ after }) => after.source === 'none' && !!after.commission && after.share === null),
    withoutCommission: count(
      ({ after }) => after.source === 'none' && !after.commission && after.share !== null,
    ),
    steps: groupSteps(changed),
  }
}

function groupSteps(changed: readonly { before: Rate; after: Rate }[]): RateStep[] {
  const steps = new Map<string, RateStep>()
  for (const offer of changed) {
    const { before, after } = offer
    const key = [before, after].map((rate) => [formatPayout(rate.payout), writeCommission(rate)]).join()
    const step = steps.get(key)
    if (step) step.offers++
    else steps.set(key, { ...offer, offers: 1 })
  }
  return [...steps.values()].toSorted((a, b) => b.offers - a.offers)
}

/** Recorded clicks keep their promised payout. */
export const setStoreRates = (storeId: number, rates: StoreRates, within?: Tx): Promise<RatesSet> =>
  inTransaction(async (tx) => {
    await lockCatalogue(tx)
    const patch = storePatch(rates)
    const plan = await planRates(tx, eq(campaigns.brand_id, storeId), patch)
    const [before] = await tx.select(storeColumns).from(brands).where(eq(brands.id, storeId))
    await tx
      .update(brands)
      .set({ ...brandColumns(patch), updated_at: sql`now()` })
      .where(eq(brands.id, storeId))
    return { plan, before: pickParts(before!, patch), after: patch }
  }, within)

/** `payout` null: that of the store or the feed applies again. */
export const setOfferPayout = (offerId: number, payout: SetRate | null, within?: Tx): Promise<RatesSet> =>
  inTransaction(async (tx) => {
    await lockCatalogue(tx)
    const patch = {
      set_payout_hundredths: payout?.hundredths ?? null,
      set_payout_model: payout?.model ?? null,
    }
    const where = eq(campaigns.id, offerId)
    const plan = await planRates(tx, where, patch)
    const [before] = await tx.select(offerColumns).from(campaigns).where(where)
    await tx
      .update(campaigns)
      .set({ ...patch, updated_at: sql`now()` })
      .where(where)
    return { plan, before: before!, after: patch }
  }, within)

const offerColumns = {
  set_payout_hundredths: rateColumns.set_payout_hundredths,
  set_payout_model: rateColumns.set_payout_model,
}
const storeColumns = {
  store_payout_hundredths: rateColumns.store_payout_hundredths,
  store_payout_model: rateColumns.store_payout_model,
  store_commission_hundredths: rateColumns.store_commission_hundredths,
  store_commission_model: rateColumns.store_commission_model,
  store_share_hundredths: rateColumns.store_share_hundredths,
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

const brandColumns = (patch: RatePatch): Partial<typeof brands.$inferInsert> =>
  Object.fromEntries(Object.entries(patch).map(([part, value]) => [part.replace('store_', ''), value]))
