import { z } from 'zod/v4'
import { db } from '~/platform/db/client.server'
import { done, refused, type Refused } from '~/platform/outcome'
import { findChallenge } from './challenges.server'
import * as otp from './otp.server'
import { findUserByPhone, lockUserByPhone } from './users.server'
import type { ClientContext } from './client-context'
import * as fields from './fields.server'
import { identifySubject } from './known-browser.server'
import { openMemberSession, type MemberSession } from './member-session.server'
import { deriveCodeToken } from './sign-up.server'

export const phoneSchema = z.object({ phone_number: fields.phoneNumber, request_key: fields.requestKey })

export async function startWithPhone(
  purpose: 'otp-sign-in' | 'forgot-password',
  input: z.output<typeof phoneSchema>,
  visitor: ClientContext,
) {
  const { phone_number: phone } = input
  const asker = await identifySubject(visitor, phone)
  return otp.sendPreparedCode(
    { purpose, phone, challengeId: visitor.challengeId, requestKey: input.request_key, asker },
    async () => ((await findUserByPhone(phone)) ? done() : refused('unknownUser')),
  )
}

export async function finishOtpSignIn(
  challengeId: string,
  visitor: ClientContext,
): Promise<MemberSession | Refused<'ended' | 'unknownUser'>> {
  const challenge = await findChallenge(challengeId)
  return db.transaction(async (tx) => {
    const user = challenge && (await lockUserByPhone(tx, challenge.phone_number))
    if (!(await otp.consume(tx, challengeId, 'otp-sign-in'))) return refused('ended')
    if (!user) return refused('unknownUser')
    const given = deriveCodeToken(visitor)
    return done(
      await openMemberSession(visitor, { userId: user.id, remember: false, openedBy: 'code', given }, tx),
    )
  })
}
