/** Conditions of payouts: stuck at a provider, waiting for the operator, in conflict with the books. */
import { asc, isNull, sql } from 'drizzle-orm'
import { formatTime } from '~/dates'
import { db } from '~/db/client.server'
import { payoutConflicts } from '~/db/schema'
import { env } from '~/env.server'
import { listApprovable } from '~/wallet/payout/approve-due.server'
import { hoursBefore, lengthOf, type Condition, type Finding } from '../causes'

/** Each has an alert of its own; of more than these the oldest, which are many enough to be noticed. */
const MOST_NAMED = 20

/**
 * A withdrawal that a provider has and that is not settled. What the provider calls paid counts so after a day at the latest,
 * so that it has a day more.
 */
export const stuckCondition: Condition = {
  name: 'stuck payouts',
  causes: ['payout-stuck'],
  async find({ at }) {
    const before = hoursBefore(at, env().ALERT_PAYOUT_HOURS).toISOString()
    const rows = await db.execute<{ id: string; provider: string; status: string; since: string }>(sql`
      SELECT w.id, o.provider, w.status, o.created_at AS since
        FROM payout_orders o JOIN withdrawals w ON w.id = o.withdrawal_id
       WHERE o.stage <> 'done' AND w.status IN ('processing', 'unknown')
         AND o.created_at < ${before}::timestamptz
             - CASE WHEN o.provider_status ~* '^(processed|success|completed)' THEN interval '1 day' ELSE interval '0' END
       ORDER BY o.created_at, w.id LIMIT ${MOST_NAMED}`)
    return rows.map(({ id, provider, status, since }) => ({
      cause: 'payout-stuck',
      subject: `withdrawal ${id}`,
      detail: `At ${provider} for ${lengthOf(at.getTime() - new Date(since).getTime())}: ${status}.`,
    }))
  },
}

/** What only the operator moves: requests that nothing stands against, and what is approved and paid by hand. */
export const waitingCondition: Condition = {
  name: 'waiting withdrawals',
  causes: ['payout-waiting'],
  async find({ at }) {
    const hours = env().ALERT_WAITING_HOURS
    const before = hoursBefore(at, hours)
    const requested = await listApprovable({ askedBefore: before })
    const [byHand] = await db.execute<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM withdrawals w
       WHERE w.status = 'processing' AND w.updated_at < ${before.toISOString()}::timestamptz
         AND NOT EXISTS (SELECT 1 FROM payout_orders o WHERE o.withdrawal_id = w.id)`)
    return [
      ...waiting('approval', requested.length, `requested more than ${hours} hours ago`),
      ...waiting('payment by hand', byHand!.count, `approved more than ${hours} hours ago and not paid`),
    ]
  },
}

const waiting = (subject: string, count: number, words: string): Finding[] =>
  count ? [{ cause: 'payout-waiting', subject, detail: `${count} ${words}.` }] : []

export const conflictCondition: Condition = {
  name: 'conflicts of payouts',
  causes: ['payout-conflict'],
  async find() {
    const rows = await db
      .select()
      .from(payoutConflicts)
      .where(isNull(payoutConflicts.resolved_at))
      .orderBy(asc(payoutConflicts.id))
      .limit(MOST_NAMED)
    return rows.map(({ id, withdrawal_id, provider, reason, found_at }) => ({
      cause: 'payout-conflict',
      subject: `conflict ${id}`,
      detail: `Withdrawal ${withdrawal_id} at ${provider}: ${reason}; found ${formatTime(found_at)}.`,
    }))
  },
}
