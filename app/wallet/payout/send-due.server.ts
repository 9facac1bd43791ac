/**
 * One payout order at a time: leased, sent or asked about, and what came of it written down. A worker that dies leaves its
 * lease; whoever follows knows by the stage what may have been sent.
 */
import { and, asc, eq, inArray, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import { ProviderFailure } from '~/ask.server'
import { db, type Tx } from '~/db/client.server'
import { payoutOrders, withdrawals } from '~/db/schema'
import { env } from '~/env.server'
import { errorFacts, log } from '~/log.server'
import { moneyTransaction } from '../ledger.server'
import { lockWithdrawal, takeStep } from '../withdrawal-moves.server'
import type { Withdrawal } from '../withdrawals.server'
import { inPause, learn, lockOrder, orderOf, type PayoutOrder } from './orders.server'
import { LEAST_PAYOUT, OrderRefused, type Order, type PayoutProvider, type Told } from './port'
import { findProvider } from './providers.server'

/** Calls of a provider in one attempt, at most: it is asked, sent to, and asked again. */
const CALLS = 3

/** How long an order is leased, in ms: longer than any attempt takes, with 15 s for the database. */
const leaseTime = () => CALLS * env().PAYOUT_TIMEOUT_MS + 15_000

/** Sends or asks for everything that is due now; gives how many orders that were. */
export async function sendDue(stopping: () => boolean = () => false): Promise<number> {
  let done = 0
  while (!stopping()) {
    const leased = await lease(lte(payoutOrders.next_attempt_at, sql`now()`))
    if (!leased) break
    try {
      await attempt(leased)
    } catch (error) {
      // The lease ends, and it is tried again; the others do not wait for it.
      log('error', 'payout failed', { withdrawal: leased.withdrawal.id, ...errorFacts(error) })
    }
    done++
  }
  return done
}

/** The same for one withdrawal, whatever its pause; false: it has no order that is open, or somebody is at it. */
export async function sendNow(withdrawalId: number): Promise<boolean> {
  const leased = await lease(eq(payoutOrders.withdrawal_id, withdrawalId))
  if (leased) await attempt(leased)
  return leased !== null
}

interface Leased {
  withdrawal: Withdrawal
  order: PayoutOrder
  /** Who holds the lease has the order in this state. */
  until: Date
}

/**
 * Takes the next open order of these that is nobody's. One that was never sent is `sending` from here on, before the provider
 * hears of it; the stage in the answer is the one before.
 */
function lease(which: SQL): Promise<Leased | null> {
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
    const [leased] = await tx
      .update(payoutOrders)
      .set({
        stage: order.stage === 'ready' ? 'sending' : order.stage,
        // Whole milliseconds, so that it compares equal to what comes back.
        leased_until: sql`date_trunc('milliseconds', now() + ${leaseTime()}::int * interval '1 millisecond')`,
        attempts: sql`${payoutOrders.attempts} + 1`,
      })
      .where(eq(payoutOrders.withdrawal_id, withdrawal.id))
      .returning()
    return { withdrawal, order: { ...leased!, stage: order.stage }, until: leased!.leased_until! }
  })
}

async function attempt(leased: Leased): Promise<void> {
  const { withdrawal, order } = leased
  try {
    const provider = findProvider(order.provider)
    if (!provider) throw new ProviderFailure('not set up', false)
    const told = await call(provider, orderOf(withdrawal), order)
    await moneyTransaction((tx) => record(tx, withdrawal.id, told))
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    const facts = { withdrawal: withdrawal.id, provider: order.provider, error: error.kind }
    log('warn', 'payout not answered', facts)
    await moneyTransaction((tx) => postpone(tx, leased, error))
  }
}

/** Sends what was never sent; asks for what may have been, and sends it again only where that cannot pay twice. */
async function call(provider: PayoutProvider, order: Order, { stage, error }: PayoutOrder): Promise<Told> {
  if (stage !== 'ready') {
    const told = await provider.find(order)
    if (told) return told
    // Whoever was at it died before anything was answered: the reference alone makes it one payout.
    const mayRepeat = provider.repeatsSafely || stage === 'sending'
    if (stage === 'sent' || !mayRepeat) throw new ProviderFailure(error ?? 'not found')
  }
  const failed = (reason: string): Told => ({
    says: 'failed',
    reason,
    number: '',
    word: 'refused',
    code: null,
    amount: order.amount,
  })
  if (order.amount < LEAST_PAYOUT) return failed('It is less than Rs. 1.00')
  try {
    return await provider.send(order)
  } catch (refusal) {
    if (!(refusal instanceof OrderRefused)) throw refusal
    const told = await provider.find(order)
    if (told) return told
    if (refusal.isRepeat) throw new ProviderFailure('taken and not found', true)
    return failed(refusal.reason)
  }
}

async function record(tx: Tx, withdrawalId: number, told: Told): Promise<void> {
  const withdrawal = await lockWithdrawal(tx, withdrawalId)
  const order = await lockOrder(tx, withdrawalId)
  const verdict = await learn(tx, withdrawal!, order!, told)
  if (verdict.outcome !== 'conflict') return
  log('error', 'payout in conflict', { withdrawal: withdrawalId, reason: verdict.reason })
  await tx
    .update(payoutOrders)
    .set({ error: `conflict: ${verdict.reason}`, leased_until: null, next_attempt_at: inPause(10) })
    .where(eq(payoutOrders.withdrawal_id, withdrawalId))
}

/** Nobody knows what came of it, or nothing did: later again. What may have been sent is `unknown`, never refunded. */
async function postpone(tx: Tx, { withdrawal: { id }, order, until }: Leased, failure: ProviderFailure) {
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
      next_attempt_at: inPause(order.attempts),
      updated_at: sql`now()`,
    })
    .where(mine)
    .returning({ id: payoutOrders.withdrawal_id })
  // Somebody else has learnt more meanwhile.
  if (!postponed.length) return
  if (isAsking && withdrawal!.status === 'processing') await takeStep(tx, withdrawal!, { to: 'unknown' })
}
