import { replace } from '@remix-run/node'
import { findSession, type SessionUser } from '~/domain/accounts/find-session.server'
import { closeSession } from '~/domain/accounts/sessions.server'
import { PRIVATE } from '~/platform/config/caching'
import { accountMessages } from '~/messages/account'
import { warning } from '~/messages/notice'
import { writeCookie, expireCookie, readCookie } from './cookies.server'
import { writeFlash } from './flash.server'
import {
  hashFormOwner,
  parseOwnedForm,
  redirectWithDraft,
  saveDraft,
  saveReturnPath,
} from './form-draft.server'
import { matchesSession } from './guard.server'
import { closeDialog, openDialog } from './urls'
import { isNavigation } from './form/navigation'

export interface Session {
  user: SessionUser
  tokenHash: string
  passwordStamp: string
  mayChangePayouts: boolean
}

const inFlight = new Map<string, Promise<Session | null>>()

export function readToken(request: Request): string | undefined {
  const [token, ...more] = readCookie(request, 'token')
  return more.length ? undefined : token
}

export function readSession(request: Request): Promise<Session | null> {
  const token = readToken(request)
  if (!token) return Promise.resolve(null)
  const running = inFlight.get(token)
  if (running) return running
  const session = findSession(token, 'cookie').finally(() => inFlight.delete(token))
  inFlight.set(token, session)
  return session
}

/** Throws the redirect to the home page (docs/rules.md#19); a submitted form is kept for the next sign-in. */
export async function requireSession(request: Request): Promise<Session> {
  const session = await readSession(request)
  if (session) return session
  const draft = request.method === 'POST' ? await saveDraft(request) : null
  throw draft ?? redirectToSignIn(request)
}

/**
 * Throws the answer of an ended session for a form that another member opened in this browser: it would be carried
 * out for the member who is signed in now (docs/rules.md#33).
 */
export async function requireFormOwner(request: Request, data: FormData): Promise<void> {
  const form = parseOwnedForm(data)
  const csrf = data.get('csrf')
  const session = form || csrf ? await readSession(request) : null
  if (!session) return
  const beside = hashFormOwner(session.user.id)
  if (form ? form.owner === beside : matchesSession(csrf, session.tokenHash)) return
  throw form ? redirectWithDraft({ ...form, beside }) : redirectToSignIn(request)
}

const MEMBER_DIALOGS = new Set(['withdraw', 'refer'])

export function redirectToSignIn(request: Request): Response {
  const { pathname, search, searchParams } = new URL(request.url)
  const dialog = searchParams.get('dialog')
  const to = dialog ? openDialog('/', 'sign-in') : '/'
  const isForm = request.method === 'POST'
  const answer = replace(to, { status: dialog || isForm ? 303 : 302, headers: { 'Cache-Control': PRIVATE } })
  if (!isForm && !isNavigation(request)) return answer
  const { loginFirst, signedOut } = accountMessages.account
  const login = dialog ? undefined : [{ label: 'Login', href: openDialog('/', 'sign-in') }]
  const notice = warning(readToken(request) ? signedOut : loginFirst, login)
  answer.headers.append('Set-Cookie', writeFlash(to, { notice }))
  const page = pathname + search
  if (dialog && !isForm)
    answer.headers.append('Set-Cookie', saveReturnPath(MEMBER_DIALOGS.has(dialog) ? page : closeDialog(page)))
  return answer
}

export const requireUser = async (request: Request): Promise<SessionUser> =>
  (await requireSession(request)).user

/** Returns the Set-Cookie value; the browser's previous session ends. */
export async function startSession(
  request: Request,
  { token, remember }: { token: string; remember: boolean },
): Promise<string> {
  const old = await readSession(request)
  if (old && readToken(request) !== token) await closeSession(old.tokenHash)
  return writeCookie('token', token, { session: !remember })
}

export async function endSession(request: Request): Promise<Headers> {
  const session = await readSession(request)
  if (session) await closeSession(session.tokenHash)
  const headers = new Headers({ 'Clear-Site-Data': '"cache", "storage"' })
  headers.append('Set-Cookie', expireCookie('token'))
  return headers
}
