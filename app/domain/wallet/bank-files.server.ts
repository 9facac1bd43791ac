/** A withdrawal is in at most one batch at a time, which the database enforces (0023-paid-once.md). */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { jobFiles } from '~/platform/db/schema/operations'
import { payoutBatches, payoutBatchItems } from '~/platform/db/schema/payouts'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { moneyTransaction } from './ledger.server'
import type { Overrides } from './blockers.server'
import { tryDestination } from './payouts.server'
import type { Withdrawal } from './withdrawals'
import {
  digest,
  digestRows,
  makeBankTable,
  PRESENT_FORMAT,
  writeBankCsv,
  type BankTable,
  type Payable,
} from './bank-file.server'
import { type Omission, lockUnsent, listHeldBack } from './unsent.server'

export type Batch = typeof payoutBatches.$inferSelect

export interface BatchFile {
  batch: Batch
  table: BankTable
  csv: string
}

interface OpenFailures {
  unopened: number[]
}

export interface BatchOmissions extends OpenFailures {
  keptBack: Omission[]
}

export type BatchOutcome =
  Done<BatchFile & BatchOmissions> | Refused<'nothing'> | Refused<'none-payable', BatchOmissions>

/** `fileName` null: the file is only printed. A concurrent call waits and gets the remaining withdrawals. */
export function makeBatch(
  by: string,
  fileName: string | null,
  { despiteDebt = false, despiteSignal = false }: Partial<Overrides> = {},
  within?: Tx,
): Promise<BatchOutcome> {
  return moneyTransaction(async (tx): Promise<BatchOutcome> => {
    const rows = await lockUnsent(tx)
    if (!rows.length) return refused('nothing')
    const keptBack = await listHeldBack(tx, rows, { despiteDebt, despiteSignal })
    const keptIds = new Set(keptBack.map(({ id }) => id))
    const { payable, unopened } = open(rows.filter(({ id }) => !keptIds.has(id)))
    if (!payable.length) return refused('none-payable', { unopened, keptBack })
    const table = makeBankTable(payable, PRESENT_FORMAT)
    const csv = writeBankCsv(table)
    const [batch] = await tx
      .insert(payoutBatches)
      .values({
        made_by: by,
        count: payable.length,
        sum_paise: payable.reduce((sum, { withdrawal }) => sum + withdrawal.amount_paise, 0n),
        sha256: digest(csv),
        format: PRESENT_FORMAT,
        rows_sha256: digestRows(payable),
        file_name: fileName,
      })
      .returning()
    await tx
      .insert(payoutBatchItems)
      .values(payable.map(({ withdrawal }) => ({ batch_id: batch!.id, withdrawal_id: withdrawal.id })))
    return done({ batch: batch!, table, csv, unopened, keptBack })
  }, within)
}

function open(rows: readonly Withdrawal[]): { payable: Payable[] } & OpenFailures {
  const payable: Payable[] = []
  const unopened: number[] = []
  for (const withdrawal of rows) {
    const to = tryDestination(withdrawal)
    if (to) payable.push({ withdrawal, to })
    else unopened.push(withdrawal.id)
  }
  return { payable, unopened }
}

export type ReprintOutcome = Done<BatchFile> | Refused<'not-found'> | Refused<'changed', OpenFailures>

export async function reprintBatch(id: number): Promise<ReprintOutcome> {
  const [batch] = await db.select().from(payoutBatches).where(eq(payoutBatches.id, id))
  if (!batch) return refused('not-found')
  const rows = await db
    .select({ withdrawal: withdrawals })
    .from(payoutBatchItems)
    .innerJoin(withdrawals, eq(withdrawals.id, payoutBatchItems.withdrawal_id))
    .where(eq(payoutBatchItems.batch_id, id))
    .orderBy(asc(withdrawals.id))
  const { payable, unopened } = open(rows.map(({ withdrawal }) => withdrawal))
  const table = makeBankTable(payable, batch.format)
  const csv = writeBankCsv(table)
  const isSame =
    digest(csv) === batch.sha256 && (batch.format === 1 || digestRows(payable) === batch.rows_sha256)
  return isSame ? done({ batch, table, csv }) : refused('changed', { unopened })
}

export async function recordWritten(id: number, tx: Reader = db): Promise<void> {
  await tx
    .update(payoutBatches)
    .set({ written_at: sql`now()` })
    .where(and(eq(payoutBatches.id, id), isNull(payoutBatches.written_at)))
}

/** Removes all of the withdrawals or none; the next export includes them again. */
export function leaveBatch(
  ids: number[],
  reason: string,
  within?: Tx,
): Promise<Done | Refused<'not-waiting', { ids: number[] }>> {
  return moneyTransaction(async (tx) => {
    const locked = await tx
      .select({ id: withdrawals.id })
      .from(withdrawals)
      .where(and(inArray(withdrawals.id, ids), eq(withdrawals.status, 'processing')))
      .orderBy(asc(withdrawals.id))
      .for('update')
    const inBatch = await tx
      .select({ id: payoutBatchItems.withdrawal_id, batch_id: payoutBatchItems.batch_id })
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
    // A file that nobody has fetched yet would pay them beside the next one.
    await tx
      .update(jobFiles)
      .set({ content: null })
      .where(
        inArray(
          jobFiles.batch_id,
          inBatch.map(({ batch_id }) => batch_id),
        ),
      )
    return done()
  }, within)
}
