/** The steps of a planned rate. Each is within lockCatalogue(), so that no two processes and no operator take one at a time. */
import { and, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { Reader, Tx } from '~/platform/db/client.server'
import { brands, campaigns, plannedRates } from '~/platform/db/schema/catalogue'
import { raiseVersion } from '../catalogue-lock.server'
import { getOfferState, type OfferState } from '../offers'
import { isAboveMedian, isAboveOrdinary, type Medians, type PlanReason } from '../planned-rates'
import { computePayout, rateColumns } from '../rates.server'
import type { SetRate } from '../rates'
import {
  isInForce,
  isPlanOf,
  listReturnDoubts,
  planPayout,
  toPayoutPatch,
  toSetRate,
  writePayout,
  type RatePatch,
  type RateTarget,
} from '../set-rates.server'
import { readMedians } from './medians.server'

export type PlannedRate = typeof plannedRates.$inferSelect
export type PlanState = PlannedRate['state']

/** What a step has changed, for the log. */
export interface PlanStep {
  plan: PlannedRate
  state: PlanState
  reason: PlanReason | null
  changed: { subject: string; field: string; before: unknown; after: unknown }[]
}

export const toTarget = ({ campaign_id, brand_id }: PlannedRate): RateTarget =>
  campaign_id === null ? { kind: 'store', id: brand_id! } : { kind: 'offer', id: campaign_id }

export const toRate = ({ payout_hundredths, payout_model }: PlannedRate) =>
  toSetRate(payout_hundredths, payout_model)

const toFormer = ({ before_hundredths, before_model }: PlannedRate) =>
  toSetRate(before_hundredths, before_model)

export const nameTarget = ({ kind, id }: RateTarget): string => `${kind} ${id}`

const toJson = (value: unknown) => (typeof value === 'bigint' ? String(value) : (value ?? null))

function listPayoutChanges(target: RateTarget, before: SetRate | null, after: SetRate | null) {
  const [was, is] = [toPayoutPatch(target, before), toPayoutPatch(target, after)]
  return Object.keys(is)
    .map((field) => ({
      subject: nameTarget(target),
      field,
      before: toJson(was[field as keyof RatePatch]),
      after: toJson(is[field as keyof RatePatch]),
    }))
    .filter((change) => change.before !== change.after)
}

export interface SaleJudgement {
  state: OfferState
  isAboveOrdinary: boolean
  isAboveMedian: boolean
  medians: Medians
}

/** What is set for the offer without the sale that it is in; undefined: it is in none, so that it is what is set now. */
async function readWithoutSale(reader: Reader, offerId: number): Promise<SetRate | null | undefined> {
  const [running] = await reader
    .select()
    .from(plannedRates)
    .where(and(eq(plannedRates.campaign_id, offerId), isInForce(), isNotNull(plannedRates.sale_id)))
    .limit(1)
  return running && toFormer(running)
}

export async function judgeSale(
  reader: Reader,
  offerId: number,
  sale: SetRate,
  at: Date,
): Promise<SaleJudgement> {
  const [offer] = await reader
    .select({
      store: brands.id,
      starts_at: campaigns.starts_at,
      ends_at: campaigns.ends_at,
      hidden_at: campaigns.hidden_at,
      ...rateColumns,
    })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brand_id))
    .where(eq(campaigns.id, offerId))
  const ordinary = await readWithoutSale(reader, offerId)
  const set = ordinary === undefined ? {} : toPayoutPatch({ kind: 'offer', id: offerId }, ordinary)
  const medians = await readMedians(reader, offer!.store, at)
  return {
    state: getOfferState(offer!, at),
    isAboveOrdinary: isAboveOrdinary(sale, computePayout({ ...offer!, ...set })),
    isAboveMedian: isAboveMedian(sale, medians),
    medians,
  }
}

