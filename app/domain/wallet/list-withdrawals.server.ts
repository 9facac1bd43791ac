import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { continueBelow, type Page, type Period, within } from '~/platform/db/period.server'
import { withdrawals, withdrawalSteps } from '~/platform/db/schema/withdrawals'
import { formatRupees } from '~/platform/formats/money'
import { readSettings } from '~/settings/settings.server'
import { OverBudgetError, type Hand } from './budget.server'
import type { Withdrawal } from './withdrawals'
import type { Status } from './withdrawal-steps.server'

interface WithdrawalFilter extends Period {
  status?: Status
  userId?: number
}

export function listWithdrawals(filter: WithdrawalFilter = {}, page?: Page): Promise<Withdrawal[]> {
  const { status, userId } = filter
  const newest = db
    .select()
    .from(withdrawals)
    .where(
      and(
        status && eq(withdrawals.status, status),
        userId === undefined ? undefined : eq(withdrawals.user_id, userId),
        within(withdrawals.created_at, filter),
        continueBelow(withdrawals.id, page?.after),
      ),
    )
    .orderBy(desc(withdrawals.id))
    .$dynamic()
  return page ? newest.limit(page.limit) : newest
}

export async function findWithdrawal(id: number): Promise<Withdrawal | null> {
  const [row] = await db.select().from(withdrawals).where(eq(withdrawals.id, id))
  return row ?? null
}

export type WithdrawalStep = typeof withdrawalSteps.$inferSelect

export const listSteps = (...ids: number[]): Promise<WithdrawalStep[]> =>
  db
    .select()
    .from(withdrawalSteps)
    .where(inArray(withdrawalSteps.withdrawal_id, ids))
    .orderBy(asc(withdrawalSteps.id))

/** Why payments of these withdrawals need a second person; null: they do not. */
export async function explainLargePayment(reader: Reader, ids: readonly number[]): Promise<string | null> {
  const { FOUR_EYES_ABOVE: limit } = await readSettings(reader)
  if (limit === null) return null
  const sum = await sumLargestPayment(reader, ids)
  return sum > limit
    ? `${formatRupees(sum)} for one member or destination within 24 hours is above FOUR_EYES_ABOVE, ${formatRupees(limit)}.`
    : null
}

/** Call it after the approval, with the lock of lockBudget() from the beginning of the transaction on. Throws OverBudgetError. */
export async function requirePaymentBudget(tx: Tx, { consent }: Hand, id: number): Promise<void> {
  const why = consent === 'none' ? await explainLargePayment(tx, [id]) : null
  if (why !== null) throw new OverBudgetError(why)
}

/**
 * Paise: the most that one member or one destination gets by these withdrawals together with what was approved for it
 * within 24 hours, so that a large payment cannot be split (docs/operator.md).
 */
async function sumLargestPayment(reader: Reader, ids: readonly number[]): Promise<bigint> {
  if (!ids.length) return 0n
  const given = sql`${sql.param(`{${ids.join(',')}}`)}::bigint[]`
  const [row] = await reader.execute<{ most: string | null }>(sql`
    WITH chosen AS (SELECT user_id, destination_index FROM withdrawals WHERE id = ANY(${given})),
         paid AS (
           SELECT w.user_id, w.destination_index, w.amount_paise
             FROM withdrawals w
            WHERE (w.user_id IN (SELECT user_id FROM chosen)
                   OR w.destination_index IN (SELECT destination_index FROM chosen))
              AND (w.id = ANY(${given})
                   OR w.status IN ('processing', 'unknown', 'paid') AND EXISTS (
                     SELECT 1 FROM withdrawal_steps s
                      WHERE s.withdrawal_id = w.id AND s.status = 'processing'
                        AND s.created_at > now() - interval '24 hours')))
    SELECT max(total) AS most FROM (
      SELECT sum(amount_paise) AS total FROM paid GROUP BY user_id
      UNION ALL
      SELECT sum(amount_paise) FROM paid WHERE destination_index IS NOT NULL GROUP BY destination_index) sums`)
  return BigInt(row?.most ?? 0)
}
