import { and, eq, asc, desc, inArray } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { continueBelow, type Page, type Period, within } from '~/platform/db/period.server'
import { withdrawals, withdrawalSteps } from '~/platform/db/schema/withdrawals'
import { type Withdrawal } from './withdrawals'
import { type Status } from './withdrawal-steps.server'

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
