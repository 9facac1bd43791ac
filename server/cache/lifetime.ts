// Which responses may be stored, and for how long: by http-cache-semantics (RFC 9111, RFC 5861).
import CachePolicy from 'http-cache-semantics'

/** Ms since rendering. Until `stale` it is served while it is rendered again, until `error` if that fails. */
export interface Lifetime {
  fresh: number
  stale: number
  error: number
}

/** Request headers by which stored responses differ, or with which a request bypasses the cache. */
const KNOWN_VARIANTS = new Set(['', 'accept-encoding', 'cookie', 'save-data', 'origin', 'sec-fetch-dest'])

/** Null: the response is for its request only. Anything but a 200 is: made-up addresses would fill the cache. */
export function readLifetime({ status, headers }: Response): Lifetime | null {
  if (status !== 200 || headers.has('Set-Cookie') || headers.has('Content-Encoding')) return null
  const variants = (headers.get('Vary') ?? '').toLowerCase().split(',')
  if (!variants.every((name) => KNOWN_VARIANTS.has(name.trim()))) return null
  const caching = headers.get('Cache-Control') ?? ''
  const apply = (control: string) =>
    new CachePolicy({ headers: {} }, { status, headers: { 'cache-control': control } })
  const policy = apply(caching)
  const error = policy.timeToLive()
  if (!/\bpublic\b/i.test(caching) || !policy.storable() || !error) return null
  const stale = apply(caching.replace(/\bstale-if-error\b[^,]*/i, '')).timeToLive()
  return { fresh: policy.maxAge() * 1000, stale, error }
}
