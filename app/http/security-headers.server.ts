import { PRIVATE } from '~/platform/config/caching'
import { env } from '~/platform/config/env.server'

interface AllowedSources {
  scriptHashes?: string[] | undefined
  scriptAddresses?: string[]
  styleHashes?: string[] | undefined
}

function buildPolicy({ scriptHashes = [], scriptAddresses = [], styleHashes = [] }: AllowedSources): string {
  const isDevelopment = env().NODE_ENV === 'development'
  const rules = [
    `default-src 'self'`,
    `script-src ${["'self'", ...scriptHashes, ...scriptAddresses].join(' ')}`,
    // In development Vite adds styles and uses a WebSocket.
    `style-src ${["'self'", ...(isDevelopment ? ["'unsafe-inline'"] : styleHashes)].join(' ')}`,
    ...(isDevelopment ? ["connect-src 'self' ws: wss:"] : []),
    // The networks' scripts load pixels; everything else comes from this site.
    `img-src 'self' data:${scriptAddresses.length ? ' https:' : ''}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `form-action 'self'`,
  ]
  if (env().https) rules.push('upgrade-insecure-requests')
  return rules.join('; ')
}

export function setDataHeaders(headers: Headers): void {
  headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  headers.set('X-Content-Type-Options', 'nosniff')
}

export function setSecurityHeaders(headers: Headers, allowed: AllowedSources = {}): void {
  headers.set('Content-Security-Policy', buildPolicy(allowed))
  if (env().https) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
  headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
}

/** Allows no other host and sends no referrer, because desk addresses hold secrets such as invitations. */
export function setDeskHeaders(headers: Headers, { scriptHashes, styleHashes }: AllowedSources): void {
  setSecurityHeaders(headers, { scriptHashes, styleHashes })
  headers.set('Referrer-Policy', 'same-origin')
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('X-Robots-Tag', 'noindex')
  headers.set('Cache-Control', PRIVATE)
}
