import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { db, type Tx } from '~/platform/db/client.server'
import { payoutEvents } from '~/platform/db/schema/payouts'
import { seal, unseal } from '~/platform/db/seal.server'
import type { SealedPlace } from '~/platform/db/sealed-columns'
import { count } from '~/platform/counters'
import { errorFacts, log } from '~/platform/log.server'
import { moneyTransaction } from './ledger.server'
import { lockWithdrawal } from './withdrawal-steps.server'
import {
  applyStatus,
  type PayoutVerdict,
  findWithdrawalByReference,
  lockPayoutOrder,
} from './payout-orders.server'
import { isOurReference, type PayoutEvent, type PayoutProvider } from './providers'
import { findProvider } from './providers.server'

type Row = typeof payoutEvents.$inferSelect

const sealContext = (provider: string, eventId: string): SealedPlace =>
  `payout_events|body|${provider}|${eventId}`

const UNKNOWN_ORDER = 'a payout of ours that is not in the books'

export type WebhookOutcome = 'stored' | 'unknown' | 'forged'

/** Throws only if the event was not stored; after later failures the worker applies it. */
export async function receiveWebhook(name: string, headers: Headers, body: string): Promise<WebhookOutcome> {
  const provider = findProvider(name)
  if (!provider) return 'unknown'
  const eventId = provider.authenticate(headers, body)
  if (eventId === null) return 'forged'
  const id = await storeEvent(provider, eventId, body)
  if (id === null) return 'stored'
  try {
    await applyEvent(id)
  } catch (error) {
    log('error', 'payout event left for the worker', { event: id, ...errorFacts(error) })
  }
  return 'stored'
}

async function storeEvent(provider: PayoutProvider, eventId: string, body: string) {
  const { name } = provider
  const [row] = await db
    .insert(payoutEvents)
    .values({
      provider: name,
      event_id: eventId,
      kind: provider.readEvent(body).kind,
      body: seal(body, sealContext(name, eventId)),
    })
    .onConflictDoNothing()
    .returning({ id: payoutEvents.id })
  return row?.id ?? null
}

async function applyEvent(id: number): Promise<PayoutVerdict | null> {
  const judged = await applyInTransaction(id)
  if (judged?.reason === UNKNOWN_ORDER) {
    const { provider, reference } = judged
    log('error', 'payout webhook about an order that is not in the books', { event: id, provider, reference })
    count('dealdwaar_payout_webhooks_unknown_total', { provider })
  }
  return judged
}

function applyInTransaction(id: number) {
  return moneyTransaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(payoutEvents)
      .where(and(eq(payoutEvents.id, id), isNull(payoutEvents.processed_at)))
      .for('update', { skipLocked: true })
    if (!row) return null
    // The provider waits 5 s for an answer. The worker applies events whose rows are locked for longer.
    await tx.execute(sql`SET LOCAL lock_timeout = '3s'`)
    const event = reread(row)
    const { withdrawalId, ...verdict } = await judge(tx, row, event)
    await tx
      .update(payoutEvents)
      .set({
        outcome: verdict.outcome,
        reason: verdict.reason ?? null,
        withdrawal_id: withdrawalId,
        processed_at: sql`now()`,
      })
      .where(eq(payoutEvents.id, id))
    const facts = { withdrawal: withdrawalId, event: id, reason: verdict.reason }
    if (verdict.outcome === 'conflict') log('error', 'payout in conflict', facts)
    return { ...verdict, provider: row.provider, reference: event.reference }
  })
}

async function judge(
  tx: Tx,
  row: Row,
  { reference, report }: PayoutEvent,
): Promise<PayoutVerdict & { withdrawalId: number | null }> {
  const id = reference === null ? null : await findWithdrawalByReference(tx, reference)
  const withdrawal = id === null ? null : await lockWithdrawal(tx, id)
  const order = withdrawal && (await lockPayoutOrder(tx, withdrawal.id))
  if (order?.provider !== row.provider) {
    const isLost = reference !== null && isOurReference(reference)
    const reason = isLost ? UNKNOWN_ORDER : 'no payout of ours'
    return { withdrawalId: null, outcome: 'ignored', reason }
  }
  if (!report) return { withdrawalId: id, outcome: 'ignored', reason: 'it says nothing of a payout' }
  return { withdrawalId: id, ...(await applyStatus(tx, withdrawal!, order, report)) }
}

function reread({ provider: name, event_id, body }: Row): PayoutEvent {
  const provider = findProvider(name)
  if (!provider) throw new Error(`${name} is not set up any more`)
  return provider.readEvent(unseal(body, sealContext(name, event_id)))
}

export async function applyDueEvents(stopping: () => boolean = () => false): Promise<number> {
  const rows = await db
    .select({ id: payoutEvents.id })
    .from(payoutEvents)
    .where(and(isNull(payoutEvents.processed_at), lte(payoutEvents.next_attempt_at, sql`now()`)))
    .orderBy(payoutEvents.id)
    .limit(100)
  for (const { id } of rows) {
    if (stopping()) break
    try {
      await applyEvent(id)
    } catch (error) {
      log('error', 'payout event left for later', { event: id, ...errorFacts(error) })
      await db
        .update(payoutEvents)
        .set({
          attempts: sql`${payoutEvents.attempts} + 1`,
          next_attempt_at: sql`now() + make_interval(secs => least(900, power(2, least(${payoutEvents.attempts}, 10) + 1)))`,
        })
        .where(eq(payoutEvents.id, id))
    }
  }
  return rows.length
}
