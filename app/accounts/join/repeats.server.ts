/**
 * Retries after a lost response: for five minutes the same browser gets the first response again. It
 * authenticates with its join cookie or old token and the same code or password. Each retry counts against the limits.
 */
import { and, eq, gt } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { otpChallenges } from '~/db/schema/members'
import { done, type Done } from '~/outcome'
import { takeCodeAttempt, takePasswordAttempt } from '../attempt-limits.server'
import type { Challenge, Purpose } from '../otp/challenges.server'
import { askerOf } from './known-browser.server'
import { isCodeOf } from '../otp/code-hash.server'
import { checkPassword, PasswordsBusy } from '../passwords.server'
import { findRepeated, REPEATABLE, repeatableToken } from '../sessions/sessions.server'
import type { SignedIn } from './sign-in.server'
import { tokenOfCode } from './sign-up.server'
import { findUserById, findUserByPhone, type User } from '../users.server'
import type { JoiningVisitor } from './joining-visitor'

async function findJustUsed({ challengeId }: JoiningVisitor): Promise<Challenge | null> {
  if (challengeId === null) return null
  const [row] = await db
    .select()
    .from(otpChallenges)
    .where(and(eq(otpChallenges.id, challengeId), gt(otpChallenges.consumed_at, REPEATABLE)))
  return row ?? null
}

export async function repeatCode(
  code: string,
  visitor: JoiningVisitor,
): Promise<Done<{ purpose: Purpose; session: SignedIn }> | null> {
  const used = await findJustUsed(visitor)
  const token = tokenOfCode(visitor)
  if (!used?.code_hash || !token) return null
  const { id: challengeId, purpose, phone_number: phone } = used
  const count = await takeCodeAttempt(phone, purpose, await askerOf(visitor, phone))
  if (!count.ok || !isCodeOf(used.code_hash, { challengeId, purpose, phone }, code)) return null
  await count.giveBack()
  const session = await findRepeated(token)
  return session && done({ purpose, session: done({ ...session, token }) })
}

export async function hasReset(password: string, visitor: JoiningVisitor): Promise<boolean> {
  const used = await findJustUsed(visitor)
  if (used?.purpose !== 'forgot-password') return false
  const user = await findUserByPhone(used.phone_number)
  return user !== null && isPasswordOf(user, password, visitor)
}

/** The session that replaced the one of `oldToken`; null when this password was not chosen in it. */
export async function repeatPasswordChange(
  oldToken: string,
  password: string,
  visitor: JoiningVisitor,
): Promise<Done<{ token: string; remember: boolean }> | null> {
  const token = repeatableToken('change-password', oldToken)
  const session = await findRepeated(token)
  const user = session && (await findUserById(session.userId))
  if (!user || !(await isPasswordOf(user, password, visitor))) return null
  return done({ token, remember: session.remember })
}

async function isPasswordOf(user: User, password: string, visitor: JoiningVisitor): Promise<boolean> {
  const phone = user.phone_number ?? String(user.id)
  const count = await takePasswordAttempt(phone, await askerOf(visitor, phone))
  if (!count.ok) return false
  try {
    const { right } = await checkPassword(user.password_hash, password, visitor.address)
    if (right) await count.giveBack()
    return right
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) throw error
    await count.giveBack()
    return false
  }
}
