import { findReferrer } from '~/domain/accounts/users.server'
import { createSealedCookie } from './cookies.server'
import { readSession } from './session.server'

const referralCookie = createSealedCookie<{ code: string }>('ref')

/** Null for an unknown code and for the member's own (docs/rules.md#22). */
async function readReferralParameter(request: Request): Promise<string | null> {
  const given = new URL(request.url).searchParams.get('ref')
  const referrer = given && (await findReferrer(given))
  if (!referrer) return null
  const session = await readSession(request)
  return session?.user.id === referrer.id ? null : referrer.referral_code
}

export async function readReferral(request: Request): Promise<string> {
  const given = await readReferralParameter(request)
  if (given) return given
  const kept = referralCookie.read(request)?.code
  return (kept && (await findReferrer(kept))?.referral_code) || ''
}

export async function rememberReferral(request: Request): Promise<string | null> {
  const code = await readReferralParameter(request)
  return code && referralCookie.write({ code })
}
