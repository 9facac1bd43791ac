import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKey, env } from '~/config/env.server'
import { refusal } from './respond.server'

export function csrfToken(tokenHash: string): string {
  return createHmac('sha256', derivedKey('csrf')).update(tokenHash).digest('base64url')
}

function matches(given: unknown, expected: string): boolean {
  if (typeof given !== 'string') return false
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Throws a 403 for another site. `needsToken`: lynx, links2 and w3m send neither Sec-Fetch-Site nor Origin. */
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

/** For requests with a session where requireSameOrigin() returns needsToken. Throws a 403. */
export function requireFormToken(tokenHash: string, given: unknown): void {
  if (!matches(given, csrfToken(tokenHash))) throw refusal(403, 'Forbidden')
}
