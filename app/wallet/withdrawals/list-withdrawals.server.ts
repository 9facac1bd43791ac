import { and, asc, desc, eq } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { isBounded, type Period, within } from '~/db/period.server'
import { withdrawals, withdrawalSteps } from '~/db/schema/withdrawals'
import type { Withdrawal } from './withdrawal'
import type { Status } from './withdrawal-steps.server'

interface WithdrawalFilter extends Period {
  status?: Status
  userId?: number
}

export async function listWithdrawals(filter: WithdrawalFilter = {}, limit?: number): Promise<Withdrawal[]> {
  const { status, userId } = filter
  const newest = db
    .select()
    .from(withdrawals)
    .where(
      and(
        status && eq(withdrawals.status, status),
        userId === undefined ? undefined : eq(withdrawals.user_id, userId),
        within(withdrawals.created_at, filter),
      ),
    )
    .orderBy(...(isBounded(filter) ? [desc(withdrawals.created_at)] : []), desc(withdrawals.id))
    .$dynamic()
  const rows = await (limit === undefined ? newest : newest.limit(limit))
  return rows.toReversed()
}

export async function findWithdrawal(id: number): Promise<Withdrawal | null> {
  const [row] = await db.select().from(withdrawals).where(eq(withdrawals.id, id))
  return row ?? null
}

export type WithdrawalStep = typeof withdrawalSteps.$inferSelect

export const listSteps = (id: number): Promise<WithdrawalStep[]> =>
  db
    .select()
    .from(withdrawalSteps)
    .where(eq(withdrawalSteps.withdrawal_id, id))
    .orderBy(asc(withdrawalSteps.id))
