import { and, eq, sql, desc, isNotNull, isNull } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { continueBelow, within, type Page, type Period } from '~/platform/db/period.server'
import { payoutOrders, payoutConflicts } from '~/platform/db/schema/payouts'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import type { Withdrawal } from './withdrawals'

export type PayoutConflict = typeof payoutConflicts.$inferSelect & {
  withdrawal: Withdrawal
  reference: string | null
}

export const CONFLICT_STATES = ['open', 'resolved'] as const

export type ConflictState = (typeof CONFLICT_STATES)[number]

const select = (reader: Reader = db) =>
  reader
    .select({ conflict: payoutConflicts, withdrawal: withdrawals, reference: payoutOrders.reference })
    .from(payoutConflicts)
    .innerJoin(withdrawals, eq(withdrawals.id, payoutConflicts.withdrawal_id))
    .leftJoin(payoutOrders, eq(payoutOrders.withdrawal_id, payoutConflicts.withdrawal_id))
    .$dynamic()

interface ConflictFilter extends Period {
  state?: ConflictState
  withdrawalId?: number
  userId?: number
}

export async function listConflicts(
  { state, withdrawalId, userId, ...period }: ConflictFilter,
  { after, limit }: Page,
): Promise<PayoutConflict[]> {
  const { resolved_at, withdrawal_id, id } = payoutConflicts
  const inState = { open: isNull(resolved_at), resolved: isNotNull(resolved_at) }
  const rows = await select()
    .where(
      and(
        state && inState[state],
        withdrawalId === undefined ? undefined : eq(withdrawal_id, withdrawalId),
        userId === undefined ? undefined : eq(withdrawals.user_id, userId),
        within(payoutConflicts.found_at, period),
        continueBelow(id, after),
      ),
    )
    .orderBy(desc(id))
    .limit(limit)
  return rows.map(({ conflict, ...facts }) => ({ ...conflict, ...facts }))
}

export async function findPayoutConflict(id: number, reader?: Reader): Promise<PayoutConflict | null> {
  const [row] = await select(reader).where(eq(payoutConflicts.id, id))
  if (!row) return null
  const { conflict, ...facts } = row
  return { ...conflict, ...facts }
}

export async function resolveConflict(
  id: number,
  resolution: string,
  within: Reader = db,
): Promise<Done | Refused<'not-found'> | Refused<'resolved'>> {
  const [row] = await within
    .update(payoutConflicts)
    .set({ resolved_at: sql`now()`, resolution })
    .where(and(eq(payoutConflicts.id, id), isNull(payoutConflicts.resolved_at)))
    .returning({ id: payoutConflicts.id })
  if (row) return done()
  return refused((await findPayoutConflict(id, within)) ? 'resolved' : 'not-found')
}
