import { and, eq, gt, sql } from 'drizzle-orm'
import { db, type Reader, type Tx } from '~/db/client.server'
import { users } from '~/db/schema/members'

export interface PayoutHold {
  until: Date
  reason: string
}

/** A longer hold remains, with its reason. Returns the hold in force. */
export async function holdPayouts(tx: Tx, userId: number, until: Date, reason: string): Promise<PayoutHold> {
  const given = sql`${until.toISOString()}::timestamptz`
  const isLater = sql`coalesce(${users.payout_hold_until}, '-infinity') < ${given}`
  const [held] = await tx
    .update(users)
    .set({
      payout_hold_until: sql`CASE WHEN ${isLater} THEN ${given} ELSE ${users.payout_hold_until} END`,
      payout_hold_reason: sql`CASE WHEN ${isLater} THEN ${reason} ELSE ${users.payout_hold_reason} END`,
    })
    .where(eq(users.id, userId))
    .returning({ until: users.payout_hold_until, reason: users.payout_hold_reason })
  return { until: held!.until!, reason: held!.reason ?? reason }
}

export const HIDDEN_HINT = '••••'

/** After a change of the mobile number. */
export async function findHiddenUntil(userId: number, reader: Reader = db): Promise<Date | null> {
  const [row] = await reader
    .select({ until: users.details_hidden_until })
    .from(users)
    .where(and(eq(users.id, userId), gt(users.details_hidden_until, sql`now()`)))
  return row?.until ?? null
}

export const holdEnd = (hours: number): Date | null =>
  hours > 0 ? new Date(Date.now() + hours * 3_600_000) : null
