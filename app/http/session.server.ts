/** Who asks: the cookie `token`, and how it comes and goes. */
import { replace } from '@remix-run/node'
import { closeSession, findSession, type SessionUser } from '~/accounts/sessions.server'
import { cookieHeader, endCookie, readCookie } from './cookies.server'
import { keepForm } from './kept-form.server'
import { PRIVATE } from './respond.server'

export interface Session {
  user: SessionUser
  tokenHash: string
  /** Of the member's password, for the browser's cookie. */
  passwordStamp: string
  /** False: the password is asked for before payout details change. */
  mayChangePayouts: boolean
}

/** The loaders of one page run side by side and ask for the same session: one look-up answers them all. */
const inFlight = new Map<string, Promise<Session | null>>()

/** The value of the session's cookie, whether it still opens one; undefined without one, or when there are two. */
export function readToken(request: Request): string | undefined {
  const [token, ...more] = readCookie(request, 'token')
  return more.length ? undefined : token
}

/** The session of this request; null without one, when it has ended, or when two cookies claim to be it. */
export function readSession(request: Request): Promise<Session | null> {
  const token = readToken(request)
  if (!token) return Promise.resolve(null)
  const running = inFlight.get(token)
  if (running) return running
  const session = findSession(token, 'cookie').finally(() => inFlight.delete(token))
  inFlight.set(token, session)
  return session
}

/**
 * The session; throws the redirect to / that guards /Account (docs/rules.md#19). A form whose session has ended meanwhile
 * is kept, and the sign-in dialog opens.
 */
export async function requireSession(request: Request): Promise<Session> {
  const session = await readSession(request)
  if (session) return session
  const kept = request.method === 'POST' ? await keepForm(request) : null
  throw kept ?? replace('/', { headers: { 'Cache-Control': PRIVATE } })
}

/** The signed-in person; throws as requireSession does. */
export const requireUser = async (request: Request): Promise<SessionUser> =>
  (await requireSession(request)).user

/** Gives the Set-Cookie value of a session that was just opened; one that this browser had before ends. */
export async function startSession(
  request: Request,
  { token, remember }: { token: string; remember: boolean },
): Promise<string> {
  const old = await readSession(request)
  if (old && readToken(request) !== token) await closeSession(old.tokenHash)
  return cookieHeader('token', token, { session: !remember })
}

/**
 * Ends the session on the server and in the browser. Clear-Site-Data leaves cookies alone: clearing them would take the
 * flash of the same answer.
 */
export async function endSession(request: Request): Promise<Headers> {
  const session = await readSession(request)
  if (session) await closeSession(session.tokenHash)
  const headers = new Headers({ 'Clear-Site-Data': '"cache", "storage"' })
  headers.append('Set-Cookie', endCookie('token'))
  return headers
}
