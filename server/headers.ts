export type HeaderList = [name: string, value: string][]

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Headers of every answer. Pages replace the policy (app/http/security-headers.server.ts). */
export function listBaseHeaders(https: boolean): HeaderList {
  const headers: HeaderList = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Security-Policy', NOTHING],
  ]
  if (https) headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'])
  return headers
}
