import { and, asc, eq, inArray, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { payoutOrders } from '~/platform/db/schema/payouts'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import type { Withdrawal } from './withdrawals'
import type { PayoutOrder } from './payout-orders.server'

/** Milliseconds: longer than any attempt, plus 15 s for the database. */
const computeLeaseTime = () => CALLS * env().PAYOUT_TIMEOUT_MS + 15_000

export interface PayoutLease {
  withdrawal: Withdrawal
  order: PayoutOrder
  until: Date
}

/** Marks a new order as `sending` before the request. Returns the previous stage. */
export function lease(which: SQL): Promise<PayoutLease | null> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ order: payoutOrders, withdrawal: withdrawals })
      .from(payoutOrders)
      .innerJoin(withdrawals, eq(withdrawals.id, payoutOrders.withdrawal_id))
      .where(
        and(
          which,
          ne(payoutOrders.stage, 'done'),
          or(isNull(payoutOrders.leased_until), lte(payoutOrders.leased_until, sql`now()`)),
          inArray(withdrawals.status, ['processing', 'unknown']),
        ),
      )
      .orderBy(asc(payoutOrders.next_attempt_at))
      .limit(1)
      .for('update', { of: payoutOrders, skipLocked: true })
    if (!found) return null
    const { order, withdrawal } = found
    // A trigger refuses the lease to releases that would send another reference than the stored one.
    await tx.execute(sql`SELECT set_config('dealdwaar.payout_reference', ${order.reference}, true)`)
    const [leased] = await tx
      .update(payoutOrders)
      .set({
        stage: order.stage === 'ready' ? 'sending' : order.stage,
        // The driver returns milliseconds: without truncation the comparison with `until` fails.
        leased_until: sql`date_trunc('milliseconds', now() + ${computeLeaseTime()}::int * interval '1 millisecond')`,
        attempts: sql`${payoutOrders.attempts} + 1`,
      })
      .where(eq(payoutOrders.withdrawal_id, withdrawal.id))
      .returning()
    return { withdrawal, order: { ...leased!, stage: order.stage }, until: leased!.leased_until! }
  })
}

/** Most provider calls per attempt: find, send, find. */
const CALLS = 3
