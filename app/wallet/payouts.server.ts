/** Withdrawals as the operator works on them. */
import { asc, eq } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { withdrawals, withdrawalSteps } from '~/db/schema'
import { unseal } from '~/db/seal.server'
import { destinationPlace, type Withdrawal } from './withdrawals.server'
import { moveWithdrawal, type Moved, type Status } from './withdrawal-moves.server'

/** Withdrawals in the order they were asked for; all, or those of one status. */
export function listWithdrawals({ status }: { status?: Status } = {}): Promise<Withdrawal[]> {
  return db
    .select()
    .from(withdrawals)
    .where(status && eq(withdrawals.status, status))
    .orderBy(asc(withdrawals.id))
}

export async function findWithdrawal(id: number): Promise<Withdrawal | null> {
  const [row] = await db.select().from(withdrawals).where(eq(withdrawals.id, id))
  return row ?? null
}

export type WithdrawalStep = typeof withdrawalSteps.$inferSelect

/** What happened to a withdrawal so far, in order, each step with its reference or reason. */
export const listSteps = (id: number): Promise<WithdrawalStep[]> =>
  db
    .select()
    .from(withdrawalSteps)
    .where(eq(withdrawalSteps.withdrawal_id, id))
    .orderBy(asc(withdrawalSteps.id))

/** The bank details or UPI ID that the operator pays a withdrawal to, as they were when it was asked for. */
export const readDestination = (withdrawal: Withdrawal): Record<string, string> =>
  JSON.parse(unseal(withdrawal.destination, destinationPlace(withdrawal.user_id)))

/** requested -> processing: from here its owner cannot call it off. */
export const approveWithdrawal = (id: number): Promise<Moved> => moveWithdrawal(id, { to: 'processing' })

/** processing -> paid, with the reference that the bank gave the payment. */
export const payWithdrawal = (id: number, utr: string): Promise<Moved> =>
  moveWithdrawal(id, { to: 'paid', utr })

/** processing -> failed -> refunded: the money is back, the reason goes to the person. */
export const failWithdrawal = (id: number, reason: string): Promise<Moved> =>
  moveWithdrawal(id, { to: 'refunded', reason })

/** paid -> returned: the bank sent the money back. */
export const returnWithdrawal = (id: number, reason: string): Promise<Moved> =>
  moveWithdrawal(id, { to: 'returned', reason })
