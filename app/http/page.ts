/** What pages say about caching, in standard HTTP (docs/rules.md#34); server/'s cache and any CDN only obey. */
import { data, type HeadersFunction } from '@remix-run/node'

/** Seconds after which what failed for a while is worth another try. */
export const RETRY_AFTER = '5'

/**
 * The `headers` of every page route: what its loader said. Without it remix drops the loader's Cache-Control. A frame
 * that is not whole says no-store, and then nobody keeps the page either.
 */
export const headers: HeadersFunction = ({ loaderHeaders, errorHeaders, parentHeaders }) => {
  const said = errorHeaders ?? loaderHeaders
  const kept = new Headers()
  for (const name of ['Cache-Control', 'Vary', 'Retry-After']) {
    const value = said.get(name)
    if (value) kept.set(name, value)
  }
  const frame = parentHeaders.get('Cache-Control')
  if (frame) kept.set('Cache-Control', frame)
  return kept
}

const OURS = /(?:^|;)\s*(?:token|flash|join)\s*=/

/** A guest without anything of ours, asking for nothing but what the page declares, sees what every guest sees. */
function isShared(request: Request, params: readonly string[]): boolean {
  if (OURS.test(request.headers.get('Cookie') ?? '') || request.headers.has('Authorization')) return false
  for (const name of new URL(request.url).searchParams.keys()) if (!params.includes(name)) return false
  return true
}

const FRESH = 60
const STALE = 600

/** For caches that many share: fresh for a minute, stale for ten more, and never kept longer than `most` seconds. */
function sharedFor(most: number): string {
  const fresh = Math.max(0, Math.min(FRESH, most))
  return `public, max-age=0, s-maxage=${fresh}, stale-while-revalidate=${Math.max(0, Math.min(STALE, most - fresh))}`
}

/** What an answer says that is the same for every guest; to anybody else it is private. */
export const sharedHeaders = (request: Request, params: readonly string[] = [], most = Infinity) => ({
  'Cache-Control': isShared(request, params) ? sharedFor(most) : 'private, no-store',
  Vary: 'Cookie, Save-Data, Accept-Encoding',
})

interface PublicPage {
  request: Request
  params?: readonly string[]
  status?: number
  most?: number
}

/**
 * The answer of a page that is the same for every guest. `params` are the search parameters it knows; `status` defaults
 * to 200; `most`: the seconds that no cached copy may outlive. Anybody else gets it `private, no-store`.
 */
export function publicPage<Data>(content: Data, { request, params, status = 200, most }: PublicPage) {
  return data(content, { status, headers: sharedHeaders(request, params, most) })
}

/** The answer of a page that stands, though its list could not be read: 503, soon worth another try. */
export function failedPage<Data>(content: Data) {
  const headers = { 'Cache-Control': 'private, no-store', 'Retry-After': RETRY_AFTER }
  return data(content, { status: 503, headers })
}

/** The answer of a page for one person. */
export function privatePage<Data>(content: Data, status = 200) {
  return data(content, { status, headers: { 'Cache-Control': 'private, no-store' } })
}
