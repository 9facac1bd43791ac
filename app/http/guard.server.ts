/** The same-origin guard, in front of every change of state. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKey, env } from '~/env.server'
import { refusal } from './respond.server'

/** The hidden field of a signed-in person's forms: proves the form is ours where a browser says nothing of its origin. */
export function csrfToken(tokenHash: string): string {
  return createHmac('sha256', derivedKey('csrf')).update(tokenHash).digest('base64url')
}

function matches(given: unknown, expected: string): boolean {
  if (typeof given !== 'string') return false
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Throws a 403 when the browser says that another site sent this. Returns whether the form's own token has to decide:
 * lynx, links2 and w3m send neither Sec-Fetch-Site nor Origin. Host and X-Forwarded-Host are never asked.
 */
export function requireSameOrigin(request: Request): { needsToken: boolean } {
  const site = request.headers.get('Sec-Fetch-Site')
  if (site !== null) {
    if (site !== 'same-origin' && site !== 'none') throw refusal(403, 'Forbidden')
    return { needsToken: false }
  }
  const origin = request.headers.get('Origin')
  if (origin !== null && origin !== env().publicOrigin) throw refusal(403, 'Forbidden')
  return { needsToken: origin === null }
}

/** The second half, for a request that carries a session: its form's token must match. Throws a 403. */
export function requireFormToken(tokenHash: string, given: unknown): void {
  if (!matches(given, csrfToken(tokenHash))) throw refusal(403, 'Forbidden')
}
