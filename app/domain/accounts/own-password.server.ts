import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod/v4'
import { db } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { consumePasswordAttempt, type TooMany, type RateLimitSubject } from './attempt-limits.server'
import { checkPassword, PasswordsBusy } from './passwords.server'
import type { User } from './users.server'
import * as fields from './fields.server'
import { identifySessionSubject } from './known-browser.server'
import { confirmSession } from './sessions.server'

export type OwnPasswordRefusal = Refused<'wrongPassword' | 'busy'> | TooMany

/** Counts by session, so that failed sign-ins of strangers do not block the member. */
export async function checkOwnPassword(
  userId: number,
  password: string,
  asker: RateLimitSubject,
): Promise<Done<{ user: User }> | OwnPasswordRefusal> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deleted_at)))
  if (!user?.phone_number) return refused('wrongPassword')
  const count = await consumePasswordAttempt(user.phone_number, asker)
  if (!count.ok) return count
  try {
    const { right } = await checkPassword(user.password_hash, password, asker.address)
    if (!right) return refused('wrongPassword')
    await count.refund()
    return done({ user })
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) throw error
    await count.refund()
    return refused('busy')
  }
}

export const confirmSchema = z.object({ password: fields.password })

interface Confirmer {
  userId: number
  tokenHash: string
  address: string
}

/** Allows changes of payout details in this session for 15 minutes. */
export async function confirmPassword(
  { userId, tokenHash, address }: Confirmer,
  { password }: z.output<typeof confirmSchema>,
): Promise<Done | OwnPasswordRefusal> {
  const own = await checkOwnPassword(userId, password, identifySessionSubject(address, tokenHash))
  if (!own.ok) return own
  await confirmSession(tokenHash)
  return done()
}
