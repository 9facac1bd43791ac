import { formatWait } from '~/platform/formats/count'
import { accountMessages } from '~/messages/account'
import { deskMessages } from '~/messages/desk'
import { fill, type Message } from '~/messages/message'
import { failure, type Notice } from '~/messages/notice'

export interface AccessRefusal {
  notice?: Notice
  errors?: Record<string, string>
}

const { fields } = accountMessages
const { code, signIn } = deskMessages

const showTooMany = (minutes: number): AccessRefusal => ({
  notice: failure({ text: fill(signIn.tooMany.text, { wait: formatWait(minutes) }) }),
})

type SignInRefusal = { reason: 'wrong' | 'busy' | 'failed' } | { reason: 'tooMany'; minutes: number }

const SIGN_IN = { wrong: signIn.wrong, busy: signIn.busy, failed: signIn.busy } satisfies Record<
  Exclude<SignInRefusal['reason'], 'tooMany'>,
  Message
>

export const describeSignInRefusal = (refusal: SignInRefusal): AccessRefusal =>
  refusal.reason === 'tooMany' ? showTooMany(refusal.minutes) : { notice: failure(SIGN_IN[refusal.reason]) }

export const describeCodeRefusal = (
  refusal: { reason: 'wrong' } | { reason: 'tooMany'; minutes: number },
): AccessRefusal =>
  refusal.reason === 'tooMany' ? showTooMany(refusal.minutes) : { errors: { otp: code.wrong } }

type NewPasswordReason = 'mismatch' | 'passwordLength' | 'passwordCommon' | 'passwordPersonal' | 'busy'

export function describeNewPasswordRefusal({ reason }: { reason: NewPasswordReason }): AccessRefusal {
  if (reason === 'busy') return { notice: failure(signIn.busy) }
  if (reason === 'mismatch') return { errors: { confirm_password: fields.passwordsDiffer } }
  if (reason === 'passwordLength') return { errors: { new_password: deskMessages.password.length } }
  return { errors: { new_password: fields[reason] } }
}

export function describePasswordRefusal(
  refusal:
    { reason: NewPasswordReason | 'wrongPassword' | 'failed' } | { reason: 'tooMany'; minutes: number },
): AccessRefusal {
  if (refusal.reason === 'wrongPassword') return { errors: { password: deskMessages.password.wrong } }
  if (refusal.reason === 'tooMany' || refusal.reason === 'failed')
    return describeSignInRefusal(refusal as SignInRefusal)
  return describeNewPasswordRefusal({ reason: refusal.reason })
}
