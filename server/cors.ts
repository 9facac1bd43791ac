// CORS for the JSON API: only for the origins of API_ORIGINS, with bearer tokens and without cookies.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { NO_STORE } from '~/platform/config/caching'
import type { FoundRoute } from '~/platform/find-route'
import { listMethods } from './guard'

const EXPOSED =
  'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Total-Count, Link, X-Request-Id'

/** True: the request was a preflight and is already answered. */
export function allowOrigin(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  origins: readonly string[],
  { handle }: FoundRoute,
): boolean {
  if (!origins.length || !handle.api) return false
  response.setHeader('Vary', 'Origin')
  if (headers.origin === undefined || !origins.includes(headers.origin)) return false
  response.setHeader('Access-Control-Allow-Origin', headers.origin)
  response.setHeader('Access-Control-Expose-Headers', EXPOSED)
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false
  response.writeHead(204, {
    'Access-Control-Allow-Methods': listMethods(handle).join(', '),
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
    'Access-Control-Max-Age': '600',
    'Cache-Control': NO_STORE,
  })
  response.end()
  return true
}
