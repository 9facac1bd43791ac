import { TOKEN } from '~/domain/accounts/sessions.server'
import { hashToken } from '~/platform/tokens.server'
import { PRIVATE } from '~/platform/config/caching'
import { env } from '~/platform/config/env.server'
import { readCookie } from './cookies.server'

/** Null also for several cookies of this name, which may be an attack. */
export function readDeskTokenHash(request: Request): string | null {
  const [token, ...more] = readCookie(request, 'desk')
  return token && !more.length && TOKEN.test(token) ? hashToken(token) : null
}

/** Throws 404 on another origin, and 308 for another spelling of '/Desk', where the browser sends no desk cookie. */
export function requireDeskAddress(request: Request): void {
  const { host, pathname, search } = new URL(request.url)
  const { DESK_ORIGIN } = env()
  if (DESK_ORIGIN && host !== new URL(DESK_ORIGIN).host) throw hideDesk()
  if (/^\/Desk(?:\/|$)/.test(pathname)) return
  const rest = pathname.replace(/^\/[^/]*/, '')
  throw new Response(null, {
    status: 308,
    headers: { Location: `/Desk${rest}${search}`, 'Cache-Control': PRIVATE },
  })
}

export const hideDesk = () => new Response(null, { status: 404, headers: { 'Cache-Control': PRIVATE } })
