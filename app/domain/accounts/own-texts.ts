import { formatWait } from '~/platform/formats/count'
import { fill, type Message } from '~/messages/message'
import { accountMessages } from '~/messages/account'
import { siteMessages } from '~/messages/site'
import type { ChangePassword } from './change-password.server'

export interface FormRefusal {
  message?: Message
  errors?: Record<string, string>
}

const { changePassword, fields, signIn, signUp } = accountMessages

const { failure, limits } = siteMessages

type PasswordRefusal =
  { reason: 'wrongPassword' | 'busy' | 'failed' } | { reason: 'tooMany'; minutes: number }

function explainPasswordRefusal(refusal: PasswordRefusal, field: string): FormRefusal {
  switch (refusal.reason) {
    case 'wrongPassword':
      return { errors: { [field]: signIn.wrongPassword.text } }
    case 'tooMany':
      return { message: { text: fill(limits.tooMany.text, { wait: formatWait(refusal.minutes) }) } }
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
): FormRefusal {
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

export const explainConfirmRefusal = (refusal: PasswordRefusal): FormRefusal =>
  explainPasswordRefusal(refusal, 'password')

export function explainDetailsRefusal(refusal: PasswordRefusal | { reason: 'emailTaken' }): FormRefusal {
  return refusal.reason === 'emailTaken'
    ? { errors: { email: signUp.emailTaken.text } }
    : explainPasswordRefusal(refusal, 'password')
}
