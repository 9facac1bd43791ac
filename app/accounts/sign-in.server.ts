/** Sign-in: by password, or by a code. */
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod/v4'
import { db, type Tx } from '~/db/client.server'
import { users } from '~/db/schema'
import { done, refused, type Done, type Refused } from '~/outcome'
import { notify } from '~/outreach/notifications.server'
import { takePasswordAttempt, takeSendOfAddress, type TooMany } from './attempt-limits.server'
import { consumeProof } from './challenges.server'
import * as fields from './fields.server'
import { askerOf } from './known-browser.server'
import { checkPassword, hashPassword, PasswordsBusy } from './passwords.server'
import { isCounted, sendCode } from './send-code.server'
import { openSession } from './sessions.server'
import { signInNotice } from './sign-in-notice'
import { tokenOfCode, type Visitor } from './sign-up.server'
import { findUserByPhone, type User } from './users.server'

export const signInSchema = z.object({
  phone_number: fields.phoneNumber,
  password: fields.password,
  rememberMe: fields.ticked,
})

export const phoneSchema = z.object({ phone_number: fields.phoneNumber, request_key: fields.requestKey })

/** Opened sessions are handed over as their token: the cookie, or the answer to an API client. */
export type SignedIn = Done<{ userId: number; token: string; remember: boolean }>

/** An unknown number and a wrong password get one answer, after the same work. */
export async function signIn(
  input: z.output<typeof signInSchema>,
  visitor: Visitor,
): Promise<SignedIn | Refused<'wrongPassword' | 'busy'> | TooMany> {
  const count = await takePasswordAttempt(input.phone_number, await askerOf(visitor, input.phone_number))
  if (!count.ok) return count
  const user = await findUserByPhone(input.phone_number)
  try {
    const { right, outdated } = await checkPassword(
      user?.password_hash ?? null,
      input.password,
      visitor.address,
    )
    if (!right || !user) return refused('wrongPassword')
    await count.giveBack()
    if (outdated) await renewHash(user, input.password)
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) throw error
    await count.giveBack()
    return refused('busy')
  }
  const session = { userId: user.id, remember: input.rememberMe }
  return db.transaction(async (tx) => done(await openFor(visitor, session, tx)))
}

/** Opens the session; of a browser that is new to the person, the person is told. */
async function openFor(
  { agent, members, kind = 'cookie' }: Visitor,
  { userId, remember, given }: { userId: number; remember: boolean; given?: string | undefined },
  tx: Tx,
) {
  const { token } = await openSession({ userId, remember, kind, agent, token: given }, tx)
  if (!members.includes(userId)) await notify(tx, signInNotice(userId, randomUUID()))
  return { userId, token, remember }
}

/** Unless the password was changed meanwhile. */
async function renewHash(user: User, password: string): Promise<void> {
  await db
    .update(users)
    .set({ password_hash: await hashPassword(password) })
    .where(and(eq(users.id, user.id), eq(users.password_hash, user.password_hash!)))
}

/** Sends a code to a number that has an account: to sign in, or to choose a new password. */
export async function startWithPhone(
  purpose: 'otp-sign-in' | 'forgot-password',
  input: z.output<typeof phoneSchema>,
  visitor: Visitor,
) {
  const asker = await askerOf(visitor, input.phone_number)
  const count = await takeSendOfAddress(asker)
  if (!count.ok) return count
  if (!(await findUserByPhone(input.phone_number))) return refused('unknownUser')
  const sent = await sendCode({
    purpose,
    phone: input.phone_number,
    challengeId: visitor.challengeId,
    requestKey: input.request_key,
    asker,
  })
  if (!isCounted(sent)) await count.giveBack()
  return sent
}

/** Uses up the proof of a code and opens the session it allows. */
export async function finishOtpSignIn(
  challengeId: string,
  visitor: Visitor,
): Promise<SignedIn | Refused<'ended' | 'unknownUser'>> {
  return db.transaction(async (tx) => {
    const proof = await consumeProof(tx, challengeId, 'otp-sign-in')
    if (!proof) return refused('ended')
    const user = await findUserByPhone(proof.phone, tx)
    if (!user) return refused('unknownUser')
    const session = { userId: user.id, remember: false, given: tokenOfCode(visitor) }
    return done(await openFor(visitor, session, tx))
  })
}
