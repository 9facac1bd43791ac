import { and, asc, eq, sql, type SQL, lte, inArray, isNull, ne, or } from 'drizzle-orm'
import { env } from '~/platform/config/env.server'
import { db, type Tx } from '~/platform/db/client.server'
import { payoutOrders } from '~/platform/db/schema/payouts'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { errorFacts, log } from '~/platform/log.server'
import { ProviderFailure } from '~/platform/outbound/call-provider.server'
import { defineTimer } from '~/platform/timers.server'
import { applyDueEvents } from './payout-webhooks.server'
import { moneyTransaction } from './ledger.server'
import { lockWithdrawal, takeStep } from './withdrawal-steps.server'
import { applyStatus, nextAttempt, lockPayoutOrder, toOrder, type PayoutOrder } from './payout-orders.server'
import {
  LEAST_PAYOUT,
  OrderRefused,
  type ProviderOrder,
  type PayoutProvider,
  type StatusReport,
} from './providers'
import { findProvider } from './providers.server'
import type { Withdrawal } from './withdrawals'
import { approveDue } from './approve-due.server'
import { recheckDue } from './payout-worker/recheck.server'

export async function workPayouts(stopping: () => boolean = () => false): Promise<void> {
  await applyDueEvents(stopping)
  await approveDue(stopping)
  await sendDue(stopping)
  await recheckDue(stopping)
}

export const payoutTimer = defineTimer({
  name: 'payouts',
  every: 2,
  does: 'approve and send payouts, and ask for their outcome',
  work: workPayouts,
})

/** After a crash the lease expires, and the stage tells what may have been sent. */
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
    await moneyTransaction((tx) => recordUncertain(tx, leased, error))
  }
}

async function call(
  provider: PayoutProvider,
  order: ProviderOrder,
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
  const order = await lockPayoutOrder(tx, withdrawalId)
  const verdict = await applyStatus(tx, withdrawal!, order!, report)
  if (verdict.outcome !== 'conflict') return
  log('error', 'payout in conflict', { withdrawal: withdrawalId, reason: verdict.reason })
  await tx
    .update(payoutOrders)
    .set({ error: `conflict: ${verdict.reason}`, leased_until: null, next_attempt_at: nextAttempt(10) })
    .where(eq(payoutOrders.withdrawal_id, withdrawalId))
}

/** After a failure that may have paid, the withdrawal becomes `unknown` and is never refunded. */
async function recordUncertain(
  tx: Tx,
  { withdrawal: { id }, order, until }: PayoutLease,
  failure: ProviderFailure,
) {
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

/** Most provider calls per attempt: find, send, find. */
const CALLS = 3

/** Milliseconds: longer than any attempt, plus 15 s for the database. */
const computeLeaseTime = () => CALLS * env().PAYOUT_TIMEOUT_MS + 15_000

export interface PayoutLease {
  withdrawal: Withdrawal
  order: PayoutOrder
  until: Date
}

/** Marks a new order as `sending` before the request. Returns the previous stage. */
function lease(which: SQL): Promise<PayoutLease | null> {
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
