import { eq } from 'drizzle-orm'
import { z } from 'zod/v4'
import { db, type Tx } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { formatTime } from '~/platform/formats/dates'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { notify } from '~/domain/outreach/notifications.server'
import { readSettings } from '~/domain/settings/settings.server'
import { paths } from '~/paths'
import { endWaitingChanges } from './address/end-waiting-changes.server'
import { clearPasswordAttempts } from './attempt-limits.server'
import { findOpenChallenge } from './challenges.server'
import * as otp from './otp.server'
import * as fields from './fields.server'
import { hashPasswordStamp } from './known-browser.server'
import { findHoldEnd, holdPayouts } from './payout-hold.server'
import { findPasswordProblem, hashUnlessBusy, type PasswordProblem } from './passwords.server'
import { closeOtherSessions } from './sessions.server'
import { findUserByPhone, lockUserByPhone } from './users.server'

export const resetSchema = z.object({
  new_password: fields.chosenPassword,
  confirm_password: fields.repeatedPassword,
})

const RESET_HOLD_REASON = 'your password was reset'

type ResetRefusal = Refused<PasswordProblem | 'mismatch' | 'failed'>

export async function resetPassword(
  challengeId: string | null,
  input: z.output<typeof resetSchema>,
  address: string,
): Promise<Done<{ userId: number; phone: string; passwordStamp: string }> | ResetRefusal> {
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
  const passwordHash = await hashUnlessBusy(input.new_password, address)
  if (!passwordHash) return refused('failed')
  const changed = await applyReset(challengeId, { id: user.id, phone: open.phone }, passwordHash)
  if (changed) await clearPasswordAttempts(open.phone)
  return changed
    ? done({ userId: user.id, phone: open.phone, passwordStamp: hashPasswordStamp(passwordHash) })
    : refused('failed')
}

function applyReset(
  challengeId: string,
  { id: userId, phone }: { id: number; phone: string },
  passwordHash: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if ((await lockUserByPhone(tx, phone))?.id !== userId) return false
    const proof = await otp.consume(tx, challengeId, 'forgot-password')
    if (!proof) return false
    await otp.expire(tx, proof.phone)
    await tx.update(users).set({ password_hash: passwordHash }).where(eq(users.id, userId))
    await endWaitingChanges(tx, userId)
    await holdAndNotify(tx, userId, challengeId)
    await closeOtherSessions(userId, null, tx)
    return true
  })
}

/** docs/rules.md#29 */
async function holdAndNotify(tx: Tx, userId: number, challengeId: string): Promise<void> {
  const end = findHoldEnd((await readSettings(tx)).PAYOUT_HOLD_HOURS)
  const payoutHold = end && (await holdPayouts(tx, userId, end, RESET_HOLD_REASON))
  const hold = payoutHold
    ? `For your safety withdrawals are on hold until ${formatTime(payoutHold.until)}, because ${payoutHold.reason}. `
    : ''
  await notify(tx, {
    userId,
    topic: 'safety',
    reference: `password-reset:${challengeId}`,
    title: 'Your password was reset',
    body: `${hold}You are signed out everywhere. Was it not you? Write to us at once.`,
    href: paths.contactUs,
  })
}
