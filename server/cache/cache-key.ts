import type { IncomingMessage } from 'node:http'
import { readPath, type FoundRoute } from '~/platform/find-route'
import { isOtherPage } from '~/platform/formats/url-path'

export interface CacheKey {
  /** The URL as it was sent, because forms repeat it in the field `from`, and the headers by which the application varies. */
  key: string
  url: string
  route: FoundRoute
  headers: Headers
}

/** Null: the request bypasses the cache. */
export function readCacheKey(
  { method, url = '/', headers }: IncomingMessage,
  isPersonal: (cookie: string) => boolean,
  route: FoundRoute,
): CacheKey | null {
  const { cache, api } = route.handle
  if (cache !== 'guests' || (method !== 'GET' && method !== 'HEAD')) return null
  if (headers.authorization !== undefined || (headers.cookie && isPersonal(headers.cookie))) return null
  if (headers.origin !== undefined && api) return null
  if ((headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding']) return null
  const varying = new Headers()
  if (String(headers['save-data']).trim().toLowerCase() === 'on') varying.set('Save-Data', 'on')
  if (headers['sec-fetch-dest'] === 'empty') {
    varying.set('Sec-Fetch-Dest', 'empty')
    if (isOtherPage(headers.referer ?? null, toPathname(url))) varying.set('Referer', ELSEWHERE)
  }
  return { key: [url, ...varying.keys()].join(' '), url, route, headers: varying }
}

/** Only that it is another page changes a rendering. */
const ELSEWHERE = 'https://elsewhere.invalid/another/page'

const toPathname = (url: string): string => new URL(readPath(url).path, ELSEWHERE).pathname
