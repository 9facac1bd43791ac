import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { ProviderName } from '~/platform/config/payout-providers'
import { db, type Tx } from '~/platform/db/client.server'
import { payoutOrders, payoutConflicts } from '~/platform/db/schema/payouts'
import { unseal } from '~/platform/db/seal.server'
import { paise } from '~/platform/formats/money'
import type { BankDetails, UpiDetails } from './destinations'
import type { Withdrawal } from './withdrawals'
import { destinationPlace } from './withdrawals.server'
import { newReference, type ProviderOrder, type StatusReport } from './providers'
import { isUtr, takeStep } from './withdrawal-steps.server'

export type PayoutOrder = typeof payoutOrders.$inferSelect

export async function openOrder(tx: Tx, withdrawal: Withdrawal, provider: ProviderName): Promise<void> {
  await tx
    .insert(payoutOrders)
    .values({ withdrawal_id: withdrawal.id, provider, reference: newReference(withdrawal) })
    .onConflictDoNothing({ target: payoutOrders.withdrawal_id })
}

export async function findWithdrawalByReference(tx: Tx, reference: string): Promise<number | null> {
  const [row] = await tx
    .select({ id: payoutOrders.withdrawal_id })
    .from(payoutOrders)
    .where(eq(payoutOrders.reference, reference))
  return row?.id ?? null
}

export async function findOrder(withdrawalId: number): Promise<PayoutOrder | null> {
  const [row] = await db.select().from(payoutOrders).where(eq(payoutOrders.withdrawal_id, withdrawalId))
  return row ?? null
}

const UNKNOWN_STATUS = 'a word that we do not know'

export const listUnclearOrders = (): Promise<PayoutOrder[]> =>
  db
    .select()
    .from(payoutOrders)
    .where(and(ne(payoutOrders.stage, 'done'), eq(payoutOrders.error, UNKNOWN_STATUS)))
    .orderBy(asc(payoutOrders.withdrawal_id))

/** Null: the withdrawal is paid manually. Call lockWithdrawal() first. */
export async function lockPayoutOrder(tx: Tx, withdrawalId: number): Promise<PayoutOrder | null> {
  const [row] = await tx
    .select()
    .from(payoutOrders)
    .where(eq(payoutOrders.withdrawal_id, withdrawalId))
    .for('update')
  return row ?? null
}

/** Must be deterministic: an idempotency key is valid for one request body only. */
export function toOrder(withdrawal: Withdrawal, { reference }: PayoutOrder): ProviderOrder {
  const { user_id, amount_paise, method, destination } = withdrawal
  const details = JSON.parse(unseal(destination, destinationPlace(user_id))) as BankDetails & UpiDetails
  return {
    reference,
    amount: paise(amount_paise),
    payee: `Member ${user_id}`,
    to: { method, ...details },
  }
}

const FIRST_RECHECK = sql`now() + interval '1 day'`

/** `isOut`: the provider may still act on the order, so that the worker asks again what became of it. */
export async function closeOrder(tx: Tx, withdrawalId: number, { isOut }: { isOut: boolean }): Promise<void> {
  await tx
    .update(payoutOrders)
    .set({
      stage: 'done',
      leased_until: null,
      recheck_at: isOut ? FIRST_RECHECK : null,
      updated_at: sql`now()`,
    })
    .where(eq(payoutOrders.withdrawal_id, withdrawalId))
}

export const nextAttempt = (attempts: number) =>
  sql`now() + make_interval(secs => least(900, 5 * power(2, least(${attempts}::int, 10))))`

function updateOrder(
  tx: Tx,
  withdrawalId: number,
  report: StatusReport,
  stage: 'sent' | 'done',
  attempts: number,
) {
  return tx
    .update(payoutOrders)
    .set({
      stage,
      attempts,
      provider_reference: report.number,
      provider_status: formatStatus(report),
      leased_until: null,
      recheck_at: report.status === 'paid' && stage === 'done' ? FIRST_RECHECK : null,
      error: report.status === 'unclear' ? UNKNOWN_STATUS : null,
      next_attempt_at: nextAttempt(attempts),
      updated_at: sql`now()`,
    })
    .where(eq(payoutOrders.withdrawal_id, withdrawalId))
}

const formatStatus = ({ rawStatus: word, code }: StatusReport) => (code ? `${word} ${code}` : word)

export interface PayoutVerdict {
  outcome: 'applied' | 'repeat' | 'ignored' | 'conflict'
  reason?: string
}

/** Idempotent, for reports in any order. The caller must hold the locks of withdrawal and order. */
export async function applyStatus(
  tx: Tx,
  withdrawal: Withdrawal,
  order: PayoutOrder,
  report: StatusReport,
): Promise<PayoutVerdict> {
  const verdict = await judge(tx, withdrawal, order, report)
  if (verdict.outcome === 'conflict') await recordConflict(tx, order, report, verdict.reason!)
  if (verdict.reason === ANOTHER_PAYOUT) await lookUpSoon(tx, order)
  return verdict
}

