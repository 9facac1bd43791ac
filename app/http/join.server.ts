/** What the join dialog knows of this browser: the challenge its cookie names, and who referred it. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import { findOpenChallenge } from '~/accounts/challenges.server'
import { refusalText, type JoinForm } from '~/accounts/join-texts'
import { maskPhone } from '~/accounts/rules'
import type { Visitor } from '~/accounts/sign-up.server'
import { typedBefore } from '~/accounts/typed-before.server'
import { findReferrer } from '~/accounts/users.server'
import { failure, type NoticeAction } from '~/notice'
import { sealedCookie } from './cookies.server'
import { readDevice, readDeviceMembers } from './device.server'
import type { FormInput } from './input.server'
import { redirectWith } from './respond.server'
import { readSession } from './session.server'
import { openDialog } from './urls'

/** Lasts as long as a challenge can be resumed. */
export const joinCookie = sealedCookie<{ challengeId?: string; secret?: string; phone?: string }>('join')

/** Where a request comes from, for the commands of accounts. */
export function readVisitor(request: Request, context: AppLoadContext): Visitor {
  const { challengeId = null, secret = null } = joinCookie.read(request) ?? {}
  return {
    address: context.clientAddress ?? '',
    agent: request.headers.get('User-Agent'),
    challengeId,
    secret,
    members: readDeviceMembers(request),
    device: readDevice(request),
  }
}

/** The code of whoever sent this browser here, kept till sign-up, over as many pages as it takes. */
const referralCookie = sealedCookie<{ code: string }>('ref')

/** Whose code the page's ?ref= is; null for none, for nobody's, and for the signed-in person's own (docs/rules.md#22). */
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
export const readJoinForm = async (request: Request, view: string) => (await readJoin(request, view)).form

async function readJoin(request: Request, view: string) {
  const { challengeId, phone } = joinCookie.read(request) ?? {}
  const [referredBy, open] = await Promise.all([
    readReferral(request),
    challengeId ? findOpenChallenge(challengeId) : null,
  ])
  const form = {
    /** The same form sent twice is one challenge. */
    requestKey: randomUUID(),
    referredBy,
    /** The number of a sign-in that was refused. */
    phone: phone?.replace(/^\+91/, '') ?? '',
    /** What this browser typed to get its code, for whoever mistyped the number. */
    typed: open?.purpose === view ? await typedBefore(open) : null,
  }
  return { form, open }
}

/** All that any view of the join dialog shows. */
export async function readJoinState(request: Request) {
  const { form, open } = await readJoin(request, new URL(request.url).searchParams.get('dialog') ?? '')
  if (!open) return { ...form, challenge: null }
  const { phone, demoCode, live, sentAt, payload: _, ...challenge } = open
  return {
    ...form,
    challenge: {
      ...challenge,
      phone: maskPhone(phone),
      live,
      demoCode: live ? demoCode : null,
      sentAt: sentAt.getTime(),
    },
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

/** The ways in, over the page at `from`. */
const signUpAction = (from: string): NoticeAction => ({ label: 'Sign Up', href: openDialog(from, 'sign-up') })
export const joinActions = (from: string): NoticeAction[] => [
  { label: 'Login', href: openDialog(from, 'sign-in') },
  signUpAction(from),
]

/** What a form says to a refusal. */
export function refusalOf(
  name: JoinForm,
  refusal: Parameters<typeof refusalText>[1],
  actions?: NoticeAction[],
) {
  const { message, errors } = refusalText(name, refusal)
  return { notice: message && failure(message, actions), errors }
}

/** Back to where the form stood, with the text of its refusal; a sign-up that came too late, to its own form. */
export function refuseJoin(
  name: JoinForm,
  form: Pick<FormInput<unknown>, 'refuse' | 'from'>,
  refusal: Parameters<typeof refusalText>[1],
): Response {
  const to = name === 'otp' && TAKEN.has(refusal.reason) ? openDialog(form.from, 'sign-up') : form.from
  const actions = refusal.reason === 'unknownUser' ? [signUpAction(form.from)] : undefined
  return form.refuse(refusalOf(name, refusal, actions), to)
}

/** A refused sign-in: the other ways in begin with its number, where no script could carry it. */
export function keepNumber(request: Request, refusal: Response, phone: string): Response {
  const kept = joinCookie.read(request)
  refusal.headers.append('Set-Cookie', joinCookie.write({ ...kept, phone }))
  return refusal
}
