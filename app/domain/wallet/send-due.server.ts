/** After a crash the lease expires, and the stage says what may have been sent. */
import { and, eq, lte, sql } from 'drizzle-orm'
import { ProviderFailure } from '~/platform/outbound/call-provider.server'
import type { Tx } from '~/platform/db/client.server'
import { payoutOrders } from '~/platform/db/schema/payouts'
import { errorFacts, log } from '~/platform/log.server'
import { moneyTransaction } from './ledger.server'
import { lockWithdrawal, takeStep } from './withdrawal-steps.server'
import { applyStatus } from './apply-provider-status.server'
import { type PayoutLease, lease } from './lease-due.server'
import { nextAttempt, lockOrder, toOrder, type PayoutOrder } from './payout-orders.server'
import { LEAST_PAYOUT, OrderRefused, type Order, type PayoutProvider, type StatusReport } from './providers'
import { findProvider } from './providers.server'

export async function sendDue(stopping: () => boolean = () => false): Promise<number> {
  let done = 0
  while (!stopping()) {
    const leased = await lease(lte(payoutOrders.next_attempt_at, sql`now()`))
    if (!leased) break
    try {
      await attempt(leased)
    } catch (error) {
      log('error', 'payout failed', { withdrawal: leased.withdrawal.id, ...errorFacts(error) })
    }
    done++
  }
  return done
}

/** Ignores the backoff. False: the withdrawal has no open order, or the order is leased. */
export async function sendNow(withdrawalId: number): Promise<boolean> {
  const leased = await lease(eq(payoutOrders.withdrawal_id, withdrawalId))
  if (leased) await attempt(leased)
  return leased !== null
}

async function attempt(leased: PayoutLease): Promise<void> {
  const { withdrawal, order } = leased
  try {
    const provider = findProvider(order.provider)
    if (!provider) throw new ProviderFailure('not set up', false)
    const report = await call(provider, toOrder(withdrawal, order), order)
    await moneyTransaction((tx) => record(tx, withdrawal.id, report))
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    const facts = { withdrawal: withdrawal.id, provider: order.provider, error: error.kind }
    log('warn', 'payout not answered', facts)
    await moneyTransaction((tx) => postpone(tx, leased, error))
  }
}

async function call(
  provider: PayoutProvider,
  order: Order,
  { stage, error, provider_reference }: PayoutOrder,
): Promise<StatusReport> {
  if (stage !== 'ready') {
    const report = await provider.find(order, provider_reference)
    if (report) return report
    // The worker crashed before any response: the unique reference prevents a second payout.
    const mayRepeat = provider.repeatsSafely || stage === 'sending'
    if (stage === 'sent' || !mayRepeat) throw new ProviderFailure(error ?? 'not found')
  }
  const failed = (reason: string): StatusReport => ({
    status: 'failed',
    reason,
    number: '',
    rawStatus: 'refused',
    code: null,
    amount: order.amount,
  })
  if (order.amount < LEAST_PAYOUT) return failed('It is less than Rs. 1.00')
  try {
    return await provider.send(order)
  } catch (refusal) {
    if (!(refusal instanceof OrderRefused)) throw refusal
    const report = await provider.find(order, provider_reference)
    if (report) return report
    if (refusal.isRepeat) throw new ProviderFailure('taken and not found', true)
    return failed(refusal.reason)
  }
}

async function record(tx: Tx, withdrawalId: number, report: StatusReport): Promise<void> {
  const withdrawal = await lockWithdrawal(tx, withdrawalId)
  const order = await lockOrder(tx, withdrawalId)
  const verdict = await applyStatus(tx, withdrawal!, order!, report)
  if (verdict.outcome !== 'conflict') return
  log('error', 'payout in conflict', { withdrawal: withdrawalId, reason: verdict.reason })
  await tx
    .update(payoutOrders)
    .set({ error: `conflict: ${verdict.reason}`, leased_until: null, next_attempt_at: nextAttempt(10) })
    .where(eq(payoutOrders.withdrawal_id, withdrawalId))
}

/** After a failure that may have paid, the withdrawal becomes `unknown` and is never refunded. */
async function postpone(tx: Tx, { withdrawal: { id }, order, until }: PayoutLease, failure: ProviderFailure) {
  const withdrawal = await lockWithdrawal(tx, id)
  const wasSending = order.stage === 'ready' || order.stage === 'sending'
  const isAsking = failure.mayHaveActed && wasSending
  const mine = and(eq(payoutOrders.withdrawal_id, id), eq(payoutOrders.leased_until, until))
  const postponed = await tx
    .update(payoutOrders)
    .set({
      stage: isAsking ? 'asking' : order.stage,
      error: failure.kind,
      leased_until: null,
      next_attempt_at: nextAttempt(order.attempts),
      updated_at: sql`now()`,
    })
    .where(mine)
    .returning({ id: payoutOrders.withdrawal_id })
  // The lease had expired, and another worker recorded a newer state.
  if (!postponed.length) return
  if (isAsking && withdrawal!.status === 'processing') await takeStep(tx, withdrawal!, { to: 'unknown' })
}
