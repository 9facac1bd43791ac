import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CacheResult, Metrics } from '../environment/metrics/metrics'
import { log, loggedPath } from '~/platform/log.server'

const CLIENT_LEFT = 499

interface Facts {
  requestId: string
  route: string
  metrics: Metrics | undefined
}

export function recordRequest(
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
  { requestId: id, route, metrics }: Facts,
): void {
  const startedAt = performance.now()
  response.once('close', () => {
    const ms = performance.now() - startedAt
    const { statusCode, writableFinished } = response
    const aborted = writableFinished ? undefined : true
    const path = loggedPath(url)
    log('info', 'request', { id, method, path, status: statusCode, ms: Math.round(ms), aborted })
    const cached = response.getHeader('Cache-Status') as string | undefined
    const status = writableFinished ? statusCode : CLIENT_LEFT
    metrics?.recordRequest({ route, method, ms, status }, cached ? readCacheResult(cached) : undefined)
  })
}

function readCacheResult(cacheStatus: string): CacheResult {
  if (cacheStatus.includes('; hit')) return cacheStatus.includes('stale') ? 'stale' : 'hit'
  return cacheStatus.includes('fwd=bypass') ? 'bypass' : 'miss'
}
