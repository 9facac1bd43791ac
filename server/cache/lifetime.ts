// Which responses may be stored, and for how long: by http-cache-semantics (RFC 9111), and the two extensions of RFC 5861.
import CachePolicy from 'http-cache-semantics'

/** In ms, each from the moment of rendering. */
export interface Lifetime {
  fresh: number
  /** Until then it is served while it is rendered again in the background. */
  stale: number
  /** Until then it is served if rendering fails. */
  error: number
}

/** Request headers by which stored responses differ, or with which a request bypasses the cache. */
const KNOWN_VARIANTS = new Set(['accept-encoding', 'cookie', 'save-data', 'origin', 'sec-fetch-dest'])

const MAX_SECONDS = 86_400

/** Null: the response is for this request only. Anything but a 200 is: made-up addresses would fill the cache. */
export function readLifetime(url: string, { status, headers }: Response): Lifetime | null {
  if (status !== 200 || headers.has('Set-Cookie') || headers.has('Content-Encoding')) return null
  const vary = headers.get('Vary') ?? ''
  for (const name of vary.split(',')) if (!isKnownVariant(name)) return null
  const caching = headers.get('Cache-Control') ?? ''
  const policy = new CachePolicy(
    { url, method: 'GET', headers: {} },
    { status, headers: { 'cache-control': caching } },
    { shared: true, cacheHeuristic: 0 },
  )
  if (!/\bpublic\b/i.test(caching) || !policy.storable()) return null
  const fresh = Math.min(policy.maxAge(), MAX_SECONDS)
  const after = (directive: string) => (fresh + readDirective(caching, directive)) * 1000
  const lifetime = {
    fresh: fresh * 1000,
    stale: after('stale-while-revalidate'),
    error: after('stale-if-error'),
  }
  return Math.max(...Object.values(lifetime)) > 0 ? lifetime : null
}

const isKnownVariant = (name: string) => !name.trim() || KNOWN_VARIANTS.has(name.trim().toLowerCase())

function readDirective(caching: string, directive: string): number {
  const [, seconds = '0'] =
    new RegExp(`(?:^|,)\\s*${directive}\\s*=\\s*"?(\\d{1,9})`, 'i').exec(caching) ?? []
  return Math.min(Number(seconds), MAX_SECONDS)
}
