import type { IncomingMessage } from 'node:http'
import { isApi } from '../guard'

export interface CacheKey {
  /** The address as it was sent, because pages repeat it in the field `from` of forms, and what the application varies by. */
  key: string
  url: string
  /** What a rendering for the cache is asked with: nothing of the person who caused it. */
  headers: Headers
}

/** Null: the request goes past the cache. */
export function readCacheKey(
  { method, url = '/', headers }: IncomingMessage,
  isPersonal: (cookie: string) => boolean,
): CacheKey | null {
  if (method !== 'GET' && method !== 'HEAD') return null
  if (headers.authorization !== undefined || (headers.cookie && isPersonal(headers.cookie))) return null
  // Their answers have the headers of CORS (cors.ts).
  if (headers.origin !== undefined && isApi(url)) return null
  if ((headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding']) return null
  const known = new Headers()
  if (String(headers['save-data']).trim().toLowerCase() === 'on') known.set('Save-Data', 'on')
  if (headers['sec-fetch-dest'] === 'empty') known.set('Sec-Fetch-Dest', 'empty')
  return { key: [url, ...known.keys()].join(' '), url, headers: known }
}
