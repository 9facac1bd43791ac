/** Payouts of stores and offers from a day on (docs/rules.md#68). The worker applies them; everything here is within the catalogue's lock. */
import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, lt, lte, or, sql } from 'drizzle-orm'
import { recordCommand, recordCommandEnd } from '~/domain/operators/command-log.server'
import { WORKER } from '~/domain/settings/independence.server'
import { db, inTransaction, type Reader, type Tx } from '~/platform/db/client.server'
import { longTransaction } from '~/platform/db/time-limit.server'
import type { Page } from '~/platform/db/period.server'
import { brands, campaigns, plannedRates } from '~/platform/db/schema/catalogue'
import { DAY_MS } from '~/platform/formats/dates'
import { done, refused, type Done, type Outcome, type Refused } from '~/platform/outcome'
import { log } from '~/platform/log.server'
import { defineTimer } from '~/platform/timers.server'
import { lockCatalogue } from './catalogue-lock.server'
import { needsSettling, settleSale } from './planned-rates/sale.server'
import {
  beginPlan,
  endPlan,
  listEndDoubts,
  nameTarget,
  toTarget,
  type PlannedRate,
  type PlanState,
  type PlanStep,
} from './planned-rates/steps.server'
import { explainReason, type PlanReason } from './planned-rates'
import type { SetRate } from './rates'
import {
  isPlanOf,
  listReturnDoubts,
  planPayout,
  readLastingPayout,
  type RatePlan,
  type RateTarget,
} from './set-rates.server'

export { judgeSale, type PlannedRate, type PlanState, type PlanStep } from './planned-rates/steps.server'
export { settleSale } from './planned-rates/sale.server'

export interface RatePeriod {
  from: Date
  /** Exclusive; null: it stays. */
  until: Date | null
}

/** Within them the guard remembers what was paid before a fall, so that it may be paid again. */
const REMEMBERED_MS = 30 * DAY_MS

/** What a second person has to agree to: of the new rate, and of what returns at its end. */
export async function listPlanDoubts(
  reader: Reader,
  target: RateTarget,
  payout: SetRate | null,
  { from, until }: RatePeriod,
): Promise<string[]> {
  const { doubts } = await planPayout(reader, target, payout)
  if (!until) return doubts
  const atEnd = await listReturnDoubts(reader, target, await readLastingPayout(reader, target))
  const isRemembered = until.getTime() - from.getTime() < REMEMBERED_MS
  return [
    ...new Set([
      ...doubts,
      ...atEnd.filter((doubt) => !(isRemembered && doubt.startsWith('more-than-double'))),
    ]),
  ]
}

export interface RatePlanned {
  plan: RatePlan
  doubts: string[]
  /** What it did at once. */
  changed: PlanStep['changed']
}

export interface RateToPlan {
  target: RateTarget
  payout: SetRate | null
  period: RatePeriod
  by: string
  /** False: nobody else has agreed, so that a doubt which has come up meanwhile refuses it. */
  mayDoubt?: boolean
}

/** From now on, or from a later day, which the worker applies. The caller rolls back what is refused. */
export const planRate = (
  { target, payout, period, by, mayDoubt = true }: RateToPlan,
  at: Date,
  within?: Tx,
): Promise<
  | Done<RatePlanned>
  | Refused<'over' | 'doubted'>
  | Refused<'overlaps', { other: PlannedRate }>
  | Refused<'not-begun', { why: PlanReason }>
> =>
  inTransaction(async (tx) => {
    await lockCatalogue(tx)
    if (period.until && period.until <= at) return refused('over')
    const other = await findOverlap(tx, target, period)
    if (other) return refused('overlaps', { other })
    const plan = await planPayout(tx, target, payout)
    const doubts = await listPlanDoubts(tx, target, payout, period)
    if (doubts.length && !mayDoubt) return refused('doubted')
    const [row] = await tx
      .insert(plannedRates)
      .values({
        ...(target.kind === 'offer' ? { campaign_id: target.id } : { brand_id: target.id }),
        payout_hundredths: payout?.hundredths ?? null,
        payout_model: payout?.model ?? null,
        starts_at: period.from,
        ends_at: period.until,
        agreed: doubts,
        made_by: by,
      })
      .returning()
    const steps = period.from <= at ? await beginPlan(tx, row!, at) : []
    const reason = steps.at(-1)?.reason
    if (reason) return refused('not-begun', { why: reason })
    return done({ plan, doubts, changed: steps.flatMap(({ changed }) => changed) })
  }, within)

