import { formatWait } from '~/platform/formats/count'
import { fill, type Message } from '~/messages/message'
import { accountMessages } from '~/messages/account'
import { siteMessages } from '~/messages/site'

export interface AuthError {
  message?: Message
  errors?: Record<string, string>
}

type RefusalFacts = { minutes?: number; seconds?: number; referralUnknown?: boolean }

const { fields, otp, reset, signIn, signUp } = accountMessages

const { limits } = siteMessages

const tooMany = ({ minutes = 1 }: RefusalFacts): AuthError => ({
  message: { text: fill(limits.tooMany.text, { wait: formatWait(minutes) }) },
})
const wait = ({ seconds = 0 }: RefusalFacts): AuthError => ({
  message: { text: fill(otp.wait, { seconds }) },
})
const ended: AuthError = { message: otp.ended }

const refusals = {
  tooMany,
  wait,
  ended,
  unanswered: ended,
  notSent: { message: otp.notSent },
  wrong: { message: otp.wrong },
  wrongPassword: { message: signIn.wrongPassword },
  busy: { message: signIn.busy },
  unknownUser: { message: signIn.unknownUser },
  emailTaken: { message: signUp.emailTaken, errors: { email: signUp.emailTaken.text } },
  phoneTaken: { message: signUp.phoneTaken },
  bothTaken: { message: signUp.bothTaken },
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
