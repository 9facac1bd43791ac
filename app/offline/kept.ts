/** What the service worker keeps. A full disk costs copies, never an answer. */
import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration'
import { FILES, PAGES, PICTURES, type Bounds } from './caches'
import { copyOf, factsOf, type Kept } from './copies'

/** Copies of pages that are older are neither shown nor listed; in seconds. */
const OLDEST = 7 * 24 * 60 * 60

const withinBounds = ({ most }: Bounds, maxAgeSeconds?: number) =>
  new ExpirationPlugin({ maxEntries: most, maxAgeSeconds, purgeOnQuotaError: true })

/** Raised by forget(): what was on its way before is not kept. */
let generation = 0

/** Plugins of a strategy: pages become copies. */
export const keepPages = () => [
  {
    handlerWillStart: async ({ state }: { state?: Record<string, unknown> }) => {
      state!['generation'] = generation
    },
    cacheWillUpdate: async ({ response, request, state }: Update) => {
      if (!isKeepablePage(response, request.url)) return null
      const html = await response.clone().text()
      return isWholePage(html) && state!['generation'] === generation
        ? copyOf(html, response, Date.now())
        : null
    },
  },
  withinBounds(PAGES, OLDEST),
]

/** The same for files. */
export const keepFiles = (cache: Bounds) => [
  { cacheWillUpdate: async ({ response }: Update) => (isKeepableFile(response, cache) ? response : null) },
  withinBounds(cache),
]

interface Update {
  response: Response
  request: Request
  state?: Record<string, unknown>
}

/** Deletes what shows where somebody was; the site's own scripts and styles stay. */
export async function forget(): Promise<void> {
  generation += 1
  for (const { name } of [PAGES, PICTURES]) {
    await caches.delete(name)
    await new CacheExpiration(name, { maxEntries: 1 }).delete()
  }
}

/** Deletes caches of earlier workers. */
export async function forgetOlder(): Promise<void> {
  const known = [PAGES, PICTURES, FILES].map(({ name }) => name)
  for (const name of await caches.keys()) if (!known.includes(name)) await caches.delete(name)
}

/** The newest first. */
export async function listPages(): Promise<Kept[]> {
  const cache = await caches.open(PAGES.name)
  const kept: Kept[] = []
  for (const { url } of await cache.keys()) {
    const copy = await cache.match(url, { ignoreVary: true })
    if (copy) kept.push(factsOf(copy, url))
  }
  return kept.filter(({ at }) => Date.now() - at < OLDEST * 1000).sort((a, b) => b.at - a.at)
}

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
  html.length <= PAGES.largest && /^<!DOCTYPE html><html /i.test(html) && html.endsWith('</body></html>')

const KINDS: Record<string, RegExp> = {
  [FILES.name]: /^(?:text\/(?:javascript|css)|image\/svg\+xml|font\/)/,
  [PICTURES.name]: /^(?:image\/|text\/css)/,
}

/** Files with a fingerprint are answered without asking, so only immutable ones are kept as such. */
export function isKeepableFile(response: Response, { name, largest }: Bounds): boolean {
  const { headers } = response
  const said = headers.get('Cache-Control') ?? ''
  return (
    isOurs(response) &&
    KINDS[name]!.test(headers.get('Content-Type') ?? '') &&
    Number(headers.get('Content-Length') ?? 0) <= largest &&
    /^public\b/.test(said) &&
    (name !== FILES.name || /\bimmutable\b/.test(said))
  )
}

/** Null: not ours to keep. */
export function findCache(pathname: string): Bounds | null {
  if (pathname.startsWith('/assets/')) return FILES
  return /^\/(?:(?:img|logos|steps)\/|icon[^/]*$)/.test(pathname) ? PICTURES : null
}

const isOurs = ({ status, type, redirected }: Response) => status === 200 && type === 'basic' && !redirected

const withoutHash = (address: string) => address.split('#', 1)[0]!
