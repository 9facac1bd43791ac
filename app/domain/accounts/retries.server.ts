/** For five minutes a retry by the same browser and secret gets the lost response. Retries count against limits. */
import { and, eq, gt } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { otpChallenges } from '~/platform/db/schema/members'
import { done, type Done } from '~/platform/outcome'
import { consumeCodeAttempt, consumePasswordAttempt } from './attempt-limits.server'
import type { Challenge, Purpose } from './challenges.server'
import { identifySubject } from './known-browser.server'
import { matchesCode } from './codes/code-hash.server'
import { checkPassword, PasswordsBusy } from './passwords.server'
import { findRepeated, REPEATABLE, deriveRepeatableToken } from './sessions.server'
import type { MemberSession } from './member-session.server'
import { deriveCodeToken } from './sign-up.server'
import { findUserById, findUserByPhone, type User } from './users.server'
import type { ClientContext } from './client-context'

async function findRecentlyUsed({ challengeId }: ClientContext): Promise<Challenge | null> {
  if (challengeId === null) return null
  const [row] = await db
    .select()
    .from(otpChallenges)
    .where(and(eq(otpChallenges.id, challengeId), gt(otpChallenges.consumed_at, REPEATABLE)))
  return row ?? null
}

export async function retryCode(
  code: string,
  visitor: ClientContext,
): Promise<Done<{ purpose: Purpose; session: MemberSession }> | null> {
  const used = await findRecentlyUsed(visitor)
  const token = deriveCodeToken(visitor)
  if (!used?.code_hash || !token) return null
  const { id: challengeId, purpose, phone_number: phone } = used
  const count = await consumeCodeAttempt(phone, purpose, await identifySubject(visitor, phone))
  if (!count.ok || !matchesCode(used.code_hash, { challengeId, purpose, phone }, code)) return null
  await count.refund()
  const session = await findRepeated(token)
  return session && done({ purpose, session: done({ ...session, token }) })
}

export async function hasReset(password: string, visitor: ClientContext): Promise<boolean> {
  const used = await findRecentlyUsed(visitor)
  if (used?.purpose !== 'forgot-password') return false
  const user = await findUserByPhone(used.phone_number)
  return user !== null && matchesPassword(user, password, visitor)
}

/** Returns the session that replaced that of `oldToken`; null: this password was not chosen in it. */
export async function retryPasswordChange(
  oldToken: string,
  password: string,
  visitor: ClientContext,
): Promise<Done<{ token: string; remember: boolean }> | null> {
  const token = deriveRepeatableToken('change-password', oldToken)
  const session = await findRepeated(token)
  const user = session && (await findUserById(session.userId))
  if (!user || !(await matchesPassword(user, password, visitor))) return null
  return done({ token, remember: session.remember })
}

async function matchesPassword(user: User, password: string, visitor: ClientContext): Promise<boolean> {
  const phone = user.phone_number ?? String(user.id)
  const count = await consumePasswordAttempt(phone, await identifySubject(visitor, phone))
  if (!count.ok) return false
  try {
    const { right } = await checkPassword(user.password_hash, password, visitor.address)
    if (right) await count.refund()
    return right
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) throw error
    await count.refund()
    return false
  }
}
