import { and, asc, eq, sql, lte, isNotNull } from 'drizzle-orm'
import { db, type Tx } from '~/platform/db/client.server'
import { payoutOrders } from '~/platform/db/schema/payouts'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { errorFacts, log } from '~/platform/log.server'
import { ProviderFailure } from '~/platform/outbound/call-provider.server'
import { moneyTransaction } from '../ledger.server'
import { lockWithdrawal } from '../withdrawal-steps.server'
import { applyStatus, lockPayoutOrder, type PayoutOrder } from '../payout-orders.server'
import { findProvider } from '../providers.server'
import type { Withdrawal } from '../withdrawals'

const MOST_AT_ONCE = 20

/**
 * Asks about settled payouts daily for a week: paid ones may be reversed, and webhooks lost. Banks return failed credits by the next working
 * day (RBI, Harmonisation of Turn Around Time, 2019).
 */
export async function recheckDue(stopping: () => boolean = () => false): Promise<number> {
  for (let attempts = 0; ; attempts++) {
    const due = attempts < MOST_AT_ONCE && !stopping() ? await takeNext() : null
    if (!due) return attempts
    try {
      await recheck(due)
    } catch (error) {
      log('warn', 'settled payout not asked about', {
        withdrawal: due.withdrawal.id,
        ...(error instanceof ProviderFailure ? { error: error.kind } : errorFacts(error)),
      })
      return attempts
    }
  }
}

interface DueRecheck {
  withdrawal: Withdrawal
  order: PayoutOrder
}

function takeNext(): Promise<DueRecheck | null> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ order: payoutOrders, withdrawal: withdrawals })
      .from(payoutOrders)
      .innerJoin(withdrawals, eq(withdrawals.id, payoutOrders.withdrawal_id))
      .where(and(isNotNull(payoutOrders.recheck_at), lte(payoutOrders.recheck_at, sql`now()`)))
      .orderBy(asc(payoutOrders.recheck_at))
      .limit(1)
      .for('update', { of: payoutOrders, skipLocked: true })
    if (!found) return null
    await setNext(tx, found.withdrawal, '1 hour')
    return found
  })
}

async function recheck({ withdrawal: { id }, order }: DueRecheck): Promise<void> {
  const provider = findProvider(order.provider)
  if (!provider) throw new ProviderFailure('not set up', false)
  const report = await provider.find(order, order.provider_reference)
  await moneyTransaction(async (tx) => {
    const now = await lockWithdrawal(tx, id)
    const itsOrder = await lockPayoutOrder(tx, id)
    const verdict = report && (await applyStatus(tx, now!, itsOrder!, report))
    if (verdict?.outcome === 'conflict')
      log('error', 'payout in conflict', { withdrawal: id, reason: verdict.reason })
    if (verdict?.outcome !== 'applied') await setNext(tx, now!, '1 day')
  })
}

async function setNext(tx: Tx, { id, status, updated_at }: Withdrawal, pause: '1 hour' | '1 day') {
  const isSettled = status === 'paid' || status === 'refunded'
  const end = sql`${updated_at.toISOString()}::timestamptz + interval '7 days'`
  const next = sql`CASE WHEN now() < ${end} THEN now() + ${pause}::interval END`
  await tx
    .update(payoutOrders)
    .set({ recheck_at: isSettled ? next : null })
    .where(eq(payoutOrders.withdrawal_id, id))
}
