import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKey, env } from '~/platform/config/env.server'
import { refusal } from './respond.server'
import { isDeskPage } from './urls'

const LENGTH = 32

const deriveSecret = (tokenHash: string) => createHmac('sha256', deriveKey('csrf')).update(tokenHash).digest()

const xor = (one: Buffer, other: Buffer) => one.map((byte, i) => byte ^ other[i]!)

/** Masked by a random pad: in a compressed page, response lengths would reveal a constant token. */
export function deriveCsrfToken(tokenHash: string): string {
  const pad = randomBytes(LENGTH)
  return Buffer.concat([pad, xor(pad, deriveSecret(tokenHash))]).toString('base64url')
}

/** Whether a page of this session made the token. */
export function matchesSession(token: unknown, tokenHash: string): boolean {
  const secret = deriveSecret(tokenHash)
  if (typeof token !== 'string') return false
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 2 * LENGTH) return false
  return timingSafeEqual(xor(bytes.subarray(0, LENGTH), bytes.subarray(LENGTH)), secret)
}

const findOrigin = ({ url }: Request) => (isDeskPage(new URL(url)) ? env().deskOrigin : env().publicOrigin)

/** Throws a 403 for another site. `needsToken`: lynx, links2 and w3m send neither Sec-Fetch-Site nor Origin. */
export function requireSameOrigin(request: Request): { needsToken: boolean } {
  const site = request.headers.get('Sec-Fetch-Site')
  if (site !== null) {
    if (site !== 'same-origin' && site !== 'none') throw refusal(403, 'Forbidden')
    return { needsToken: false }
  }
  const origin = request.headers.get('Origin')
  if (origin !== null && origin !== findOrigin(request)) throw refusal(403, 'Forbidden')
  return { needsToken: origin === null }
}

/** For requests with a session if requireSameOrigin() returns needsToken. Throws a 403. */
export function requireFormToken(tokenHash: string, token: unknown): void {
  if (!matchesSession(token, tokenHash)) throw refusal(403, 'Forbidden')
}
