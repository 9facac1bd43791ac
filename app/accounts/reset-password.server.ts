/** A new password by the proof of a code: every session ends, and money waits for a day. */
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod/v4'
import { db, type Tx } from '~/db/client.server'
import { users } from '~/db/schema'
import { env } from '~/env.server'
import { formatTime } from '~/dates'
import { done, refused, type Done, type Refused } from '~/outcome'
import { notify } from '~/outreach/notifications.server'
import { clearPasswordAttempts } from './attempt-limits.server'
import { consumeProof, findOpenChallenge } from './challenges.server'
import * as fields from './fields.server'
import { findPasswordProblem, hashPassword, PasswordsBusy, type PasswordProblem } from './passwords.server'
import { closeOtherSessions } from './sessions.server'
import { findUserByPhone } from './users.server'

export const resetSchema = z.object({
  new_password: fields.password,
  confirm_password: fields.password,
})

export const HOLD_REASON = 'your password was reset'

type ResetRefusal = Refused<PasswordProblem | 'mismatch' | 'failed'>

/** Nothing changes unless the browser's challenge is a proof for this purpose; it is used up with the change. */
export async function resetPassword(
  challengeId: string | null,
  input: z.output<typeof resetSchema>,
): Promise<Done<{ userId: number }> | ResetRefusal> {
  if (input.new_password !== input.confirm_password) return refused('mismatch')
  const open = challengeId === null ? null : await findOpenChallenge(challengeId)
  if (!challengeId || !open?.verified || open.purpose !== 'forgot-password') return refused('failed')
  const user = await findUserByPhone(open.phone)
  if (!user) return refused('failed')
  const problem = findPasswordProblem(input.new_password, {
    username: user.username,
    phone_number: open.phone,
    email: user.email ?? '',
  })
  if (problem) return refused(problem)
  const passwordHash = await hashPassword(input.new_password).catch((error: unknown) => {
    if (error instanceof PasswordsBusy) return null
    throw error
  })
  if (!passwordHash) return refused('failed')
  const changed = await changeByProof(challengeId, user.id, passwordHash)
  if (changed) await clearPasswordAttempts(open.phone)
  return changed ? done({ userId: user.id }) : refused('failed')
}

/** False when the proof was used meanwhile. */
function changeByProof(challengeId: string, userId: number, passwordHash: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await consumeProof(tx, challengeId, 'forgot-password'))) return false
    await tx.update(users).set({ password_hash: passwordHash }).where(eq(users.id, userId))
    await closeOtherSessions(userId, null, tx)
    await holdPayouts(tx, userId, challengeId)
    return true
  })
}

/** No withdrawal for PAYOUT_HOLD_HOURS, and the person is told why and until when (money.md 5). */
async function holdPayouts(tx: Tx, userId: number, challengeId: string): Promise<void> {
  const hours = env().PAYOUT_HOLD_HOURS
  let hold = ''
  if (hours > 0) {
    const [held] = await tx
      .update(users)
      .set({
        payout_hold_until: sql`greatest(${users.payout_hold_until}, now() + make_interval(hours => ${hours}))`,
        payout_hold_reason: HOLD_REASON,
      })
      .where(eq(users.id, userId))
      .returning({ until: users.payout_hold_until })
    hold = `For your safety withdrawals are on hold until ${formatTime(held!.until!)}, because ${HOLD_REASON}. `
  }
  await notify(tx, {
    userId,
    reference: `password-reset:${challengeId}`,
    title: 'Your password was reset',
    body: `${hold}You are signed out everywhere. Was it not you? Write to us at once.`,
    href: '/Contactus',
  })
}
