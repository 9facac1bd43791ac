import { replace } from '@remix-run/node'
import { findSession, type SessionUser } from '~/accounts/sessions/find-session.server'
import { closeSession } from '~/accounts/sessions/sessions.server'
import { cookieHeader, endCookie, readCookie } from './cookies.server'
import { keepForm } from './kept-form.server'
import { PRIVATE } from '~/config/caching'

export interface Session {
  user: SessionUser
  tokenHash: string
  passwordStamp: string
  mayChangePayouts: boolean
}

/** The loaders of one page run in parallel and share a look-up. */
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

/** Throws the redirect to / (docs/rules.md#19). A form whose session has ended is kept for the next sign-in. */
export async function requireSession(request: Request): Promise<Session> {
  const session = await readSession(request)
  if (session) return session
  const kept = request.method === 'POST' ? await keepForm(request) : null
  throw kept ?? replace('/', { headers: { 'Cache-Control': PRIVATE } })
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
  return cookieHeader('token', token, { session: !remember })
}

/** Clear-Site-Data leaves cookies alone: it would delete the flash of the same response. */
export async function endSession(request: Request): Promise<Headers> {
  const session = await readSession(request)
  if (session) await closeSession(session.tokenHash)
  const headers = new Headers({ 'Clear-Site-Data': '"cache", "storage"' })
  headers.append('Set-Cookie', endCookie('token'))
  return headers
}
