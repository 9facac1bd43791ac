import { refuseApi, refuseTooMany } from './refuse.server'
import { fill } from '~/messages/message'
import { accountMessages } from '~/messages/account'
import { apiMessages } from '~/messages/api'

const { api } = apiMessages

const { fields, otp, reset, signIn, signUp } = accountMessages
const ENDED = otp.ended.text

const REFUSALS = {
  emailTaken: [409, api.emailTaken],
  phoneTaken: [409, api.phoneTaken],
  bothTaken: [409, api.bothTaken],
  unknownUser: [404, signIn.unknownUser.text],
  referralUnknown: [422, fields.referred_by],
  passwordLength: [422, fields.passwordLength],
  passwordCommon: [422, fields.passwordCommon],
  passwordPersonal: [422, fields.passwordPersonal],
  passwordSame: [422, fields.passwordSame],
  wrongPassword: [401, signIn.wrongPassword.text],
  noProof: [401, api.noProof],
  wrong: [401, otp.wrong.text],
  ended: [401, ENDED],
  unanswered: [503, ENDED],
  notSent: [503, otp.notSent.text],
  busy: [503, signIn.busy.text],
  resetFailed: [503, reset.failed.text],
  signUpFailed: [503, signUp.failed.text],
  failed: [503, signIn.busy.text],
  mismatch: [422, fields.passwordsDiffer],
} as const

type Refusal =
  | { reason: keyof typeof REFUSALS }
  | { reason: 'tooMany'; minutes: number }
  | { reason: 'wait'; seconds: number }

export function refuseAccount(refusal: Refusal, passwordField = 'password'): Response {
  if (refusal.reason === 'tooMany') return refuseTooMany(refusal)
  if (refusal.reason === 'wait')
    return refuseApi(429, fill(otp.wait, { seconds: refusal.seconds }), {
      error: 'wait',
      headers: { 'Retry-After': String(refusal.seconds) },
    })
  const [status, text] = REFUSALS[refusal.reason]
  const field = findField(refusal.reason, passwordField)
  return refuseApi(status, text, {
    error: refusal.reason,
    errors: field === undefined ? undefined : { [field]: text },
  })
}

function findField(reason: string, passwordField: string): string | undefined {
  if (/^password[A-Z]/.test(reason)) return passwordField
  return reason === 'referralUnknown' ? 'referred_by' : undefined
}
