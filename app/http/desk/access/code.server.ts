import { z } from 'zod/v4'
import { db } from '~/platform/db/client.server'
import { readGrouped } from '~/platform/formats/pasted'
import type { Operator } from '~/domain/operators/operator.server'
import {
  countCodeAttempt,
  forgetCodeAttempts,
  spendCountedCode,
} from '~/domain/operators/second-factor.server'
import { deskMessages } from '~/messages/desk'
import { mailAccess } from '~/desk/operator-mails.server'
import { done, refused, type Done, type Refused } from '~/platform/outcome'
import { log } from '~/platform/log.server'
import { readRecoveryCode, readRecoveryCodes, spendRecoveryCode } from './recovery-codes.server'
import { renewDeskSession, type DeskSession } from './sessions.server'
import { logFailedSignIn, logSignIn } from './sign-in-log.server'

const { missing } = deskMessages

export const codeSchema = z.object({
  otp: z.string({ error: missing.code }).transform(readGrouped).pipe(z.string().min(1, missing.code)),
})

export type DeskCodeRefusal = Refused<'wrong'> | Refused<'ended'> | Refused<'tooMany', { minutes: number }>

/** Returns the session's new token. `recoveryCodesLeft` null: the code was the app's. */
export async function enterDeskCode(
  session: DeskSession,
  typed: string,
): Promise<Done<{ token: string; recoveryCodesLeft: number | null }> | DeskCodeRefusal> {
  const accepted = await acceptCode(session.operator, typed)
  if (!accepted.ok) return accepted
  const usedRecovery = readRecoveryCode(typed) !== null
  const token = await db.transaction(async (tx) => {
    const renewed = await renewDeskSession(session, tx)
    if (renewed && usedRecovery)
      await mailAccess(tx, [session.operator], {
        by: session.operator.name,
        what: 'a recovery code was used at the desk',
      })
    if (renewed) await logSignIn(session.operator, usedRecovery ? 'recovery code' : 'app', tx)
    return renewed
  })
  if (token === null) return refused('ended')
  const recoveryCodesLeft = usedRecovery ? (await readRecoveryCodes(session.operator.id)).left : null
  return done({ token, recoveryCodesLeft })
}

/** Accepts each code once. */
export async function acceptCode(operator: Operator, typed: string): Promise<Done | DeskCodeRefusal> {
  const wait = await countCodeAttempt(operator.id)
  if (wait) return refused('tooMany', wait)
  if (await spend(operator, typed)) return done()
  log('warn', 'desk code refused', { operator: operator.id })
  logFailedSignIn(operator, 'wrong code')
  return refused('wrong')
}

async function spend(operator: Operator, typed: string): Promise<boolean> {
  const recovery = readRecoveryCode(typed)
  if (recovery === null) return spendCountedCode(operator, typed)
  const isRight = await spendRecoveryCode(operator.id, recovery)
  if (isRight) await forgetCodeAttempts(operator.id)
  return isRight
}
