import { accountMessages } from '~/messages/account'
import { FORGOT_PASSWORD, formatTooMany, LOGIN, SIGN_UP } from '~/messages/actions'
import { addressMessages } from '~/messages/address'
import { fill, type Message } from '~/messages/message'
import { siteMessages } from '~/messages/site'
import type { ChangePassword } from './change-password.server'

export interface AuthError {
  message?: Message
  errors?: Record<string, string>
}

type RefusalFacts = { minutes?: number; seconds?: number; referralUnknown?: boolean }

const { changePassword, fields, otp, reset, signIn, signUp } = accountMessages

const { failure } = siteMessages

const tooMany = ({ minutes = 1 }: RefusalFacts): AuthError => ({
  message: formatTooMany(minutes),
})
const wait = ({ seconds = 0 }: RefusalFacts): AuthError => ({
  message: { text: fill(otp.wait, { seconds }) },
})
const ended: AuthError = { message: otp.ended }
const IS_MEMBER = [LOGIN, FORGOT_PASSWORD]

const refusals = {
  tooMany,
  wait,
  ended,
  unanswered: ended,
  notSent: { message: otp.notSent },
  wrong: { message: otp.wrong },
  wrongPassword: { message: signIn.wrongPassword },
  busy: { message: signIn.busy },
  unknownUser: { message: { ...signIn.unknownUser, actions: [SIGN_UP] } },
  emailTaken: {
    message: { ...signUp.emailTaken, actions: IS_MEMBER },
    errors: { email: signUp.emailTaken.text },
  },
  phoneTaken: { message: { ...signUp.phoneTaken, actions: IS_MEMBER } },
  bothTaken: { message: { ...signUp.bothTaken, actions: IS_MEMBER } },
  referralUnknown: { errors: { referred_by: fields.referred_by } },
  mismatch: { message: reset.mismatch, errors: { confirm_password: fields.passwordsDiffer } },
  passwordLength: { errors: { new_password: fields.passwordLength } },
  passwordCommon: { errors: { new_password: fields.passwordCommon } },
  passwordPersonal: { errors: { new_password: fields.passwordPersonal } },
} satisfies Record<string, AuthError | ((facts: RefusalFacts) => AuthError)>

const failures = {
  'sign-up': signUp.failed,
  'otp-sign-in': signIn.busy,
  'forgot-password': reset.failed,
  otp: otp.ended,
  'reset-password': reset.failed,
  'sign-in': signIn.busy,
} satisfies Record<string, Message>

export type AuthForm = keyof typeof failures

export function describeRefusal(
  form: AuthForm,
  refusal: { reason: keyof typeof refusals | 'failed' } & RefusalFacts,
): AuthError {
  if (refusal.reason === 'failed') return { message: failures[form] }
  const entry: AuthError | ((facts: RefusalFacts) => AuthError) = refusals[refusal.reason]
  const answer = typeof entry === 'function' ? entry(refusal) : entry
  if (!refusal.referralUnknown) return answer
  return { ...answer, errors: { ...answer.errors, referred_by: fields.referred_by } }
}

type Refusal =
  | { reason: 'sameNumber' | 'phoneTaken' | 'wrongPassword' }
  | (Parameters<typeof describeRefusal>[1] & {
      reason: 'busy' | 'failed' | 'tooMany' | 'wait' | 'notSent' | 'ended' | 'unanswered' | 'wrong'
    })

const { same, taken } = addressMessages.lostNumber

export function explainNumberRefusal(refusal: Refusal): AuthError {
  switch (refusal.reason) {
    case 'sameNumber':
      return { errors: { phone_number: same } }
    case 'phoneTaken':
      return { errors: { phone_number: taken } }
    case 'wrongPassword': {
      const { message } = describeRefusal('otp', { reason: 'wrongPassword' })
      return { errors: { password: message!.text! } }
    }
    default:
      return describeRefusal('otp', refusal)
  }
}

type PasswordRefusal =
  { reason: 'wrongPassword' | 'busy' | 'failed' } | { reason: 'tooMany'; minutes: number }

function explainPasswordRefusal(refusal: PasswordRefusal, field: string): AuthError {
  switch (refusal.reason) {
    case 'wrongPassword':
      return { errors: { [field]: signIn.wrongPassword.text } }
    case 'tooMany':
      return { message: formatTooMany(refusal.minutes) }
    default:
      return { message: failure }
  }
}

type Problem = 'passwordLength' | 'passwordCommon' | 'passwordPersonal' | 'passwordSame'

export function explainPasswordChange(
  refusal:
    | PasswordRefusal
    | { reason: 'incomplete'; fields: (keyof ChangePassword)[] }
    | { reason: 'mismatch' | Problem },
): AuthError {
  switch (refusal.reason) {
    case 'incomplete':
      return {
        message: changePassword.incomplete,
        errors: Object.fromEntries(refusal.fields.map((name) => [name, fields.missing[name]])),
      }
    case 'mismatch':
      return { message: changePassword.mismatch, errors: { confirmNewPassword: fields.passwordsDiffer } }
    case 'passwordLength':
    case 'passwordCommon':
    case 'passwordPersonal':
    case 'passwordSame':
      return { errors: { newPassword: fields[refusal.reason] } }
    default:
      return explainPasswordRefusal(refusal, 'currentPassword')
  }
}

export const explainConfirmRefusal = (refusal: PasswordRefusal): AuthError =>
  explainPasswordRefusal(refusal, 'password')

export function explainDetailsRefusal(refusal: PasswordRefusal | { reason: 'emailTaken' }): AuthError {
  return refusal.reason === 'emailTaken'
    ? { errors: { email: signUp.emailTaken.text } }
    : explainPasswordRefusal(refusal, 'password')
}
