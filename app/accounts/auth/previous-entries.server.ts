import type { findOpenChallenge } from '../otp/challenges.server'
import { findUserById } from '../users.server'
import type { Payload } from './prepare-sign-up.server'

export async function readPreviousEntries({
  purpose,
  phone,
  payload,
}: NonNullable<Awaited<ReturnType<typeof findOpenChallenge>>>): Promise<Record<string, string>> {
  const phone_number = phone.replace(/^\+91/, '')
  if (purpose !== 'sign-up' || !payload) return { phone_number }
  const { username, email, referred_by } = payload as Partial<Payload>
  const referrer = referred_by ? await findUserById(referred_by) : null
  return {
    phone_number,
    username: username ?? '',
    email: email ?? '',
    referred_by: referrer?.referral_code ?? '',
    agreeToTerms: 'on',
  }
}
