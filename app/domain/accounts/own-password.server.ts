import { and, eq, isNull } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { consumePasswordAttempt, type TooMany } from './attempt-limits.server'
import type { RateLimitSubject } from './attempt-rules.server'
import { checkPassword, PasswordsBusy } from './passwords.server'
import type { User } from './users.server'

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
