/** Sign-in: by password, or by a code. */
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod/v4'
import { db, type Tx } from '~/db/client.server'
import { users } from '~/db/schema'
import { done, refused, type Done, type Refused } from '~/outcome'
import { notify } from '~/outreach/notifications.server'
import { watchBrowser } from '~/signals/people.server'
import { takePasswordAttempt, takeSendOfAddress, type TooMany } from './attempt-limits.server'
import { consumeProof } from './challenges.server'
import * as fields from './fields.server'
import { askerOf } from './known-browser.server'
import { checkPassword, hashPassword, PasswordsBusy } from './passwords.server'
import { isCounted, sendCode } from './send-code.server'
import {
  findRepeated,
  openSession,
  openUnlessOpen,
  repeatableToken,
  type NewSession,
} from './sessions.server'
import { signInNotice } from './sign-in-notice'
import { tokenOfCode, type Visitor } from './sign-up.server'
import { findUserByPhone, type User } from './users.server'

export const signInSchema = z.object({
  phone_number: fields.phoneNumber,
  password: fields.password,
  rememberMe: fields.ticked,
})

/** As the form of the join dialog sends it. */
export const signInFormSchema = signInSchema.extend({ request_key: fields.requestKey })

export const phoneSchema = z.object({ phone_number: fields.phoneNumber, request_key: fields.requestKey })

/** Opened sessions are handed over as their token: the cookie, or the answer to an API client. */
export type SignedIn = Done<{ userId: number; token: string; remember: boolean }>

type SignInInput = z.output<typeof signInSchema> & { request_key?: string | null }

/**
 * An unknown number and a wrong password get one answer, after the same work. The same form sent again opens no second
 * session and sends no second notification.
 */
export async function signIn(
  input: SignInInput,
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
    if (outdated) await renewHash(user, input.password, visitor.address)
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) throw error
    await count.giveBack()
    return refused('busy')
  }
  const session = { userId: user.id, remember: input.rememberMe, openedBy: 'password' as const }
  const given = tokenOfForm(session, input.request_key)
  return db.transaction(async (tx) => done(await openFor(visitor, { ...session, given }, tx)))
}

/** The session token for this member and this copy of the form; undefined without a request key. */
const tokenOfForm = ({ userId, remember }: { userId: number; remember: boolean }, key?: string | null) =>
  key ? repeatableToken('sign-in', `${userId}\0${remember}\0${key}`) : undefined

interface Opened extends Pick<NewSession, 'userId' | 'remember' | 'openedBy'> {
  /** The token to use; without it a random one is made. */
  given?: string | undefined
}

/**
 * Opens the session, and notifies the person if the browser is new to them. A `given` token that opened a session just
 * now means a retry, which gets the same session.
 */
async function openFor(
  { agent, members, kind = 'cookie' }: Visitor,
  { userId, remember, openedBy, given }: Opened,
  tx: Tx,
) {
  const session = { userId, remember, kind, openedBy, agent }
  const opened = given && (await openUnlessOpen({ ...session, token: given }, tx))
  if (given && !opened && (await findRepeated(given, tx))) return { userId, token: given, remember }
  const { token } = opened || (await openSession(session, tx))
  if (!members.includes(userId)) {
    await notify(tx, signInNotice(userId, randomUUID()))
    await watchBrowser(tx, userId, members)
  }
  return { userId, token, remember }
}

/** Unless the password was changed meanwhile. */
async function renewHash(user: User, password: string, address: string): Promise<void> {
  await db
    .update(users)
    .set({ password_hash: await hashPassword(password, address) })
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
    const given = tokenOfCode(visitor)
    return done(await openFor(visitor, { userId: user.id, remember: false, openedBy: 'code', given }, tx))
  })
}
