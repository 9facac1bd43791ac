import { z } from 'zod/v4'
import { readGrouped, readPasted } from '~/platform/formats/pasted'
import { accountMessages } from '~/messages/account'
import { findPasswordProblem } from './passwords.server'
import { normalizeEmail, normalizePhone, normalizeUsername } from './rules'

const { fields } = accountMessages

const { missing } = fields

const requireText = (absent: string) => z.string({ error: absent }).min(1, absent)

function normalizeText(normalize: (text: string) => string | null, problem: string, absent: string) {
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

export const username = normalizeText(normalizeUsername, fields.username, missing.username)
export const phoneNumber = normalizeText(normalizePhone, fields.phone_number, missing.phone_number)
export const email = normalizeText(normalizeEmail, fields.email, missing.email)
export const password = requireText(missing.password)
/** Checks without the person's details; signUpSchema repeats the check with them. */
export const newPassword = requireText(missing.password).superRefine((text, context) => {
  const problem = findPasswordProblem(text, { username: '', phone_number: '', email: '' })
  if (problem) context.addIssue({ code: 'custom', message: fields[problem], continue: false })
})
export const chosenPassword = requireText(missing.new_password)
export const repeatedPassword = requireText(missing.confirm_password)
export const referredBy = z
  .string()
  .max(64, fields.referred_by)
  .default('')
  .transform((text) => readGrouped(text).toUpperCase() || null)

/** A checkbox sends 'on', the API true. */
const isTicked = (value: unknown) => value === 'on' || value === true || value === 'true'
export const ticked = z.unknown().transform(isTicked)
export const mustTick = (problem: string) => z.unknown().refine(isTicked, problem)

export const otp = z
  .union([z.string(), z.array(z.string())], { error: fields.otp })
  .transform((value) => readPasted([value].flat().join('')).replace(/\D/g, ''))
  .refine((digits) => digits.length === 4, fields.otp)

export const requestKey = z.uuid().nullable().catch(null)
