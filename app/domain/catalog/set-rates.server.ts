import { and, eq, gt, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import { db, inTransaction, type Reader, type Tx } from '~/platform/db/client.server'
import { brands, campaigns, plannedRates } from '~/platform/db/schema/catalogue'
import { formatPayout } from '~/platform/formats/money'
import { readSettings } from '~/domain/settings/settings.server'
import { lockCatalogue } from './catalogue-lock.server'
import { findRateDoubts, type RateDoubt } from './rate-doubts.server'
import { isSameRate, losesMoney, type Rate, type Rates, type SetRate, formatCommission } from './rates'
import { computeCurrentRate, rateColumns, storeRateColumns, type RatesNow } from './rates.server'

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
  /** Planned rates with an end that were in force, which do not end by themselves any more. */
  replaced: number[]
}

export interface RateTarget {
  kind: 'store' | 'offer'
  id: number
}

const findColumn = ({ kind }: RateTarget) =>
  kind === 'offer' ? plannedRates.campaign_id : plannedRates.brand_id

/** Planned rates of exactly this store or offer. */
export const isPlanOf = (target: RateTarget): SQL => eq(findColumn(target), target.id)

/** A rate with an end is in force: nothing else may be applied over it, or what returns at its end would be lost. */
export const isInForce = (): SQL => and(eq(plannedRates.state, 'applied'), isNotNull(plannedRates.ends_at))!

async function replacePlanned(tx: Tx, target: RateTarget): Promise<number[]> {
  const replaced = await tx
    .update(plannedRates)
    .set({ state: 'replaced', changed_at: sql`now()` })
    .where(and(isPlanOf(target), isInForce()))
    .returning({ id: plannedRates.id })
  return replaced.map(({ id }) => id)
}

const toKey = ({ kind, id }: RateTarget): string => `${kind} ${id}`

/** By target: what is set there without the rate with an end that is in force. No new rate is measured by one that ends. */
async function readLasting(reader: Reader): Promise<Map<string, SetRate | null>> {
  const rows = await reader
    .select({
      offer: plannedRates.campaign_id,
      store: plannedRates.brand_id,
      hundredths: plannedRates.before_hundredths,
      model: plannedRates.before_model,
    })
    .from(plannedRates)
    .where(isInForce())
  return new Map(
    rows.map(({ offer, store, hundredths, model }) => [
      toKey(offer === null ? { kind: 'store', id: store! } : { kind: 'offer', id: offer }),
      toSetRate(hundredths, model),
    ]),
  )
}

/** What is set there, and returns where a rate with an end is in force. */
export async function readLastingPayout(reader: Reader, target: RateTarget): Promise<SetRate | null> {
  const lasting = (await readLasting(reader)).get(toKey(target))
  if (lasting !== undefined) return lasting
  const { kind, id } = target
  const [row] =
    kind === 'offer'
      ? await reader
          .select({ hundredths: campaigns.set_payout_hundredths, model: campaigns.set_payout_model })
          .from(campaigns)
          .where(eq(campaigns.id, id))
      : await reader
          .select({ hundredths: brands.payout_hundredths, model: brands.payout_model })
          .from(brands)
          .where(eq(brands.id, id))
  return row ? toSetRate(row.hundredths, row.model) : null
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
      .set({ ...toStoreColumns(patch), updated_at: sql`now()` })
      .where(eq(brands.id, storeId))
    const replaced =
      rates.payout === undefined ? [] : await replacePlanned(tx, { kind: 'store', id: storeId })
    return { plan, before: pickParts(before!, patch), after: patch, replaced }
  }, within)

/** `payout` null: that of the store or the feed applies again. */
export const setOfferPayout = (offerId: number, payout: SetRate | null, within?: Tx): Promise<RatesSet> =>
  inTransaction(async (tx) => {
    await lockCatalogue(tx)
    const target: RateTarget = { kind: 'offer', id: offerId }
    const plan = await planPayout(tx, target, payout)
    const before = await writePayout(tx, target, payout)
    const replaced = await replacePlanned(tx, target)
    return { plan, before: offerPatch(before), after: offerPatch(payout), replaced }
  }, within)

export interface OfferRatesSet {
  id: number
  before: RatePatch
  after: RatePatch
  replaced: number[]
}

/** As setOfferPayout(), of several offers in one plan. */
export const setOfferPayouts = (
  ids: readonly number[],
  payout: SetRate | null,
  within?: Tx,
): Promise<{ plan: RatePlan; offers: OfferRatesSet[] }> =>
  inTransaction(async (tx) => {
    await lockCatalogue(tx)
    const plan = await planPayouts(tx, ids, payout)
    const offers: OfferRatesSet[] = []
    for (const id of ids) {
      const target: RateTarget = { kind: 'offer', id }
      const before = offerPatch(await writePayout(tx, target, payout))
      offers.push({ id, before, after: offerPatch(payout), replaced: await replacePlanned(tx, target) })
    }
    return { plan, offers }
  }, within)