/** Two rates with an end would each return to the other; one without an end may come before or after. */
async function findOverlap(
  reader: Reader,
  target: RateTarget,
  { from, until }: RatePeriod,
): Promise<PlannedRate | null> {
  const { state, starts_at, ends_at } = plannedRates
  const begins = sql`${from.toISOString()}::timestamptz`
  const ends = sql`${until?.toISOString() ?? null}::timestamptz`
  const [row] = await reader
    .select()
    .from(plannedRates)
    .where(
      and(
        isPlanOf(target),
        or(eq(state, 'waits'), and(eq(state, 'applied'), isNotNull(ends_at))),
        or(
          eq(starts_at, begins),
          and(lt(starts_at, begins), sql`${ends_at} > ${begins}`),
          sql`${starts_at} > ${begins} AND ${starts_at} < ${ends}`,
        ),
      ),
    )
    .orderBy(asc(starts_at))
    .limit(1)
  return row ?? null
}

/** What may be cancelled; of a rate that was refused it is a note that somebody has seen it. */
const OPEN = or(
  inArray(plannedRates.state, ['waits', 'refused']),
  and(eq(plannedRates.state, 'applied'), isNotNull(plannedRates.ends_at)),
)

export const findPlannedRate = async (id: number, reader: Reader = db): Promise<PlannedRate | null> => {
  const [row] = await reader.select().from(plannedRates).where(eq(plannedRates.id, id)).for('no key update')
  return row ?? null
}

/** Whether the rate that returns needs a second person. */
export async function needsSecondPersonToCancel(id: number): Promise<boolean> {
  const [plan] = await db
    .select()
    .from(plannedRates)
    .where(and(eq(plannedRates.id, id), eq(plannedRates.state, 'applied'), isNotNull(plannedRates.ends_at)))
  return plan !== undefined && (await listEndDoubts(db, plan)).length > 0
}

/** A rate with an end that is in force ends at once. */
export const cancelPlannedRate = (
  id: number,
  within?: Tx,
): Promise<Outcome<PlanStep, 'unknown'> | Refused<'over', { plan: PlannedRate }>> =>
  inTransaction(async (tx) => {
    await lockCatalogue(tx)
    const [found] = await tx.select().from(plannedRates).where(eq(plannedRates.id, id))
    if (!found) return refused('unknown')
    const [plan] = await tx
      .select()
      .from(plannedRates)
      .where(and(eq(plannedRates.id, id), OPEN))
    if (!plan) return refused('over', { plan: found })
    if (plan.state === 'applied') return done(await endPlan(tx, plan, { state: 'cancelled', isAgreed: true }))
    await tx
      .update(plannedRates)
      .set({ state: 'cancelled', changed_at: sql`now()` })
      .where(eq(plannedRates.id, id))
    return done({ plan, state: 'cancelled', reason: null, changed: [] })
  }, within)

export type PlannedRateRow = Awaited<ReturnType<typeof listPlannedRates>>[number]

const planColumns = {
  ...getTableColumns(plannedRates),
  title: campaigns.title,
  store: sql<string>`coalesce(${brands.name}, (SELECT name FROM brands WHERE id = ${campaigns.brand_id}))`,
}

