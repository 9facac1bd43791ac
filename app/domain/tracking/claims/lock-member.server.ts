import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'

/** Serializes a member's writes. Take this lock before those of claims. False: the account was deleted. */
export async function lockMember(tx: Tx, userId: number): Promise<boolean> {
  const [member] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deleted_at)))
    .for('no key update')
  return member !== undefined
}
