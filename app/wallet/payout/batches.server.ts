/** A withdrawal is in at most one batch at a time, which the database enforces (docs/decisions/0023-paid-once.md). */
import { createHash } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNull, notExists, sql } from 'drizzle-orm'
import { db, type Reader, type Tx } from '~/db/client.server'
import { payoutBatches, payoutBatchItems, payoutOrders, withdrawals } from '~/db/schema/withdrawals'
import { done, refused, type Done, type Refused } from '~/outcome'
import { lockWallets, moneyTransaction } from '../ledger/ledger.server'
import { findObstacles, refuseForObstacles, type NotApprovable } from '../withdrawals/obstacles.server'
import { tryDestination } from '../withdrawals/payouts.server'
import type { Withdrawal } from '../withdrawals/withdrawals.server'
import { bankFile, type Payable } from './bank-file'

export type Batch = typeof payoutBatches.$inferSelect

export interface BatchFile {
  batch: Batch
  csv: string
}

interface Unopened {
  unopened: number[]
}

export interface KeptBack {
  id: number
  because: NotApprovable
}

export interface LeftOut extends Unopened {
  keptBack: KeptBack[]
}

export type Made = Done<BatchFile & LeftOut> | Refused<'nothing'> | Refused<'none-payable', LeftOut>

const sha256 = (csv: string) => createHash('sha256').update(csv).digest('hex')

/** `fileName`: null if the file is only printed. A concurrent call waits, and gets the withdrawals that remain. */
export function makeBatch(by: string, fileName: string | null, { despiteDebt = false } = {}): Promise<Made> {
  return moneyTransaction(async (tx): Promise<Made> => {
    const rows = await lockUnsent(tx)
    if (!rows.length) return refused('nothing')
    const keptBack = await listKeptBack(tx, rows, despiteDebt)
    const kept = new Set(keptBack.map(({ id }) => id))
    const { payable, unopened } = open(rows.filter(({ id }) => !kept.has(id)))
    if (!payable.length) return refused('none-payable', { unopened, keptBack })
    const csv = bankFile(payable)
    const [batch] = await tx
      .insert(payoutBatches)
      .values({
        made_by: by,
        count: payable.length,
        sum_paise: payable.reduce((sum, { withdrawal }) => sum + withdrawal.amount_paise, 0n),
        sha256: sha256(csv),
        file_name: fileName,
      })
      .returning()
    await tx
      .insert(payoutBatchItems)
      .values(payable.map(({ withdrawal }) => ({ batch_id: batch!.id, withdrawal_id: withdrawal.id })))
    return done({ batch: batch!, csv, unopened, keptBack })
  })
}

/** Every change of a withdrawal or a debt locks the wallet first; later approvals are left to the next batch. */
async function lockUnsent(tx: Tx): Promise<Withdrawal[]> {
  const owners = new Set((await listUnsent(tx)).map(({ user_id }) => user_id))
  if (!owners.size) return []
  await lockWallets(tx, [...owners])
  return (await listUnsent(tx)).filter(({ user_id }) => owners.has(user_id))
}

async function listKeptBack(tx: Tx, rows: readonly Withdrawal[], despiteDebt: boolean): Promise<KeptBack[]> {
  const obstacles = await findObstacles(tx, [...new Set(rows.map(({ user_id }) => user_id))])
  return rows.flatMap(({ id, user_id, debt_override }) => {
    const because = refuseForObstacles(
      user_id,
      obstacles.get(user_id)!,
      despiteDebt || debt_override !== null,
    )
    return because ? [{ id, because }] : []
  })
}

export const listUnsent = (reader: Reader = db): Promise<Withdrawal[]> =>
  reader.select().from(withdrawals).where(isUnsent(reader)).orderBy(asc(withdrawals.id))