/** Newest first. `targets`: of any of these. */
export const listPlannedRates = (
  { state, targets }: { state?: PlanState | undefined; targets?: readonly RateTarget[] },
  { after, limit }: Page,
) =>
  db
    .select(planColumns)
    .from(plannedRates)
    .leftJoin(campaigns, eq(campaigns.id, plannedRates.campaign_id))
    .leftJoin(brands, eq(brands.id, plannedRates.brand_id))
    .where(
      and(
        state && eq(plannedRates.state, state),
        targets && or(...targets.map(isPlanOf)),
        after === undefined ? undefined : lt(plannedRates.id, after),
      ),
    )
    .orderBy(desc(plannedRates.id))
    .limit(limit)

/** Refused in the last seven days, and not seen by anybody yet. */
export const listRefusedRates = (limit: number) =>
  db
    .select(planColumns)
    .from(plannedRates)
    .leftJoin(campaigns, eq(campaigns.id, plannedRates.campaign_id))
    .leftJoin(brands, eq(brands.id, plannedRates.brand_id))
    .where(
      and(eq(plannedRates.state, 'refused'), sql`${plannedRates.changed_at} > now() - interval '7 days'`),
    )
    .orderBy(desc(plannedRates.id))
    .limit(limit)

const isDue = (at: Date) =>
  or(
    and(eq(plannedRates.state, 'waits'), lte(plannedRates.starts_at, at)),
    and(eq(plannedRates.state, 'applied'), lte(plannedRates.ends_at, at)),
  )

/**
 * What has become due, each in its own transaction with a line of the log: ends before begins, and what stays before what ends, so that a
 * sale returns to the rate of that day. Any number of processes may do it.
 */
export async function applyDueRates(at = new Date()): Promise<number> {
  const due = await db
    .select({ id: plannedRates.id })
    .from(plannedRates)
    .where(isDue(at))
    .orderBy(
      sql`CASE ${plannedRates.state} WHEN 'applied' THEN ${plannedRates.ends_at} ELSE ${plannedRates.starts_at} END`,
      sql`${plannedRates.state} = 'waits'`,
      sql`${plannedRates.ends_at} IS NOT NULL`,
      plannedRates.id,
    )
  let count = 0
  const failures: unknown[] = []
  const run = async (take: (tx: Tx) => Promise<PlanStep[]>) => {
    try {
      count += await logSteps(take)
    } catch (error) {
      // One that fails does not keep back the others.
      failures.push(error)
    }
  }
  for (const { id } of due) await run((tx) => takeStep(tx, id, at))
  if (await needsSettling(db, at)) await run((tx) => settleSale(tx, at))
  if (failures.length) throw failures[0]
  return count
}

/** Nothing where another process or an operator was first. */
async function takeStep(tx: Tx, id: number, at: Date): Promise<PlanStep[]> {
  const [plan] = await tx
    .select()
    .from(plannedRates)
    .where(and(eq(plannedRates.id, id), isDue(at)))
  if (!plan) return []
  return plan.state === 'waits' ? beginPlan(tx, plan, at) : [await endPlan(tx, plan, { state: 'ended' })]
}

const logSteps = (take: (tx: Tx) => Promise<PlanStep[]>): Promise<number> =>
  longTransaction(async (tx) => {
    await lockCatalogue(tx)
    const steps = await take(tx)
    for (const { plan, state, reason, changed } of steps) {
      const line = await recordCommand({ osUser: WORKER }, `rates apply ${plan.id}`, { reader: tx })
      const subject = nameTarget(toTarget(plan))
      const noted = { subject, field: `planned rate ${plan.id}`, before: plan.state, after: state }
      const result = { changed: [...changed, noted] }
      await recordCommandEnd(line, state === 'refused' ? 'refused' : 'done', { result, tx })
      log(state === 'refused' ? 'warn' : 'info', 'planned rate', {
        plan: plan.id,
        of: subject,
        state,
        ...(reason && { reason: explainReason(reason) }),
      })
    }
    return steps.length
  })

export const plannedRateTimer = defineTimer({
  name: 'planned rates',
  every: 20,
  does: 'apply and end rates at their day, and begin the flash sale of the day',
  work: () => applyDueRates(),
})
