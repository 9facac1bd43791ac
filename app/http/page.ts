/** Cache headers in standard HTTP (docs/rules.md#34). */
import { data, type HeadersFunction } from '@remix-run/node'
import { PRIVATE, RETRY_AFTER } from '~/platform/config/caching'

/** Every page exports it: without it Remix drops the loader's Cache-Control. That of the parent route takes precedence. */
export const headers: HeadersFunction = ({ loaderHeaders, errorHeaders, parentHeaders }) => {
  const source = errorHeaders ?? loaderHeaders
  const result = new Headers()
  for (const name of ['Cache-Control', 'Vary', 'Retry-After']) {
    const value = source.get(name)
    if (value) result.set(name, value)
  }
  for (const name of ['Cache-Control', 'Retry-After']) {
    const frame = parentHeaders.get(name)
    if (frame) result.set(name, frame)
  }
  return result
}

const OURS = /(?:^|;)\s*(?:token|flash|join)\s*=/

export const isPersonal = (cookie: string) => OURS.test(cookie)

function isShared(request: Request, params: readonly string[]): boolean {
  if (isPersonal(request.headers.get('Cookie') ?? '') || request.headers.has('Authorization')) return false
  for (const name of new URL(request.url).searchParams.keys()) if (!params.includes(name)) return false
  return true
}

/** In seconds; together a minute, within which offers begin and end on every page. */
const FRESH = 30
const STALE = 30
const ERROR = 3600

function sharedFor(most: number): string {
  const fresh = Math.max(0, Math.min(FRESH, most))
  const after = (seconds: number) => Math.max(0, Math.min(seconds, most - fresh))
  return `public, max-age=0, s-maxage=${fresh}, stale-while-revalidate=${after(STALE)}, stale-if-error=${after(ERROR)}`
}

export const sharedHeaders = (request: Request, params: readonly string[] = [], most = Infinity) => ({
  'Cache-Control': isShared(request, params) ? sharedFor(most) : PRIVATE,
  Vary: 'Cookie, Save-Data, Accept-Encoding',
})

interface PublicPage {
  request: Request
  params?: readonly string[]
  status?: number
  most?: number
}

/** `params`: the search parameters that the page knows; `most`: seconds that no cached copy may outlive. */
export function publicPage<Data>(content: Data, { request, params, status = 200, most }: PublicPage) {
  return data(content, { status, headers: sharedHeaders(request, params, most) })
}

export function failedPage<Data>(content: Data) {
  const headers = { 'Cache-Control': PRIVATE, 'Retry-After': RETRY_AFTER }
  return data(content, { status: 503, headers })
}

export function privatePage<Data>(content: Data, status = 200, cookie: string | null = null) {
  const headers = { 'Cache-Control': PRIVATE, ...(cookie && { 'Set-Cookie': cookie }) }
  return data(content, { status, headers })
}
