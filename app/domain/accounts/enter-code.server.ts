import { z } from 'zod/v4'
import { done, refused } from '~/platform/outcome'
import { findChallenge, findOpenChallenge, isForDialog } from './challenges.server'
import * as fields from './fields.server'
import type { ClientContext } from './client-context'
import { identifySubject } from './known-browser.server'
import { retryCode } from './retries.server'
import { finishOtpSignIn } from './code-sign-in.server'
import { finishSignUp, type OnSignUp } from './sign-up.server'
import * as otp from './otp.server'

export const otpSchema = z.object({ otp: fields.otp })

/** `session` is null for a reset. A code that was used gives the same session to the browser that lost the response. */
export async function enterCode(code: string, visitor: ClientContext, onSignUp: OnSignUp) {
  const entered = await enter(code, visitor, onSignUp)
  if (entered.ok || entered.reason !== 'ended' || visitor.challengeId === null) return entered
  const challenge = await findChallenge(visitor.challengeId)
  if (!challenge?.consumed_at) return entered
  return (await retryCode(code, visitor)) ?? refused('used')
}

async function enter(code: string, visitor: ClientContext, onSignUp: OnSignUp) {
  const { challengeId } = visitor
  const open = challengeId === null ? null : await findOpenChallenge(challengeId)
  if (challengeId === null || !open || !isForDialog(open)) return refused('ended')
  const verified = await otp.verify(challengeId, code, await identifySubject(visitor, open.phone))
  if (!verified.ok) return verified
  const { purpose } = verified
  if (purpose === 'forgot-password') return done({ purpose, session: null })
  const session =
    purpose === 'sign-up'
      ? await finishSignUp(challengeId, visitor, onSignUp)
      : await finishOtpSignIn(challengeId, visitor)
  return session.ok ? done({ purpose, session }) : session
}
