/** Errors of the API are always JSON, without stack traces. */
import { formatTooMany } from '~/messages/actions'
import { isDatabaseAway } from '~/platform/db/client.server'
import { PRIVATE, RETRY_AFTER } from '~/platform/config/caching'
import { errorFacts, log } from '~/platform/log.server'
import { siteMessages } from '~/messages/site'
import type { ApiOperation, RefusalBody } from './operation'

interface RefusalOptions {
  error?: string
  errors?: Record<string, string>
  stores?: RefusalBody['stores']
  minutes?: number
  headers?: Record<string, string>
}

export function refuseApi(status: number, message: string, options: RefusalOptions = {}): Response {
  const { error, errors, stores, minutes, headers } = options
  const body: RefusalBody = {
    success: false,
    message,
    ...(error && { error }),
    ...(errors && { errors }),
    ...(stores && { stores }),
  }
  return Response.json(body, {
    status,
    headers: {
      'Cache-Control': PRIVATE,
      ...(status === 503 && { 'Retry-After': RETRY_AFTER }),
      ...(minutes && { 'Retry-After': String(minutes * 60) }),
      ...headers,
    },
  })
}

export const refuseTooMany = ({ minutes }: { minutes: number }) =>
  refuseApi(429, formatTooMany(minutes).text, {
    error: 'too-many',
    minutes,
  })

export function buildFailure(error: unknown, { failure }: ApiOperation, path: string): Response {
  if (error instanceof Response) {
    if (error.headers.get('Content-Type')?.startsWith('application/json')) return error
    const wait = error.headers.get('Retry-After')
    const headers = wait === null ? undefined : { 'Retry-After': wait }
    return refuseApi(error.status, STATUS_TEXTS[error.status] ?? 'Refused', { headers })
  }
  const text = failure ?? siteMessages.failure.text
  log('error', 'call failed', { path, ...errorFacts(error) })
  if (isDatabaseAway(error)) return refuseApi(503, text, { error: 'away' })
  return refuseApi(500, text, { error: 'failed' })
}

const STATUS_TEXTS: Record<number, string> = {
  400: 'Bad Request',
  403: 'Forbidden',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  503: 'Service Unavailable',
}
