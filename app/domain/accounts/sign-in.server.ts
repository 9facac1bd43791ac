import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod/v4'
import { db, type Tx } from '~/platform/db/client.server'
import { users } from '~/platform/db/schema/members'
import { done, refused, type Refused } from '~/platform/outcome'
import { paths } from '~/paths'
import { notify } from '~/domain/outreach/notifications.server'
import { consumePasswordAttempt, type TooMany } from './attempt-limits.server'
import * as fields from './fields.server'
import { identifySubject } from './known-browser.server'
import { checkPassword, hashPassword, PasswordsBusy } from './passwords.server'
import { deriveRepeatableToken } from './sessions.server'
import { findUserByPhone, lockUserByPhone, type User } from './users.server'
import type { ClientContext } from './client-context'
import { openMemberSession, type MemberSession } from './member-session.server'

export const signInSchema = z.object({
  phone_number: fields.phoneNumber,
  password: fields.password,
  rememberMe: fields.ticked,
})

export const signInFormSchema = signInSchema.extend({ request_key: fields.requestKey })

type SignInInput = z.output<typeof signInSchema> & { request_key?: string | null }

/** Does the same work for an unknown number as for a wrong password. A repeated form opens no second session. */
export async function signIn(
  input: SignInInput,
  visitor: ClientContext,
): Promise<MemberSession | Refused<'wrongPassword' | 'busy'> | TooMany> {
  const count = await consumePasswordAttempt(
    input.phone_number,
    await identifySubject(visitor, input.phone_number),
  )
  if (!count.ok) return count
  let user: User | null
  try {
    user = await findByPassword(input, visitor.address)
    if (!user) return refused('wrongPassword')
    await count.refund()
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) throw error
    await count.refund()
    return refused('busy')
  }
  const { id, password_hash } = user
  const session = { userId: id, remember: input.rememberMe, openedBy: 'password' as const }
  const token = deriveFormToken(session, input.request_key)
  return db.transaction(async (tx) => {
    const current = await lockUserByPhone(tx, input.phone_number)
    if (current?.id !== id || current.password_hash !== password_hash) return refused('wrongPassword')
    return done(await openMemberSession(visitor, { ...session, given: token }, tx))
  })
}

const deriveFormToken = ({ userId, remember }: { userId: number; remember: boolean }, key?: string | null) =>
  key ? deriveRepeatableToken('sign-in', `${userId}\0${remember}\0${key}`) : undefined

/** Null for an unknown number and for a wrong password. Replaces an outdated hash. Throws PasswordsBusy. */
async function findByPassword(input: SignInInput, address: string): Promise<User | null> {
  const user = await findUserByPhone(input.phone_number)
  const { right, outdated } = await checkPassword(user?.password_hash ?? null, input.password, address)
  if (!right || !user) return null
  if (!outdated) return user
  const password_hash = await hashPassword(input.password, address)
  const isStored = await db.transaction((tx) => renewHash(tx, user, password_hash))
  // If another request has stored a hash first, the password is compared with that one.
  return isStored ? { ...user, password_hash } : findByPassword(input, address)
}

/** False: the hash was changed concurrently. The audit reports a changed hash without a notification. */
async function renewHash(tx: Tx, user: User, password_hash: string): Promise<boolean> {
  const renewed = await tx
    .update(users)
    .set({ password_hash })
    .where(and(eq(users.id, user.id), eq(users.password_hash, user.password_hash!)))
    .returning({ id: users.id })
  if (!renewed.length) return false
  await notify(tx, {
    userId: user.id,
    topic: 'safety',
    reference: `password-renewed:${randomUUID()}`,
    title: 'Your password is stored more safely',
    body: 'It is the same password, and there is nothing to do.',
    href: paths.contactUs,
  })
  return true
}
