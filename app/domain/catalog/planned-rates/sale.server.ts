/** Today's flash sale is a planned rate of today, made of the row of its weekday or date (docs/rules.md#13). */
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Reader, Tx } from '~/platform/db/client.server'
import { plannedRates } from '~/platform/db/schema/catalogue'
import { flashSales } from '~/platform/db/schema/editorial'
import { dayInIndia, midnightInIndia, startOfDayInIndia } from '~/platform/formats/dates'
import { beginPlan, endPlan, judgeSale, toRate, type PlannedRate, type PlanStep } from './steps.server'

/** A date takes precedence over a weekday, also where it was refused. */
async function findWanted(reader: Reader, at: Date) {
  const { date, weekday } = dayInIndia(at)
  const [row] = await reader
    .select()
    .from(flashSales)
    .where(sql`on_date = ${date}::date OR weekday = ${weekday}::int`)
    .orderBy(sql`on_date IS NULL`)
    .limit(1)
  return row && row.payout_hundredths !== null ? row : null
}

async function findRunning(reader: Reader, at: Date): Promise<PlannedRate | null> {
  const [row] = await reader
    .select()
    .from(plannedRates)
    .where(
      and(eq(plannedRates.state, 'applied'), isNotNull(plannedRates.sale_id), gt(plannedRates.ends_at, at)),
    )
    .limit(1)
  return row ?? null
}

/** The offer pays as much without the sale, so that nothing ends with it. */
async function hasRisen(reader: Reader, plan: PlannedRate, at: Date): Promise<boolean> {
  const judged = await judgeSale(reader, plan.campaign_id!, toRate(plan)!, at)
  return !judged.isAboveOrdinary
}

/** Whether settleSale() would do something. */
export async function needsSettling(reader: Reader, at: Date): Promise<boolean> {
  const [wanted, running] = [await findWanted(reader, at), await findRunning(reader, at)]
  if (running) return running.sale_id !== wanted?.id || hasRisen(reader, running, at)
  return wanted !== null && !(await isMade(reader, wanted.id, at))
}

async function isMade(reader: Reader, saleId: number, at: Date): Promise<boolean> {
  const [row] = await reader
    .select({ id: plannedRates.id })
    .from(plannedRates)
    .where(
      and(
        eq(plannedRates.sale_id, saleId),
        eq(plannedRates.ends_at, midnightInIndia(at)),
        sql`${plannedRates.reason} IS DISTINCT FROM 'gave way'`,
      ),
    )
  return row !== undefined
}

/** Ends a sale that today does not have any more, and begins the one that it has; once a day. */
export async function settleSale(tx: Tx, at: Date): Promise<PlanStep[]> {
  const steps: PlanStep[] = []
  const [wanted, running] = [await findWanted(tx, at), await findRunning(tx, at)]
  if (running) {
    if (running.sale_id !== wanted?.id)
      steps.push(await endPlan(tx, running, { state: 'ended', reason: 'gave way' }))
    else if (await hasRisen(tx, running, at))
      steps.push(await endPlan(tx, running, { state: 'ended', reason: 'risen' }))
    else return []
  }
  if (!wanted) return steps
  const start = startOfDayInIndia(at)
  const [plan] = await tx
    .insert(plannedRates)
    .values({
      campaign_id: wanted.campaign_id,
      payout_hundredths: wanted.payout_hundredths,
      payout_model: wanted.payout_model,
      starts_at: wanted.created_at > start && wanted.created_at < at ? wanted.created_at : start,
      ends_at: midnightInIndia(at),
      sale_id: wanted.id,
      agreed: wanted.agreed,
      made_by: wanted.made_by!,
    })
    .onConflictDoNothing()
    .returning()
  if (plan) steps.push(...(await beginPlan(tx, plan, at)))
  return steps
}
