/** PAYOUT_APPROVAL=auto: what waits for nobody goes into work by itself. */
import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { users, withdrawals } from '~/db/schema'
import { env } from '~/env.server'
import { hasOpenSignal } from '~/signals/signals.server'
import { approveWithdrawal } from '../payouts.server'

const AT_ONCE = 100

const isOffHold = sql`coalesce(${users.payout_hold_until}, now()) <= now()`
const owesNothing = sql`NOT EXISTS (SELECT 1 FROM ledger_accounts d
  WHERE d.user_id = ${users.id} AND d.code = 'user_debt' AND d.debits_paise > d.credits_paise)`

const listRequested = (more?: SQL) =>
  db
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .innerJoin(users, eq(users.id, withdrawals.user_id))
    .where(and(eq(withdrawals.status, 'requested'), isOffHold, owesNothing, more))
    .orderBy(asc(withdrawals.id))

/** Requested withdrawals of whoever is not on hold and owes nothing, oldest first: what the operator may approve in one go. */
export async function listApprovable(): Promise<number[]> {
  return (await listRequested()).map(({ id }) => id)
}

/**
 * Those of them that may be paid unasked: their owner was paid before, or has asked for no more than PAYOUT_REVIEW_ABOVE
 * in all; and no signal of fraud about them is open.
 */
async function listFree(): Promise<number[]> {
  const wasPaid = sql`EXISTS (SELECT 1 FROM withdrawals p WHERE p.user_id = ${users.id} AND p.status = 'paid')`
  const asked = sql`(SELECT sum(a.amount_paise) FROM withdrawals a
    WHERE a.user_id = ${users.id} AND a.status IN ('requested', 'processing', 'unknown'))`
  const limit = env().PAYOUT_REVIEW_ABOVE.toString()
  const isFree = sql`(${wasPaid} OR ${asked} <= ${limit}::bigint) AND NOT ${hasOpenSignal(users.id)}`
  const rows = await listRequested(isFree).limit(AT_ONCE)
  return rows.map(({ id }) => id)
}

/** Approves them; gives how many. With PAYOUT_APPROVAL=manual it does nothing. */
export async function approveDue(stopping: () => boolean = () => false): Promise<number> {
  if (env().PAYOUT_APPROVAL !== 'auto') return 0
  let approved = 0
  for (const id of await listFree()) {
    if (stopping()) break
    // Its owner may call it off in between.
    if ((await approveWithdrawal(id)).ok) approved++
  }
  return approved
}
