/** What the service worker keeps, and how much of it. */

export interface Bounds {
  name: string
  count: number
  bytes: number
}

const MB = 1024 * 1024

/** A number in a name changes with the form of what is kept: the next worker then deletes the older cache. */
export const PAGES: Bounds = { name: 'pages-1', count: 30, bytes: 4 * MB }
export const PICTURES: Bounds = { name: 'pictures-1', count: 80, bytes: 3 * MB }
export const FILES: Bounds = { name: 'files-1', count: 60, bytes: 3 * MB }

/** In characters: ten times the largest page of the demo's catalogue is still less. */
const LARGEST = MB

/** Copies that are older are neither shown nor listed; in ms. */
export const OLDEST = 7 * 24 * 60 * 60 * 1000

/**
 * Whether a response is a page of ours that is the same for every guest. Only what says so itself is kept: an error, a redirect,
 * another site's answer or the page of a captive portal has none of these headers together.
 */
export function isKeepablePage(response: Response, address: string): boolean {
  const { headers } = response
  const said = headers.get('Cache-Control') ?? ''
  return (
    isOurs(response) &&
    withoutHash(response.url) === withoutHash(address) &&
    /^text\/html\b/.test(headers.get('Content-Type') ?? '') &&
    /^public\b/.test(said) &&
    /\bs-maxage=\d/.test(said) &&
    !/\b(?:private|no-store|no-cache)\b/.test(said) &&
    !/\*/.test(headers.get('Vary') ?? '*') &&
    !headers.has('Set-Cookie') &&
    (headers.get('Content-Security-Policy') ?? '').startsWith("default-src 'self'; script-src ")
  )
}

/** Whether all of a page has come, and not too much. */
export const isWholePage = (html: string): boolean =>
  html.length <= LARGEST && /^<!DOCTYPE html><html /i.test(html) && html.endsWith('</body></html>')

const KINDS: Record<string, RegExp> = {
  [FILES.name]: /^(?:text\/(?:javascript|css)|image\/svg\+xml|font\/)/,
  [PICTURES.name]: /^(?:image\/|text\/css)/,
}

export function isKeepableFile(response: Response, { name }: Bounds): boolean {
  const { headers } = response
  const said = headers.get('Cache-Control') ?? ''
  return (
    isOurs(response) &&
    KINDS[name]!.test(headers.get('Content-Type') ?? '') &&
    /^public\b/.test(said) &&
    (name !== FILES.name || isImmutable(response))
  )
}

export const isImmutable = ({ headers }: Response) => /\bimmutable\b/.test(headers.get('Cache-Control') ?? '')

/** Null: not ours to keep. */
export function fileCache(pathname: string): Bounds | null {
  if (pathname.startsWith('/assets/')) return FILES
  return /^\/(?:(?:img|logos|steps)\/|icon[^/]*$)/.test(pathname) ? PICTURES : null
}

const isOurs = ({ status, type, redirected }: Response) => status === 200 && type === 'basic' && !redirected

export const withoutHash = (address: string) => address.split('#', 1)[0]!
