import { and, asc, eq, isNull, sql, notExists } from 'drizzle-orm'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { payoutBatchItems, payoutOrders } from '~/platform/db/schema/payouts'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { lockWallets } from './ledger.server'
import { type ApprovalOverrides, findBlockers, type ApprovalRefusal, refuseBlocked } from './blockers.server'
import type { Withdrawal } from './withdrawals'

export interface Omission {
  id: number
  because: ApprovalRefusal
}

/** Locks the wallets, which every change locks first. Later approvals wait for the next batch. */
export async function lockUnsent(tx: Tx): Promise<Withdrawal[]> {
  const owners = new Set((await listUnsent(tx)).map(({ user_id }) => user_id))
  if (!owners.size) return []
  await lockWallets(tx, [...owners])
  return (await listUnsent(tx)).filter(({ user_id }) => owners.has(user_id))
}

export async function listHeldBack(
  tx: Tx,
  rows: readonly Withdrawal[],
  { despiteDebt, despiteSignal }: ApprovalOverrides,
): Promise<Omission[]> {
  const blockers = await findBlockers(tx, [...new Set(rows.map(({ user_id }) => user_id))])
  return rows.flatMap(({ id, user_id, debt_override, signal_override }) => {
    const because = refuseBlocked(user_id, blockers.get(user_id)!, {
      despiteDebt: despiteDebt || debt_override !== null,
      despiteSignal: despiteSignal || signal_override !== null,
    })
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
