// Values of Cache-Status (RFC 9211).
import type { CacheResult } from '../../environment/metrics/metrics'
import type { Page } from './page'

export const status = (rest: string) => `DealDwaar; ${rest}`

export const HIT = status('hit')

/** Of a page that is served although it is not fresh. */
export const staleHit = (page: Page) =>
  status(`hit; ttl=${Math.floor((page.freshUntil - Date.now()) / 1000)}`)

/** Of a value of Cache-Status. */
export function resultOf(cacheStatus: string): CacheResult {
  if (cacheStatus.includes('; hit')) return cacheStatus.includes('ttl=') ? 'stale' : 'hit'
  return /fwd=(?:bypass|method)/.test(cacheStatus) ? 'bypass' : 'miss'
}