/** The caller has locked the catalogue. Returns what was set before. */
export async function writePayout(
  tx: Tx,
  { kind, id }: RateTarget,
  payout: SetRate | null,
): Promise<SetRate | null> {
  const updated_at = sql`now()`
  if (kind === 'offer') {
    const where = eq(campaigns.id, id)
    const [before] = await tx.select(offerColumns).from(campaigns).where(where)
    await tx
      .update(campaigns)
      .set({ ...offerPatch(payout), updated_at })
      .where(where)
    return toSetRate(before!.set_payout_hundredths, before!.set_payout_model)
  }
  const where = eq(brands.id, id)
  const [before] = await tx.select(storeRateColumns).from(brands).where(where)
  await tx
    .update(brands)
    .set({ ...toStoreColumns(storePatch({ payout })), updated_at })
    .where(where)
  return toSetRate(before!.store_payout_hundredths, before!.store_payout_model)
}

export const toSetRate = (hundredths: bigint | null, model: string | null): SetRate | null =>
  hundredths === null || model === null ? null : { hundredths, model }

export const toPayoutPatch = ({ kind }: RateTarget, payout: SetRate | null): RatePatch =>
  kind === 'offer' ? offerPatch(payout) : storePatch({ payout })

const NOTHING_PAID: SetRate = { hundredths: 0n, model: 'percentage' }

/**
 * Doubts about what returns after a rate that ends. They are asked as if nothing were paid: beneath that rate a feed may have raised its own
 * unseen, and next to it any former rate is a fall.
 */
export const listReturnDoubts = async (
  reader: Reader,
  target: RateTarget,
  former: SetRate | null,
): Promise<string[]> => (await planPayout(reader, target, former, NOTHING_PAID)).doubts

/** `from`: what is set instead of what is there. */
export const planPayout = (
  reader: Reader,
  target: RateTarget,
  payout: SetRate | null,
  from?: SetRate | null,
): Promise<RatePlan> =>
  planRates(
    reader,
    target,
    toPayoutPatch(target, payout),
    from === undefined ? {} : toPayoutPatch(target, from),
  )

export const planPayouts = (
  reader: Reader,
  ids: readonly number[],
  payout: SetRate | null,
): Promise<RatePlan> => planRates(reader, ids, offerPatch(payout))

export const planStoreRates = (reader: Reader, storeId: number, rates: StoreRates): Promise<RatePlan> =>
  planRates(reader, { kind: 'store', id: storeId }, storePatch(rates))

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

const toStoreColumns = (patch: RatePatch): Partial<typeof brands.$inferInsert> =>
  Object.fromEntries(Object.entries(patch).map(([part, value]) => [part.replace('store_', ''), value]))

export interface OfferRateRow {
  store: string
  coupon_code: string
  /** Null: the row is for all offers of the store with this rate. */
  id: number | null
  title: string | null
  offers: number
  rate: Rate
  losing: number
}

export async function listRates(storeId: number | undefined, losingOnly: boolean): Promise<OfferRateRow[]> {
  const where = storeId === undefined ? undefined : eq(campaigns.brand_id, storeId)
  const rows = new Map<string, OfferRateRow>()
  for (const offer of await selectRates(db, and(HAS_NOT_ENDED, where))) {
    const rate = computeCurrentRate(offer)
    const { payout, source, commissionOf, share, shareOf } = rate
    const known = [formatPayout(payout), source, formatCommission(rate), commissionOf, share, shareOf]
    const key = where ? String(offer.id) : [offer.coupon_code, ...known].join()
    const row = rows.get(key)
    if (row) row.offers++
    else rows.set(key, { ...offer, ...(!where && { id: null, title: null }), offers: 1, rate, losing: 0 })
  }
  const all = [...rows.values()]
  const atLoss = all.filter(({ rate }) => losesMoney(rate))
  const losing = atLoss.reduce((sum, { offers }) => sum + offers, 0)
  return (losingOnly ? atLoss : all).map((row) => ({ ...row, losing }))
}

export interface RateStep {
  offers: number
  before: Rate
  after: Rate
}

export type RatePlan = Awaited<ReturnType<typeof planRates>>

export type RatePatch = Partial<Rates>

const HAS_NOT_ENDED = or(isNull(campaigns.ends_at), gt(campaigns.ends_at, sql`now()`))

const selectRates = (reader: Reader, where?: SQL) =>
  reader
    .select({
      id: campaigns.id,
      title: campaigns.title,
      store: brands.name,
      coupon_code: brands.coupon_code,
      store_id: brands.id,
      has_ended: sql<boolean>`${campaigns.ends_at} <= now()`,
      ...rateColumns,
    })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(where)
    .orderBy(sql`lower(${brands.name})`, brands.id, campaigns.id)

