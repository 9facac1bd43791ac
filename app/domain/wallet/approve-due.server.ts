import { and, asc, eq, lt, sql, type SQL } from 'drizzle-orm'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { withdrawals } from '~/platform/db/schema/withdrawals'
import { selectHundredths } from '~/domain/settings/settings.server'
import { isUndisputed } from '~/domain/signals/destinations.server'
import { hasOpenSignal } from '~/domain/signals/signals.server'
import { isCreditedByHand } from './budget.server'
import { moneyTransaction } from './ledger.server'
import { approveLocked } from './withdrawal-decisions.server'
import { lockWithdrawal } from './withdrawal-steps.server'

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

export async function listApprovable({ requestedBefore }: { requestedBefore?: Date } = {}): Promise<
  number[]
> {
  const waited = requestedBefore && lt(withdrawals.created_at, requestedBefore)
  return (await listRequested(waited)).map(({ id }) => id)
}

const dayInIndia = (at: SQL) => sql`(${at} AT TIME ZONE 'Asia/Kolkata')::date`

/**
 * SQL: the undisputed destination was paid before, no signal is open, the day's sum (India) is within PAYOUT_REVIEW_ABOVE, and
 * operators have not credited more than FOUR_EYES_ABOVE by hand.
 */
function isEligible(): SQL {
  const { id, user_id, destination_index, created_at } = withdrawals
  const wasPaid = sql`EXISTS (SELECT 1 FROM withdrawals p
    WHERE p.user_id = ${user_id} AND p.status = 'paid' AND p.destination_index = ${destination_index})`
  const approvedToday = sql`EXISTS (SELECT 1 FROM withdrawal_steps s
    WHERE s.withdrawal_id = a.id AND s.status = 'processing' AND ${dayInIndia(sql`s.created_at`)} = ${dayInIndia(sql`now()`)})`
  const ofTheDay = sql`(SELECT sum(a.amount_paise) FROM withdrawals a
    WHERE a.user_id = ${user_id} AND a.status NOT IN ('cancelled', 'failed', 'refunded')
      AND (a.id = ${id} OR ${dayInIndia(sql`a.created_at`)} = ${dayInIndia(sql`${created_at}`)} OR ${approvedToday}))`
  const limit = selectHundredths('PAYOUT_REVIEW_ABOVE')
  return sql`(${wasPaid} AND ${isUndisputed(user_id, destination_index)} AND ${ofTheDay} <= ${limit} AND NOT ${hasOpenSignal(user_id)} AND NOT ${isCreditedByHand(user_id)})`
}

export async function approveDue(stopping: () => boolean = () => false): Promise<number> {
  if (env().PAYOUT_APPROVAL !== 'auto') return 0
  let approved = 0
  for (const { id } of await listRequested(isEligible()).limit(AT_ONCE)) {
    if (stopping()) break
    if (await approveIfEligible(id)) approved++
  }
  return approved
}

/** Checks the rule again under the lock, because another withdrawal may have been requested meanwhile. */
function approveIfEligible(id: number): Promise<boolean> {
  return moneyTransaction(async (tx) => {
    const found = await lockWithdrawal(tx, id)
    const [still] = await tx
      .select({ id: withdrawals.id })
      .from(withdrawals)
      .where(and(eq(withdrawals.id, id), eq(withdrawals.status, 'requested'), isEligible()))
    return found !== null && still !== undefined && (await approveLocked(tx, found)).ok
  })
}
