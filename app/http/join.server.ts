/** What the join dialog knows of this browser: the challenge its cookie names, and who referred it. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import { findOpenChallenge } from '~/accounts/challenges.server'
import { refusalText, type JoinForm } from '~/accounts/join-texts'
import { maskPhone } from '~/accounts/rules'
import type { Visitor } from '~/accounts/sign-up.server'
import { findReferrer } from '~/accounts/users.server'
import { failure } from '~/notice'
import { sealedCookie } from './cookies.server'
import { readDeviceMembers } from './device.server'
import type { FormInput } from './input.server'
import { redirectWith } from './respond.server'
import { readSession } from './session.server'
import { openDialog } from './urls'

/** Lasts as long as a challenge can be resumed. */
export const joinCookie = sealedCookie<{ challengeId: string; secret?: string }>('join')

/** Where a request comes from, for the commands of accounts. */
export function readVisitor(request: Request, context: AppLoadContext): Visitor {
  const { challengeId = null, secret = null } = joinCookie.read(request) ?? {}
  return {
    address: context.clientAddress ?? '',
    agent: request.headers.get('User-Agent'),
    challengeId,
    secret,
    members: readDeviceMembers(request),
  }
}

/** The code of whoever sent this browser here, kept till sign-up, over as many pages as it takes. */
const referralCookie = sealedCookie<{ code: string }>('ref')

/** Whose code the page's ?ref= is; null for none, for nobody's, and for the signed-in person's own (decisions.md 40). */
async function readGivenCode(request: Request): Promise<string | null> {
  const given = new URL(request.url).searchParams.get('ref')
  const referrer = given && (await findReferrer(given))
  if (!referrer) return null
  const session = await readSession(request)
  return session?.user.id === referrer.id ? null : referrer.referral_code
}

/** The code of ?ref=, else of the cookie; '' for none and for one that is no longer anybody's. */
async function readReferral(request: Request): Promise<string> {
  const given = await readGivenCode(request)
  if (given) return given
  const kept = referralCookie.read(request)?.code
  return (kept && (await findReferrer(kept))?.referral_code) || ''
}

/** The Set-Cookie value that keeps the code of a page's ?ref= till sign-up; null when there is none to keep. */
export async function rememberReferral(request: Request): Promise<string | null> {
  const code = await readGivenCode(request)
  return code && referralCookie.write({ code })
}

/** What the forms of the join dialog are rendered with. */
export async function readJoinForm(request: Request) {
  return {
    /** The same form sent twice is one challenge. */
    requestKey: randomUUID(),
    referredBy: await readReferral(request),
  }
}

/** All that any view of the join dialog shows. */
export async function readJoinState(request: Request) {
  const { challengeId } = joinCookie.read(request) ?? {}
  const [form, open] = await Promise.all([
    readJoinForm(request),
    challengeId && findOpenChallenge(challengeId),
  ])
  if (!open) return { ...form, challenge: null }
  const { phone, demoCode, live, ...challenge } = open
  return {
    ...form,
    challenge: { ...challenge, phone: maskPhone(phone), live, demoCode: live ? demoCode : null },
  }
}

/** On to the OTP view of the same page, with the cookie that binds the challenge to this browser. */
export function goToOtp(from: string, challengeId: string): Response {
  return redirectWith(openDialog(from, 'otp'), {
    headers: {
      'Set-Cookie': joinCookie.write({ challengeId, secret: randomBytes(16).toString('base64url') }),
    },
  })
}

/** Somebody else signed up with the same phone or e-mail while the code was on its way. */
const TAKEN = new Set(['emailTaken', 'phoneTaken', 'bothTaken'])

/** Back to where the form stood, with the text of its refusal; a sign-up that came too late, to its own form. */
export function refuseJoin(
  name: JoinForm,
  form: Pick<FormInput<unknown>, 'refuse' | 'from'>,
  refusal: Parameters<typeof refusalText>[1],
): Response {
  const { message, errors } = refusalText(name, refusal)
  const to = name === 'otp' && TAKEN.has(refusal.reason) ? openDialog(form.from, 'sign-up') : form.from
  return form.refuse({ notice: message && failure(message), errors }, to)
}