const isUnsent = (reader: Reader) =>
  and(
    eq(withdrawals.status, 'processing'),
    notExists(
      reader
        .select({ one: sql`1` })
        .from(payoutOrders)
        .where(eq(payoutOrders.withdrawal_id, withdrawals.id)),
    ),
    notExists(
      reader
        .select({ one: sql`1` })
        .from(payoutBatchItems)
        .where(and(eq(payoutBatchItems.withdrawal_id, withdrawals.id), isNull(payoutBatchItems.left_at))),
    ),
  )

function open(rows: readonly Withdrawal[]): { payable: Payable[] } & Unopened {
  const payable: Payable[] = []
  const unopened: number[] = []
  for (const withdrawal of rows) {
    const to = tryDestination(withdrawal)
    if (to) payable.push({ withdrawal, to })
    else unopened.push(withdrawal.id)
  }
  return { payable, unopened }
}

/** `changed`: the hash of the generated file differs from the stored one. */
export type Reprinted = Done<BatchFile> | Refused<'not-found'> | Refused<'changed', Unopened>

/** Includes withdrawals that have left the batch since. */
export async function reprintBatch(id: number): Promise<Reprinted> {
  const [batch] = await db.select().from(payoutBatches).where(eq(payoutBatches.id, id))
  if (!batch) return refused('not-found')
  const rows = await db
    .select({ withdrawal: withdrawals })
    .from(payoutBatchItems)
    .innerJoin(withdrawals, eq(withdrawals.id, payoutBatchItems.withdrawal_id))
    .where(eq(payoutBatchItems.batch_id, id))
    .orderBy(asc(withdrawals.id))
  const { payable, unopened } = open(rows.map(({ withdrawal }) => withdrawal))
  const csv = bankFile(payable)
  return sha256(csv) === batch.sha256 ? done({ batch, csv }) : refused('changed', { unopened })
}

export async function noteWritten(id: number): Promise<void> {
  await db
    .update(payoutBatches)
    .set({ written_at: sql`now()` })
    .where(and(eq(payoutBatches.id, id), isNull(payoutBatches.written_at)))
}

export type ListedBatch = Batch & { waiting: number; left: number }

export function listBatches(limit: number): Promise<ListedBatch[]> {
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
    .groupBy(payoutBatches.id)
    .orderBy(desc(payoutBatches.id))
    .limit(limit)
    .then((rows) => rows.map(({ batch, waiting, left }) => ({ ...batch, waiting, left })))
}

export const batchesOf = (withdrawalId: number) =>
  db
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

export async function listWaiting(batchId: number): Promise<number[]> {
  const rows = await db
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

/** Removes withdrawals that the bank did not accept, so that the next export includes them. All or none. */
export function leaveBatch(
  ids: number[],
  reason: string,
): Promise<Done | Refused<'not-waiting', { ids: number[] }>> {
  return moneyTransaction(async (tx) => {
    const locked = await tx
      .select({ id: withdrawals.id })
      .from(withdrawals)
      .where(and(inArray(withdrawals.id, ids), eq(withdrawals.status, 'processing')))
      .orderBy(asc(withdrawals.id))
      .for('update')
    const inBatch = await tx
      .select({ id: payoutBatchItems.withdrawal_id })
      .from(payoutBatchItems)
      .where(and(inArray(payoutBatchItems.withdrawal_id, ids), isNull(payoutBatchItems.left_at)))
      .orderBy(asc(payoutBatchItems.withdrawal_id))
      .for('update')
    const waiting = new Set(locked.map(({ id }) => id))
    const leaving = inBatch.map(({ id }) => id).filter((id) => waiting.has(id))
    const others = ids.filter((id) => !leaving.includes(id))
    if (others.length) return refused('not-waiting', { ids: others })
    await tx
      .update(payoutBatchItems)
      .set({ left_at: sql`now()`, left_because: reason })
      .where(and(inArray(payoutBatchItems.withdrawal_id, ids), isNull(payoutBatchItems.left_at)))
    return done()
  })
}
