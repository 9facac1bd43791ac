import type { z } from 'zod/v4'
import { db, type Tx } from '~/platform/db/client.server'
import { done, refused } from '~/platform/outcome'
import { errorFacts, log } from '~/platform/log.server'
import { watchBrowser, watchSignUp } from '~/signals/people.server'
import { isAddressHeld } from './address/holders.server'
import { sendAddressLink } from './email-address.server'
import * as otp from './otp.server'
import { openSession, deriveRepeatableToken } from './sessions.server'
import { findTakenContact, insertUser, isTaken } from './users.server'
import type { ClientContext } from './client-context'
import type { signUpSchema } from './prepare-sign-up.server'
import { prepareSignUp, type Payload } from './prepare-sign-up.server'

export const deriveCodeToken = ({ challengeId, secret }: ClientContext): string | undefined =>
  challengeId && secret ? deriveRepeatableToken('code', `${challengeId}\0${secret}`) : undefined

export function startSignUp(input: z.output<typeof signUpSchema>, visitor: ClientContext) {
  const { challengeId, address } = visitor
  const asker = { address, known: null }
  return otp.send(
    { purpose: 'sign-up', phone: input.phone_number, challengeId, requestKey: input.request_key, asker },
    () => prepareSignUp(input, address),
  )
}

export type OnSignUp = (tx: Tx, member: { id: number; phone_number: string }) => Promise<void>

/** A failure is only logged: the account exists, and the mail can be requested again. */
async function sendFirstLink(userId: number, { email }: { email: string }, address: string): Promise<void> {
  try {
    await sendAddressLink(userId, email, address)
  } catch (error) {
    log('error', 'link of a sign-up not sent', errorFacts(error))
  }
}

/** `payloadOverride` replaces the challenge's payload, for clients that keep it themselves. */
export async function finishSignUp(
  challengeId: string,
  visitor: ClientContext,
  onSignUp: OnSignUp,
  payloadOverride?: Payload,
) {
  let person: { email: string; phone: string } | null = null
  try {
    const signedUp = await db.transaction(async (tx) => {
      const proof = await otp.consume(tx, challengeId, 'sign-up')
      if (!proof) return refused('ended')
      const { terms_accepted_at, ...payload } = payloadOverride ?? (proof.payload as Payload)
      person = { email: payload.email, phone: proof.phone }
      const user = await insertUser(tx, {
        ...payload,
        email: (await isAddressHeld(tx, payload.email)) ? null : payload.email,
        phone_number: proof.phone,
        terms_accepted_at: new Date(terms_accepted_at),
      })
      await onSignUp(tx, { id: user.id, phone_number: proof.phone })
      const { address, members, agent, kind = 'cookie' } = visitor
      await watchSignUp(tx, user.id, address)
      await watchBrowser(tx, user.id, members)
      const token = deriveCodeToken(visitor)
      const session = await openSession(
        { userId: user.id, remember: false, kind, openedBy: 'sign-up', agent, token },
        tx,
      )
      return done({ userId: user.id, token: session.token, remember: false })
    })
    if (signedUp.ok) await sendFirstLink(signedUp.userId, person!, visitor.address)
    return signedUp
  } catch (error) {
    if (!isTaken(error) || !person) throw error
    const { email, phone } = person
    return refused((await findTakenContact(email, phone)) ?? 'failed')
  }
}