const selectTarget = (target: RateTarget | readonly number[]): SQL => {
  if ('kind' in target) return eq(target.kind === 'offer' ? campaigns.id : campaigns.brand_id, target.id)
  return inArray(campaigns.id, [...target])
}

const NOTHING_OF_OFFER = {
  payout_hundredths: null,
  payout_model: 'percentage',
  currency: 'Rs.',
  commission_hundredths: null,
  commission_model: null,
  set_payout_hundredths: null,
  set_payout_model: null,
}

/** Of an offer that would be added to the store, without a payout. */
export async function readNextOfferRates(reader: Reader, storeId: number): Promise<RatesNow> {
  const { default_share_hundredths, referral_hundredths } = rateColumns
  const [rates] = await reader
    .select({ ...storeRateColumns, default_share_hundredths, referral_hundredths })
    .from(brands)
    .where(eq(brands.id, storeId))
  return { ...rates!, ...NOTHING_OF_OFFER }
}

/**
 * `target`: a store, an offer, or several offers. Doubts are of all of them, and of a store's next offer: one that has ended can be restored,
 * and one that is added without a payout pays what its store pays, neither of which is asked about again.
 */
async function planRates(
  reader: Reader,
  target: RateTarget | readonly number[],
  patch: RatePatch,
  from: RatePatch = {},
) {
  const rows = await selectRates(reader, selectTarget(target))
  const offers = rows
    .filter(({ has_ended }) => !has_ended)
    .map((row) => ({
      before: computeCurrentRate({ ...row, ...from }),
      after: computeCurrentRate({ ...row, ...patch }),
    }))
  const changed = offers.filter(({ before, after }) => !isSameRate(before, after))
  const { MOST_LOSS_A_SALE } = await readSettings(reader)
  const lasting = await readLasting(reader)
  const toJudged = (id: number | null, store: number, rates: RatesNow) => {
    const ofStore = lasting.get(toKey({ kind: 'store', id: store }))
    const own = id === null ? undefined : lasting.get(toKey({ kind: 'offer', id }))
    const without = {
      ...(ofStore !== undefined && storePatch({ payout: ofStore })),
      ...(own !== undefined && offerPatch(own)),
    }
    return {
      id,
      before: computeCurrentRate({ ...rates, ...without, ...from }),
      after: computeCurrentRate({ ...rates, ...patch }),
    }
  }
  const judged = rows.map((row) => toJudged(row.id, row.store_id, row))
  if ('kind' in target && target.kind === 'store')
    judged.push(toJudged(null, target.id, await readNextOfferRates(reader, target.id)))
  const doubts = await findRateDoubts(reader, judged, MOST_LOSS_A_SALE)
  const count = (fits: (offer: (typeof offers)[number]) => boolean) => offers.filter(fits).length
  return {
    offers: offers.length,
    changed: changed.length,
    losing: count(({ after }) => losesMoney(after)),
    /** Offers whose new rate waits for a second person, with the store's next one. */
    doubtful: doubts.filter(Boolean).length,
    isNextDoubtful: judged.some(({ id }, at) => id === null && doubts[at] !== null),
    doubts: judged.flatMap(({ id, after }, at) => (doubts[at] ? [nameDoubt(doubts[at], id, after)] : [])),
    /** Offers whose own payout takes precedence over the new commission or share. */
    given: count(
      ({ before, after }) =>
        after.source !== 'commission' &&
        after.source !== 'none' &&
        (before.share !== after.share || formatCommission(before) !== formatCommission(after)),
    ),
    withoutShare: count(({ after }) => after.source === 'none' && !!after.commission && after.share === null),
    withoutCommission: count(
      ({ after }) => after.source === 'none' && !after.commission && after.share !== null,
    ),
    steps: groupSteps(changed),
  }
}

/** With what it was judged by, so that what was agreed to is not another rate or a lower commission. */
const nameDoubt = (doubt: RateDoubt, offer: number | null, after: Rate): string =>
  `${doubt}: ${offer === null ? 'a new offer' : `offer ${offer}`}, ${formatPayout(after.payout)} of ${formatCommission(after) ?? 'an unknown commission'}`

function groupSteps(changed: readonly { before: Rate; after: Rate }[]): RateStep[] {
  const steps = new Map<string, RateStep>()
  for (const offer of changed) {
    const { before, after } = offer
    const key = [before, after].map((rate) => [formatPayout(rate.payout), formatCommission(rate)]).join()
    const step = steps.get(key)
    if (step) step.offers++
    else steps.set(key, { ...offer, offers: 1 })
  }
  return [...steps.values()].toSorted((a, b) => b.offers - a.offers)
}

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