async function hasRateInForce(reader: Reader, target: RateTarget): Promise<boolean> {
  const [row] = await reader
    .select({ id: plannedRates.id })
    .from(plannedRates)
    .where(and(isPlanOf(target), isInForce()))
    .limit(1)
  return row !== undefined
}

async function findRefusal(tx: Tx, plan: PlannedRate, at: Date): Promise<PlanReason | null> {
  const [target, rate] = [toTarget(plan), toRate(plan)]
  if (plan.ends_at && plan.ends_at <= at) return 'missed'
  if (await hasRateInForce(tx, target)) return 'in force'
  if (plan.sale_id !== null) {
    const judged = await judgeSale(tx, target.id, rate!, at)
    if (judged.state !== 'live') return 'not shown'
    if (!judged.isAboveOrdinary || !judged.isAboveMedian) return 'not above'
  }
  const { doubts } = await planPayout(tx, target, rate)
  return doubts.every((doubt) => plan.agreed.includes(doubt)) ? null : 'guard'
}

async function writeState(tx: Tx, plan: PlannedRate, values: Partial<PlannedRate>): Promise<void> {
  await tx
    .update(plannedRates)
    .set({ ...values, changed_at: sql`now()` })
    .where(eq(plannedRates.id, plan.id))
}

/** An end that was not taken at its time, such as after a failure. */
async function endOver(tx: Tx, target: RateTarget, at: Date): Promise<PlanStep[]> {
  const over = await tx
    .select()
    .from(plannedRates)
    .where(and(isPlanOf(target), isInForce(), lte(plannedRates.ends_at, at)))
  const steps: PlanStep[] = []
  for (const plan of over) steps.push(await endPlan(tx, plan, { state: 'ended' }))
  return steps
}

/** Applies it, or refuses it where the guard that was asked when it was entered would say more now. What is over ends first. */
export async function beginPlan(tx: Tx, plan: PlannedRate, at: Date): Promise<PlanStep[]> {
  const ended = await endOver(tx, toTarget(plan), at)
  return [...ended, await applyPlan(tx, plan, at)]
}

async function applyPlan(tx: Tx, plan: PlannedRate, at: Date): Promise<PlanStep> {
  const reason = await findRefusal(tx, plan, at)
  if (reason) {
    await writeState(tx, plan, { state: 'refused', reason })
    return { plan, state: 'refused', reason, changed: [] }
  }
  const [target, rate] = [toTarget(plan), toRate(plan)]
  const before = await writePayout(tx, target, rate)
  await writeState(tx, plan, {
    state: 'applied',
    before_hundredths: before?.hundredths ?? null,
    before_model: before?.model ?? null,
  })
  return { plan, state: 'applied', reason: null, changed: listPayoutChanges(target, before, rate) }
}

/** Doubts about what returns that nobody has agreed to. */
export async function listEndDoubts(reader: Reader, plan: PlannedRate): Promise<string[]> {
  const doubts = await listReturnDoubts(reader, toTarget(plan), toFormer(plan))
  return doubts.filter((doubt) => !plan.agreed.includes(doubt))
}

/** What was set before returns. `isAgreed`: a second person has seen what that is. */
export async function endPlan(
  tx: Tx,
  plan: PlannedRate,
  {
    state,
    reason = null,
    isAgreed = false,
  }: { state: PlanState; reason?: PlanReason | null; isAgreed?: boolean },
): Promise<PlanStep> {
  if (!isAgreed && (await listEndDoubts(tx, plan)).length) {
    await writeState(tx, plan, { state: 'refused', reason: 'guard at the end' })
    // The rate stays, but home no longer counts down to its end.
    await raiseVersion(tx)
    return { plan, state: 'refused', reason: 'guard at the end', changed: [] }
  }
  const [target, former] = [toTarget(plan), toFormer(plan)]
  const was = await writePayout(tx, target, former)
  await writeState(tx, plan, { state, reason })
  return { plan, state, reason, changed: listPayoutChanges(target, was, former) }
}
