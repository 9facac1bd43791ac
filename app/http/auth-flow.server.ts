import { randomBytes, randomUUID } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import { findOpenChallenge, isForDialog } from '~/domain/accounts/challenges.server'
import { describeRefusal, type AuthForm } from '~/domain/accounts/refusals'
import type { ClientContext } from '~/domain/accounts/client-context'
import { maskPhone } from '~/domain/accounts/rules'
import { readPreviousEntries } from '~/domain/accounts/sign-up.server'
import { failure } from '~/messages/notice'
import { createSealedCookie } from './cookies.server'
import { readDevice, readDeviceMembers } from './device.server'
import type { FormInput } from './form-action.server'
import { readReferral } from './referral-cookie.server'
import { redirectWith } from './respond.server'
import { openDialog } from './urls'

interface AuthFlow {
  challengeId?: string
  secret?: string
  phone?: string
  isProven?: boolean
}

export const authFlowCookie = createSealedCookie<AuthFlow>('join')

/** Others may share the browser: sign-in prefills only a proven number, sign-up prefills none. */
function choosePrefilledPhone({ phone, isProven = false }: AuthFlow, view: string): string {
  return view === 'sign-up' || (view === 'sign-in' && !isProven) ? '' : stripCountryCode(phone)
}

const stripCountryCode = (phone = '') => phone.replace(/^\+91/, '')

export function readClientContext(request: Request, context: AppLoadContext): ClientContext {
  const { challengeId = null, secret = null } = authFlowCookie.read(request) ?? {}
  return {
    address: context.clientAddress ?? '',
    agent: request.headers.get('User-Agent'),
    challengeId,
    secret,
    members: readDeviceMembers(request),
    device: readDevice(request),
  }
}

export const readAuthForm = async (request: Request, view: string) => (await readAuthFlow(request, view)).form

async function readAuthFlow(request: Request, view: string) {
  const joining = authFlowCookie.read(request) ?? {}
  const { challengeId } = joining
  const [referredBy, open] = await Promise.all([
    readReferral(request),
    challengeId ? findOpenChallenge(challengeId) : null,
  ])
  const form = {
    requestKey: randomUUID(),
    referredBy,
    phone: choosePrefilledPhone(joining, view),
    typed: open?.purpose === view ? await readPreviousEntries(open) : null,
  }
  return { form, open }
}

export async function readAuthState(request: Request) {
  const { form, open } = await readAuthFlow(request, new URL(request.url).searchParams.get('dialog') ?? '')
  if (!open || !isForDialog(open)) return { ...form, challenge: null }
  const { phone, demoCode, live, sentAt, payload: _, ...challenge } = open
  return {
    ...form,
    challenge: {
      ...challenge,
      phone: maskPhone(phone),
      proven: challenge.verified && challenge.purpose === 'forgot-password' ? stripCountryCode(phone) : null,
      live,
      demoCode: live ? demoCode : null,
      sentAt: sentAt.getTime(),
    },
  }
}

export function redirectToOtp(from: string, challengeId: string): Response {
  return redirectWith(openDialog(from, 'otp'), {
    headers: {
      'Set-Cookie': authFlowCookie.write({ challengeId, secret: randomBytes(16).toString('base64url') }),
    },
  })
}

const TAKEN_REASONS = new Set(['emailTaken', 'phoneTaken', 'bothTaken'])

export function buildAuthError(name: AuthForm, refusal: Parameters<typeof describeRefusal>[1]) {
  const { message, errors } = describeRefusal(name, refusal)
  return { notice: message && failure(message), errors }
}

export function refuseAuth(
  name: AuthForm,
  form: Pick<FormInput<unknown>, 'refuse' | 'from'>,
  refusal: Parameters<typeof describeRefusal>[1],
): Response {
  const to =
    name === 'otp' && TAKEN_REASONS.has(refusal.reason) ? openDialog(form.from, 'sign-up') : form.from
  return form.refuse(buildAuthError(name, refusal), to)
}

export function rememberPhone(request: Request, refusal: Response, phone: string): Response {
  const kept = authFlowCookie.read(request)
  refusal.headers.append('Set-Cookie', authFlowCookie.write({ ...kept, phone, isProven: false }))
  return refusal
}
