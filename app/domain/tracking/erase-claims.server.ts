import { eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { claimMessages, claimProofs, claims } from '~/platform/db/schema/claims'

/** Keeps the key of a claimed order, so that it is credited once. Lock order: claims, then their messages. */
export async function eraseClaims(tx: Tx, userId: number): Promise<void> {
  const own = await tx
    .update(claims)
    .set({
      order_number: null,
      amount_paise: null,
      waits_for_us: false,
      state: sql`CASE WHEN ${claims.ended_at} IS NULL THEN 'declined' ELSE ${claims.state} END`,
      ended_at: sql`coalesce(${claims.ended_at}, now())`,
    })
    .where(eq(claims.user_id, userId))
    .returning({ id: claims.id })
  const ids = own.map(({ id }) => id)
  await tx.delete(claimProofs).where(eq(claimProofs.user_id, userId))
  if (ids.length) await tx.update(claimMessages).set({ body: '' }).where(inArray(claimMessages.claim_id, ids))
}
