import { LARGEST_DESK_BODY, SMALL_BODY } from '~/platform/config/body-limits'
import { createSealedCookie } from '../../cookies.server'
import { readDeskTokenHash } from '../../desk-address.server'
import { writeWithinLimit } from '../../form/flash.server'
import { hashFormOwner, readOwnedForm } from '../../form-draft.server'
import { requireSameOrigin } from '../../guard.server'
import { isNavigation } from '../../form/navigation'
import { redirectWith } from '../../respond.server'
import { safePath } from '../../form/site-paths'
import { isDeskPage } from '../../urls'
import { accountMessages } from '~/messages/account'
import { deskMessages } from '~/messages/desk'
import { warning, type Notice } from '~/messages/notice'
import type { FormFlash } from '../../form/form-flash'
import { deskPaths } from '../paths'
import { isDeskToken } from './sessions.server'

interface SavedPage {
  to: string
  owner?: string
  form?: FormFlash
}

const cookie = createSealedCookie<SavedPage>('desk_kept')

export const hashOperator = (operatorId: number) => hashFormOwner(`operator ${operatorId}`)

/** A path of the desk; '/Desk' for any other. */
export function safeDeskPath(text: unknown): string {
  const path = safePath(text, deskPaths.today)
  const [pathname = ''] = path.split(/[?#]/, 1)
  return isDeskPage({ pathname }) ? path : deskPaths.today
}

export function findPage(request: Request): string {
  const { pathname, search } = new URL(request.url)
  if (request.method === 'GET') return pathname + search
  const referer = request.headers.get('Referer')
  if (!referer || !URL.canParse(referer)) return deskPaths.today
  const page = new URL(referer)
  return safeDeskPath(page.pathname + page.search)
}

/** Null: the form has no owner, or it is too large to read for somebody without a session on record. */
async function readLateForm(request: Request) {
  requireSameOrigin(request)
  const tokenHash = readDeskTokenHash(request)
  const most = tokenHash && (await isDeskToken(tokenHash)) ? LARGEST_DESK_BODY : SMALL_BODY
  if (Number(request.headers.get('Content-Length') ?? 0) > most) return null
  return readOwnedForm(request, { mayBeLarge: true, most })
}

/** Throws the guard's 403 and the limits' 413 and 400 for a form, which is kept for the operator who sent it. */
export async function redirectToDeskSignIn(request: Request, hadSession: boolean): Promise<Response> {
  const { signedOut, signInAgain } = accountMessages.account
  const form = request.method === 'POST' ? await readLateForm(request) : null
  const kept: SavedPage = form ? { ...form, to: safeDeskPath(form.to) } : { to: findPage(request) }
  const text = form ? signInAgain : hadSession ? signedOut : deskMessages.signIn.first
  if (request.method !== 'POST' && !isNavigation(request)) return redirectWith(deskPaths.signIn)
  return redirectWith(deskPaths.signIn, {
    notice: warning(text),
    headers: { 'Set-Cookie': writeWithinLimit(cookie, kept) },
  })
}

/** After the sign-in. The form of another operator is deleted. */
export function redirectBack(
  request: Request,
  operatorId: number,
  headers: Headers = new Headers(),
  notice?: Notice,
): Response {
  const kept = cookie.read(request)
  headers.append('Set-Cookie', cookie.end())
  if (!kept || (kept.owner && kept.owner !== hashOperator(operatorId)))
    return redirectWith(deskPaths.today, { notice, headers })
  return redirectWith(kept.to, { notice, form: kept.form, headers })
}
