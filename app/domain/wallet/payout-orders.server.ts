import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { ProviderName } from '~/platform/config/payout-providers'
import { db, type Tx } from '~/platform/db/client.server'
import { payoutOrders } from '~/platform/db/schema/payouts'
import { unseal } from '~/platform/db/seal.server'
import { paise } from '~/platform/formats/money'
import type { BankDetails, UpiDetails } from './destinations'
import type { Withdrawal } from './withdrawals'
import { destinationPlace } from './withdrawals.server'
import { newReference, type Order } from './providers'

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

export const UNKNOWN_STATUS = 'a word that we do not know'

export const listUnclearOrders = (): Promise<PayoutOrder[]> =>
  db
    .select()
    .from(payoutOrders)
    .where(and(ne(payoutOrders.stage, 'done'), eq(payoutOrders.error, UNKNOWN_STATUS)))
    .orderBy(asc(payoutOrders.withdrawal_id))

/** Null: the withdrawal is paid manually. Call lockWithdrawal() first. */
export async function lockOrder(tx: Tx, withdrawalId: number): Promise<PayoutOrder | null> {
  const [row] = await tx
    .select()
    .from(payoutOrders)
    .where(eq(payoutOrders.withdrawal_id, withdrawalId))
    .for('update')
  return row ?? null
}

/** `isOut`: the provider may still act on the order, so that it is rechecked (recheck.server.ts). */
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

export const FIRST_RECHECK = sql`now() + interval '1 day'`

/** Must be deterministic: an idempotency key is valid for one request body only. */
export function toOrder(withdrawal: Withdrawal, { reference }: PayoutOrder): Order {
  const { user_id, amount_paise, method, destination } = withdrawal
  const details = JSON.parse(unseal(destination, destinationPlace(user_id))) as BankDetails & UpiDetails
  return {
    reference,
    amount: paise(amount_paise),
    payee: `Member ${user_id}`,
    to: { method, ...details },
  }
}

export const nextAttempt = (attempts: number) =>
  sql`now() + make_interval(secs => least(900, 5 * power(2, least(${attempts}::int, 10))))`
