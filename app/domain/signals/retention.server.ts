import { and, eq, isNull, ne, notExists, exists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '~/platform/db/client.server'
import { signalMembers, signals } from '~/platform/db/schema/fraud'
import { signUpPlaces, users } from '~/platform/db/schema/members'

/** Keeps the deleted member's id in signals with active members, so that the group stays visible. */
export async function forgetSignals(tx: Tx, userId: number): Promise<void> {
  await tx.delete(signUpPlaces).where(eq(signUpPlaces.user_id, userId))
  const own = alias(signalMembers, 'own')
  const isOwn = tx
    .select({ id: own.user_id })
    .from(own)
    .where(and(eq(own.signal_id, signals.id), eq(own.user_id, userId)))
  const others = tx
    .select({ id: signalMembers.user_id })
    .from(signalMembers)
    .innerJoin(users, eq(users.id, signalMembers.user_id))
    .where(
      and(
        eq(signalMembers.signal_id, signals.id),
        ne(signalMembers.user_id, userId),
        isNull(users.deleted_at),
      ),
    )
  await tx.delete(signals).where(and(exists(isOwn), notExists(others)))
}