async function judge(
  tx: Tx,
  withdrawal: Withdrawal,
  order: PayoutOrder,
  report: StatusReport,
): Promise<PayoutVerdict> {
  if (report.amount !== withdrawal.amount_paise) return { outcome: 'conflict', reason: 'another amount' }
  if (isAnother(order, report)) return { outcome: 'conflict', reason: ANOTHER_PAYOUT }
  switch (withdrawal.status) {
    case 'processing':
    case 'unknown':
      return applyToOpen(tx, withdrawal, order, report)
    case 'paid':
      return applyToPaid(tx, withdrawal, report)
    case 'refunded':
    case 'returned': {
      if (report.status === 'unclear') return unknownStatus
      // A reversed payout was paid before, so that a late 'paid' event is no conflict.
      const late = report.status === 'paid' && !/^reversed\b/i.test(order.provider_status ?? '')
      return late && withdrawal.status === 'refunded'
        ? { outcome: 'conflict', reason: 'paid after it was refunded' }
        : { outcome: 'repeat' }
    }
    default:
      return { outcome: 'conflict', reason: `the withdrawal is ${withdrawal.status}` }
  }
}

async function applyToOpen(
  tx: Tx,
  withdrawal: Withdrawal,
  order: PayoutOrder,
  report: StatusReport,
): Promise<PayoutVerdict> {
  const isFinal = report.status === 'failed' || report.status === 'reversed'
  if (isFinal) await takeStep(tx, withdrawal, { to: 'refunded', reason: report.reason })
  const utr = report.status === 'paid' ? findReference(order, report) : null
  const paid = utr === null ? null : await takeStep(tx, withdrawal, { to: 'paid', utr })
  if (paid && !paid.ok && paid.reason === 'utr-used')
    return { outcome: 'conflict', reason: 'the UTR of another withdrawal' }
  const isOver = isFinal || utr !== null
  const isNews = order.provider_status !== formatStatus(report) || order.stage !== 'sent'
  await updateOrder(tx, withdrawal.id, report, isOver ? 'done' : 'sent', isNews ? 0 : order.attempts)
  return { outcome: isOver || isNews ? 'applied' : 'repeat' }
}

async function applyToPaid(tx: Tx, withdrawal: Withdrawal, report: StatusReport): Promise<PayoutVerdict> {
  if (report.status === 'reversed') {
    await takeStep(tx, withdrawal, { to: 'returned', reason: report.reason })
    await updateOrder(tx, withdrawal.id, report, 'done', 0)
    return { outcome: 'applied' }
  }
  if (report.status === 'unclear') return unknownStatus
  if (report.status === 'failed') return { outcome: 'conflict', reason: 'failed after it was paid' }
  return { outcome: 'repeat' }
}

/** Milliseconds after which a payout without a UTR counts as paid, with the provider's id instead. */
const PATIENCE_MS = 24 * 3600_000

function findReference(
  { created_at }: PayoutOrder,
  report: StatusReport & { status: 'paid' },
): string | null {
  // A UTR that cannot be one counts as none, and no better one will follow: the payout's id takes its place.
  const utr = report.utr === null || isUtr(report.utr) ? report.utr : report.number
  if (Date.now() - created_at.getTime() > PATIENCE_MS) return utr ?? report.number
  return report.isCredited ? utr : null
}

const unknownStatus: PayoutVerdict = { outcome: 'conflict', reason: UNKNOWN_STATUS }

const ANOTHER_PAYOUT = 'another payout with our reference'

/** True for a second payout that somebody made at the provider: its status says nothing about ours. */
const isAnother = ({ provider_reference }: PayoutOrder, { number }: StatusReport): boolean =>
  provider_reference !== null && provider_reference !== '' && number !== '' && number !== provider_reference

const lookUpSoon = (tx: Tx, { withdrawal_id, stage }: PayoutOrder) =>
  tx
    .update(payoutOrders)
    .set(stage === 'done' ? { recheck_at: sql`now()` } : { next_attempt_at: sql`now()` })
    .where(eq(payoutOrders.withdrawal_id, withdrawal_id))

const recordConflict = (
  tx: Tx,
  { withdrawal_id, provider }: PayoutOrder,
  report: StatusReport,
  reason: string,
) =>
  tx
    .insert(payoutConflicts)
    .values({
      withdrawal_id,
      provider,
      reason,
      word: report.rawStatus,
      number: report.number,
      amount_paise: report.amount,
      utr: report.status === 'paid' ? report.utr : null,
    })
    .onConflictDoNothing()
