/**
 * A request that was carried out and is sent again, because its answer was lost: for five minutes the same browser gets
 * the first answer. It proves itself by what the lost answer would have ended or replaced, its join cookie or its old
 * token, and by sending the same secret: the code, or the new password. Nothing is stored for it, so nothing is missing
 * after a crash. Each try counts against the normal limits.
 */
import { and, eq, gt } from 'drizzle-orm'
import { db } from '~/db/client.server'
import { otpChallenges } from '~/db/schema'
import { done, type Done } from '~/outcome'
import { takeCodeAttempt, takePasswordAttempt } from './attempt-limits.server'
import type { Challenge, Purpose } from './challenges.server'
import { askerOf } from './known-browser.server'
import { isCodeOf } from './otp/code-hash.server'
import { checkPassword, PasswordsBusy } from './passwords.server'
import { findRepeated, REPEATABLE, repeatableToken } from './sessions.server'
import type { SignedIn } from './sign-in.server'
import { tokenOfCode, type Visitor } from './sign-up.server'
import { findUserById, findUserByPhone, type User } from './users.server'

/** The challenge of this browser, if it did its work just now. */
async function findJustUsed({ challengeId }: Visitor): Promise<Challenge | null> {
  if (challengeId === null) return null
  const [row] = await db
    .select()
    .from(otpChallenges)
    .where(and(eq(otpChallenges.id, challengeId), gt(otpChallenges.consumed_at, REPEATABLE)))
  return row ?? null
}

/** The session that this code opened for this browser; null where it opened none. */
export async function repeatCode(
  code: string,
  visitor: Visitor,
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

/** Whether this browser has just reset the password to this one. */
export async function hasReset(password: string, visitor: Visitor): Promise<boolean> {
  const used = await findJustUsed(visitor)
  if (used?.purpose !== 'forgot-password') return false
  const user = await findUserByPhone(used.phone_number)
  return user !== null && isPasswordOf(user, password, visitor)
}

/** The session with which the one of `oldToken` went on when this password was chosen in it; null: it was not. */
export async function repeatPasswordChange(
  oldToken: string,
  password: string,
  visitor: Visitor,
): Promise<Done<{ token: string; remember: boolean }> | null> {
  const token = repeatableToken('change-password', oldToken)
  const session = await findRepeated(token)
  const user = session && (await findUserById(session.userId))
  if (!user || !(await isPasswordOf(user, password, visitor))) return null
  return done({ token, remember: session.remember })
}

async function isPasswordOf(user: User, password: string, visitor: Visitor): Promise<boolean> {
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
