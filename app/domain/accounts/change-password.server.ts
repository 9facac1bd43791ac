import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod/v4'
import { db } from '~/platform/db/client.server'
import { sessions, users } from '~/platform/db/schema/members'
import { hashToken } from '~/platform/tokens.server'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { notify } from '~/domain/outreach/notifications.server'
import { moveDevice } from '~/domain/outreach/push-subscriptions.server'
import { paths } from '~/paths'
import { endWaitingChanges } from './address/end-waiting-changes.server'
import { clearPasswordAttempts } from './attempt-limits.server'
import * as otp from './otp.server'
import { identifySessionSubject } from './known-browser.server'
import { checkOwnPassword, type OwnPasswordRefusal } from './own-password.server'
import { findPasswordProblem, hashUnlessBusy, isSamePassword, type PasswordProblem } from './passwords.server'
import { closeOtherSessions, confirmSession, openSession, deriveRepeatableToken } from './sessions.server'
import type { User } from './users.server'

// A missing field parses as '', because one message lists all missing fields.
const typed = z.string().catch('')

export const changePasswordSchema = z.object({
  currentPassword: typed,
  newPassword: typed,
  confirmNewPassword: typed,
})

export type ChangePassword = z.output<typeof changePasswordSchema>

interface Changer {
  userId: number
  tokenHash: string
  address: string
  agent: string | null
  /** A bearer client keeps its token. */
  kind?: 'cookie' | 'bearer'
  token?: string
}

export type PasswordChangeRefusal =
  | Refused<'incomplete', { fields: (keyof ChangePassword)[] }>
  | Refused<'mismatch' | 'passwordSame' | PasswordProblem>
  | OwnPasswordRefusal

/** `token` is the session's new value; '' for a bearer client. */
export async function changePassword(
  changer: Changer,
  input: ChangePassword,
): Promise<Done<{ token: string; remember: boolean }> | PasswordChangeRefusal> {
  const names = Object.keys(changePasswordSchema.shape) as (keyof ChangePassword)[]
  const missing = names.filter((name) => !input[name])
  if (missing.length) return refused('incomplete', { fields: missing })
  if (input.newPassword !== input.confirmNewPassword) return refused('mismatch')
  const own = await checkOwnPassword(
    changer.userId,
    input.currentPassword,
    identifySessionSubject(changer.address, changer.tokenHash),
  )
  if (!own.ok) return own
  if (isSamePassword(input.newPassword, input.currentPassword)) return refused('passwordSame')
  const { username, phone_number, email } = own.user
  const problem = findPasswordProblem(input.newPassword, {
    username,
    phone_number: phone_number ?? '',
    email: email ?? '',
  })
  if (problem) return refused(problem)
  const passwordHash = await hashUnlessBusy(input.newPassword, changer.address)
  if (!passwordHash) return refused('busy')
  const session = await replacePassword(changer, own.user, passwordHash)
  if (!session) return refused('wrongPassword')
  if (phone_number) await clearPasswordAttempts(phone_number)
  return done(session)
}

/** Null: the password was changed concurrently. */
function replacePassword(
  { userId, tokenHash, agent, kind = 'cookie', token: old }: Changer,
  user: User,
  passwordHash: string,
) {
  return db.transaction(async (tx) => {
    const changed = await tx
      .update(users)
      .set({ password_hash: passwordHash })
      .where(and(eq(users.id, userId), eq(users.password_hash, user.password_hash!)))
      .returning({ id: users.id })
    if (!changed.length) return null
    if (user.phone_number) await otp.expire(tx, user.phone_number)
    const [mine] = await tx
      .select({ remember: sessions.remember, openedBy: sessions.opened_by })
      .from(sessions)
      .where(eq(sessions.token_hash, tokenHash))
    const remember = mine?.remember ?? false
    await endWaitingChanges(tx, userId)
    const next = old && deriveRepeatableToken('change-password', old)
    const openedBy = mine?.openedBy ?? 'code'
    if (kind === 'bearer') await confirmSession(tokenHash, tx)
    const { token } =
      kind === 'bearer'
        ? { token: '' }
        : await openSession({ userId, remember, kind, openedBy, confirmed: true, agent, token: next }, tx)
    await notify(tx, {
      userId,
      topic: 'safety',
      reference: `password-changed:${randomUUID()}`,
      title: 'Your password changed',
      body: 'Everybody else who was signed in to your account is signed out. Was it not you? Write to us at once.',
      href: paths.contactUs,
    })
    const kept = kind === 'bearer' ? tokenHash : hashToken(token)
    if (kept !== tokenHash) await moveDevice(tx, tokenHash, kept)
    await closeOtherSessions(userId, kept, tx)
    return { token, remember }
  })
}
