import { eq } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import * as otp from '../otp.server'
import { closeOtherSessions } from '../sessions.server'
import type { User } from '../users.server'

/** Afterwards only a code to the number sets a new password. The caller notifies the member in this transaction. */
export async function endPassword(tx: Tx, { id, phone_number }: Pick<User, 'id' | 'phone_number'>) {
  await tx.update(users).set({ password_hash: null }).where(eq(users.id, id))
  await closeOtherSessions(id, null, tx)
  if (phone_number) await otp.expire(tx, phone_number)
}
