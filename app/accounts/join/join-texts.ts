import { fill, type Message } from '~/messages/message'
import { accountMessages } from '~/messages/account'
import { siteMessages } from '~/messages/site'

export interface JoinRefusal {
  message?: Message
  errors?: Record<string, string>
}

type Facts = { minutes?: number; seconds?: number; referralUnknown?: boolean }

const { fields, otp, reset, signIn, signUp } = accountMessages

const { limits } = siteMessages

const tooMany = ({ minutes = 1 }: Facts): JoinRefusal => ({
  message: { text: fill(limits.tooMany.text, { n: minutes }) },
})
const wait = ({ seconds = 0 }: Facts): JoinRefusal => ({ message: { text: fill(otp.wait, { seconds }) } })
const ended: JoinRefusal = { message: otp.ended }

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
} satisfies Record<string, JoinRefusal | ((facts: Facts) => JoinRefusal)>

const failures = {
  'sign-up': signUp.failed,
  'otp-sign-in': signIn.busy,
  'forgot-password': reset.failed,
  otp: otp.ended,
  'reset-password': reset.failed,
  'sign-in': signIn.busy,
} satisfies Record<string, Message>

export type JoinForm = keyof typeof failures

export function refusalText(
  form: JoinForm,
  refusal: { reason: keyof typeof refusals | 'failed' } & Facts,
): JoinRefusal {
  if (refusal.reason === 'failed') return { message: failures[form] }
  const found: JoinRefusal | ((facts: Facts) => JoinRefusal) = refusals[refusal.reason]
  const answer = typeof found === 'function' ? found(refusal) : found
  if (!refusal.referralUnknown) return answer
  return { ...answer, errors: { ...answer.errors, referred_by: fields.referred_by } }
}
