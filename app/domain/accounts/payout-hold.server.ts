import { and, eq, gt, sql, type SQL } from 'drizzle-orm'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { numberChanges } from '~/platform/db/schema/addresses'
import { users } from '~/platform/db/schema/members'

/** After a change of the mobile number. */
const HOLD_DAYS = 7

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

const HIDDEN_UNTIL = sql`${numberChanges.ended_at} + make_interval(days => ${HOLD_DAYS})`.mapWith(
  numberChanges.ended_at,
)

const isDone = (userId: number) => and(eq(numberChanges.user_id, userId), eq(numberChanges.state, 'done'))

/** When payout details are shown again after a change of the mobile number. Null: they are shown and can change. */
export async function findHiddenUntil(userId: number, reader: Reader = db): Promise<Date | null> {
  const [row] = await reader
    .select({ until: HIDDEN_UNTIL })
    .from(numberChanges)
    .where(and(isDone(userId), gt(HIDDEN_UNTIL, sql`now()`)))
  return row?.until ?? null
}

/** SQL: the same time as findHiddenUntil(), even if it is past; null: the number has not changed. */
export const selectHiddenUntil = (userId: number): SQL =>
  sql`(SELECT max(${HIDDEN_UNTIL}) FROM ${numberChanges} WHERE ${isDone(userId)})`

export const findHoldEnd = (hours: number): Date | null =>
  hours > 0 ? new Date(Date.now() + hours * 3_600_000) : null
