import { and, eq, asc, desc, inArray, sql } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { continueBelow, type Page, type Period, within } from '~/platform/db/period.server'
import { findQueuePlace, type QueuePlace } from '~/platform/db/queue-place.server'
import { withdrawals, withdrawalSteps } from '~/platform/db/schema/withdrawals'
import { type Withdrawal } from './withdrawals'
import { type Status } from './withdrawal-steps.server'

interface WithdrawalFilter extends Period {
  status?: Status
  userId?: number
  userIds?: readonly number[]
}

export function listWithdrawals(filter: WithdrawalFilter = {}, page?: Page): Promise<Withdrawal[]> {
  const { status, userId, userIds } = filter
  const newest = db
    .select()
    .from(withdrawals)
    .where(
      and(
        status && eq(withdrawals.status, status),
        userId === undefined ? undefined : eq(withdrawals.user_id, userId),
        userIds && inArray(withdrawals.user_id, [...userIds]),
        within(withdrawals.created_at, filter),
        continueBelow(withdrawals.id, page?.after),
      ),
    )
    .orderBy(desc(withdrawals.id))
    .$dynamic()
  return page ? newest.limit(page.limit) : newest
}

export async function findWithdrawal(id: number, reader: Reader = db): Promise<Withdrawal | null> {
  const [row] = await reader.select().from(withdrawals).where(eq(withdrawals.id, id))
  return row ?? null
}

/** Among the requested ones, the longest wait first. */
export const findPlaceOfRequest = (id: number): Promise<QueuePlace | null> =>
  findQueuePlace(
    { table: withdrawals, isWaiting: eq(withdrawals.status, 'requested'), rank: sql`${withdrawals.id}` },
    id,
  )

export type WithdrawalStep = typeof withdrawalSteps.$inferSelect

export const listWithdrawalSteps = (...ids: number[]): Promise<WithdrawalStep[]> =>
  db
    .select()
    .from(withdrawalSteps)
    .where(inArray(withdrawalSteps.withdrawal_id, ids))
    .orderBy(asc(withdrawalSteps.id))
