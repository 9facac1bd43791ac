/** The hold on a person's withdrawals: one end and one reason, whatever caused it. */
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { users } from '~/db/schema'

/** No withdrawal can be requested before `until`; `reason` completes a sentence: 'your password was reset'. */
export interface PayoutHold {
  until: Date
  reason: string
}

/**
 * Sets a hold on withdrawals; a longer one that exists stays, with its own reason. Returns the hold in force.
 */
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

/** When a hold that begins now ends, by PAYOUT_HOLD_HOURS; null: there are no holds. */
export const holdEnd = (hours: number): Date | null =>
  hours > 0 ? new Date(Date.now() + hours * 3_600_000) : null
