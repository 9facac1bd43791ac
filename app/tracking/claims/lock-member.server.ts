import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '~/db/client.server'
import { users } from '~/db/schema/members'

/**
 * Serializes what a member opens, writes and sends; take it before the locks of claims. False for an account that is
 * deleted, perhaps while this waited.
 */
export async function lockMember(tx: Tx, userId: number): Promise<boolean> {
  const [member] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deleted_at)))
    .for('no key update')
  return member !== undefined
}
