import type { z } from 'zod/v4'
import type { findOpenChallenge } from './challenges.server'
import { findUserById } from './users.server'
import type { Payload, signUpSchema } from './prepare-sign-up.server'

/** All fields of the form but secrets: a field that is missing here would come back empty. */
type Entries = Record<Exclude<keyof z.input<typeof signUpSchema>, 'password' | 'request_key'>, string>

export async function readPreviousEntries({
  purpose,
  phone,
  payload,
}: NonNullable<Awaited<ReturnType<typeof findOpenChallenge>>>): Promise<Record<string, string>> {
  const phone_number = phone.replace(/^\+91/, '')
  if (purpose !== 'sign-up' || !payload) return { phone_number }
  const { username, email, referred_by } = payload as Partial<Payload>
  const referrer = referred_by ? await findUserById(referred_by) : null
  const entries: Entries = {
    phone_number,
    username: username ?? '',
    email: email ?? '',
    referred_by: referrer?.referral_code ?? '',
    agreeToTerms: 'on',
  }
  return entries
}
