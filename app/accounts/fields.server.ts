/** The fields of the join forms, with the texts that answer them. */
import { z } from 'zod/v4'
import { messages } from '~/messages'
import { findPasswordProblem } from './passwords.server'
import { normalizeEmail, normalizePhone, normalizeUsername } from './rules'

const { fields } = messages

const { missing } = fields

/** Something typed; as it is, spaces too. */
const typed = (absent: string) => z.string({ error: absent }).min(1, absent)

/** What `normalize` makes of the text; `absent` answers an empty field, `problem` what it cannot use. */
function normalized(normalize: (text: string) => string | null, problem: string, absent: string) {
  return z
    .string({ error: absent })
    .refine((text) => text.trim() !== '', { error: absent, abort: true })
    .transform((text, context) => {
      const value = normalize(text)
      if (value !== null) return value
      context.addIssue({ code: 'custom', message: problem, continue: false })
      return z.NEVER
    })
}

export const username = normalized(normalizeUsername, fields.username, missing.username)
export const phoneNumber = normalized(normalizePhone, fields.phone_number, missing.phone_number)
export const email = normalized(normalizeEmail, fields.email, missing.email)
export const password = typed(missing.password)
/** One to be chosen, as far as it can be judged without knowing whose it is. */
export const newPassword = typed(missing.password).superRefine((text, context) => {
  const problem = findPasswordProblem(text, { username: '', phone_number: '', email: '' })
  if (problem) context.addIssue({ code: 'custom', message: fields[problem], continue: false })
})
/** For a form with two of them. */
export const chosenPassword = typed(missing.new_password)
export const repeatedPassword = typed(missing.confirm_password)
/** As it is kept: upper case; null when left empty. */
export const referredBy = z
  .string()
  .max(64, fields.referred_by)
  .default('')
  .transform((text) => text.trim().toUpperCase() || null)

/** A box without a value attribute sends 'on'; the API says true. */
const isTicked = (value: unknown) => value === 'on' || value === true || value === 'true'
export const ticked = z.unknown().transform(isTicked)
export const mustTick = (problem: string) => z.unknown().refine(isTicked, problem)

/** Four digits, in one field or in four; whatever is no digit is left out. */
export const otp = z
  .union([z.string(), z.array(z.string())], { error: fields.otp })
  .transform((given) => [given].flat().join('').replace(/\D/g, ''))
  .refine((digits) => digits.length === 4, fields.otp)

/** Made by the server for each form; anything else is as good as none. */
export const requestKey = z.uuid().nullable().catch(null)
