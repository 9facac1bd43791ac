import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { continueBelow, type Page } from '~/platform/db/period.server'
import { payoutBatches, payoutBatchItems } from '~/platform/db/schema/payouts'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import type { Batch } from './bank-files.server'

export type ListedBatch = Batch & { waiting: number; left: number }

export function listBatches({ after, limit }: Page): Promise<ListedBatch[]> {
  const isLeft = sql`${payoutBatchItems.left_at} IS NOT NULL`
  return db
    .select({
      batch: payoutBatches,
      waiting: sql<number>`count(*) FILTER (WHERE ${withdrawals.status} = 'processing' AND NOT ${isLeft})::int`,
      left: sql<number>`count(*) FILTER (WHERE ${isLeft})::int`,
    })
    .from(payoutBatches)
    .innerJoin(payoutBatchItems, eq(payoutBatchItems.batch_id, payoutBatches.id))
    .innerJoin(withdrawals, eq(withdrawals.id, payoutBatchItems.withdrawal_id))
    .where(continueBelow(payoutBatches.id, after))
    .groupBy(payoutBatches.id)
    .orderBy(desc(payoutBatches.id))
    .limit(limit)
    .then((rows) => rows.map(({ batch, waiting, left }) => ({ ...batch, waiting, left })))
}

export const listBatchesOfWithdrawal = (withdrawalId: number, reader: Reader = db) =>
  reader
    .select({
      id: payoutBatches.id,
      made_by: payoutBatches.made_by,
      created_at: payoutBatches.created_at,
      left_at: payoutBatchItems.left_at,
      left_because: payoutBatchItems.left_because,
    })
    .from(payoutBatchItems)
    .innerJoin(payoutBatches, eq(payoutBatches.id, payoutBatchItems.batch_id))
    .where(eq(payoutBatchItems.withdrawal_id, withdrawalId))
    .orderBy(asc(payoutBatches.id))

export async function findBatchOfWithdrawal(reader: Reader, withdrawalId: number): Promise<number | null> {
  const [row] = await reader
    .select({ id: payoutBatchItems.batch_id })
    .from(payoutBatchItems)
    .where(and(eq(payoutBatchItems.withdrawal_id, withdrawalId), isNull(payoutBatchItems.left_at)))
  return row?.id ?? null
}

export async function listWaitingWithdrawals(batchId: number, reader: Reader = db): Promise<number[]> {
  const rows = await reader
    .select({ id: withdrawals.id })
    .from(payoutBatchItems)
    .innerJoin(withdrawals, eq(withdrawals.id, payoutBatchItems.withdrawal_id))
    .where(
      and(
        eq(payoutBatchItems.batch_id, batchId),
        isNull(payoutBatchItems.left_at),
        eq(withdrawals.status, 'processing'),
      ),
    )
    .orderBy(asc(withdrawals.id))
  return rows.map(({ id }) => id)
}
