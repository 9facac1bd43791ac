/** The security headers of every answer, whoever makes it: application, files, refusals, node's own parser. */

export type HeaderList = [name: string, value: string][]

/** For what is neither a page nor a worker: opened as a document, it loads, runs, frames and sends nothing. */
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * The headers that every answer begins with. A page replaces the policy by its own (app/http/security-headers.server.ts).
 * `https`: whether PUBLIC_ORIGIN is https.
 */
export function baseHeaders(https: boolean): HeaderList {
  const headers: HeaderList = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Security-Policy', NOTHING],
  ]
  if (https) headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'])
  return headers
}
