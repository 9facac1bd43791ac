import { asc, isNull, sql } from 'drizzle-orm'
import { formatTime } from '~/platform/formats/dates'
import { db } from '~/platform/db/client.server'
import { env } from '~/platform/config/env.server'
import { payoutConflicts } from '~/platform/db/schema/payouts'
import { listApprovable } from '~/domain/wallet/approve-due.server'
import { formatDuration, hoursBefore, MAX_FINDINGS, type Condition, type AlertFinding } from './causes'

/** A payout reported as paid is settled within a day, so its limit is a day longer; one of unknown outcome may be paid twice by hand. */
export const stuckCondition: Condition = {
  name: 'stuck payouts',
  causes: ['payout-stuck', 'payout-unknown'],
  async find({ at }) {
    const before = hoursBefore(at, env().ALERT_PAYOUT_HOURS).toISOString()
    const rows = await db.execute<{ id: string; provider: string; status: string; since: string }>(sql`
      SELECT w.id, o.provider, w.status, o.created_at AS since
        FROM payout_orders o JOIN withdrawals w ON w.id = o.withdrawal_id
       WHERE o.stage <> 'done' AND w.status IN ('processing', 'unknown')
         AND (o.created_at < ${before}::timestamptz
             - CASE WHEN o.provider_status ~* '^(processed|success|completed)' THEN interval '1 day' ELSE interval '0' END
           OR (w.status = 'unknown' AND w.updated_at < ${hoursBefore(at, 1).toISOString()}::timestamptz))
       ORDER BY o.created_at, w.id LIMIT ${MAX_FINDINGS}`)
    return rows.map(({ id, provider, status, since }) => ({
      cause: status === 'unknown' ? 'payout-unknown' : 'payout-stuck',
      subject: `withdrawal ${id}`,
      detail: `At ${provider} for ${formatDuration(at.getTime() - new Date(since).getTime())}: ${status}.`,
    }))
  },
}

export const waitingCondition: Condition = {
  name: 'waiting withdrawals',
  causes: ['payout-waiting'],
  async find({ at }) {
    const hours = env().ALERT_WAITING_HOURS
    const before = hoursBefore(at, hours)
    const requested = await listApprovable({ requestedBefore: before })
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

const waiting = (subject: string, count: number, state: string): AlertFinding[] =>
  count ? [{ cause: 'payout-waiting', subject, detail: `${count} ${state}.` }] : []

export const conflictCondition: Condition = {
  name: 'payout conflicts',
  causes: ['payout-conflict'],
  async find() {
    const rows = await db
      .select()
      .from(payoutConflicts)
      .where(isNull(payoutConflicts.resolved_at))
      .orderBy(asc(payoutConflicts.id))
      .limit(MAX_FINDINGS)
    return rows.map(({ id, withdrawal_id, provider, reason, found_at }) => ({
      cause: 'payout-conflict',
      subject: `conflict ${id}`,
      detail: `Withdrawal ${withdrawal_id} at ${provider}: ${reason}; found ${formatTime(found_at)}.`,
    }))
  },
}
