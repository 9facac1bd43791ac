import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { claimMessages, claimProofs, claims } from '~/db/schema/claims'

/**
 * Call when an account is deleted. What was written and sent is erased; which order was claimed stays by its letters and
 * digits, so that it is not claimed again. Open claims end as declined.
 */
export async function eraseClaims(tx: Tx, userId: number): Promise<void> {
  const own = tx.select({ id: claims.id }).from(claims).where(eq(claims.user_id, userId))
  await tx.delete(claimProofs).where(eq(claimProofs.user_id, userId))
  await tx.update(claimMessages).set({ body: '' }).where(inArray(claimMessages.claim_id, own))
  await tx
    .update(claims)
    .set({ order_number: null, amount_paise: null, waits_for_us: false })
    .where(eq(claims.user_id, userId))
  await tx
    .update(claims)
    .set({ state: 'declined', ended_at: sql`now()` })
    .where(and(eq(claims.user_id, userId), isNull(claims.ended_at)))
}
