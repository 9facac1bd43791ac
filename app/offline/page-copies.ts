/** What the service worker keeps. A full disk costs copies, never an answer. */
import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration'
import { FILES, PAGES, PICTURES, type Bounds } from './caches'
import { createCopy, readCopyInfo, type CopyInfo } from './copies'

/** Copies of pages that are older are neither shown nor listed; in seconds. */
const MAX_AGE = 7 * 24 * 60 * 60

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
        ? createCopy(html, response, Date.now())
        : null
    },
  },
  withinBounds(PAGES, MAX_AGE),
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
export async function deletePrivateCopies(): Promise<void> {
  generation += 1
  for (const { name } of [PAGES, PICTURES]) {
    await caches.delete(name)
    await new CacheExpiration(name, { maxEntries: 1 }).delete()
  }
}

/** Deletes caches of earlier workers. */
export async function deleteOldCaches(): Promise<void> {
  const current = [PAGES, PICTURES, FILES].map(({ name }) => name)
  for (const name of await caches.keys()) if (!current.includes(name)) await caches.delete(name)
}

/** The newest first. */
export async function listPages(): Promise<CopyInfo[]> {
  const cache = await caches.open(PAGES.name)
  const copies: CopyInfo[] = []
  for (const { url } of await cache.keys()) {
    const copy = await cache.match(url, { ignoreVary: true })
    if (copy) copies.push(readCopyInfo(copy, url))
  }
  return copies.filter(({ at }) => Date.now() - at < MAX_AGE * 1000).sort((a, b) => b.at - a.at)
}

/**
 * Whether a response is a page of ours that is the same for every guest. Only what says so itself is kept: an error, a redirect,
 * another site's answer or the page of a captive portal has none of these headers together.
 */
export function isKeepablePage(response: Response, address: string): boolean {
  const { headers } = response
  const cacheControl = headers.get('Cache-Control') ?? ''
  return (
    isOwnResponse(response) &&
    stripHash(response.url) === stripHash(address) &&
    /^text\/html\b/.test(headers.get('Content-Type') ?? '') &&
    /^public\b/.test(cacheControl) &&
    /\bs-maxage=\d/.test(cacheControl) &&
    !/\b(?:private|no-store|no-cache)\b/.test(cacheControl) &&
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
  const cacheControl = headers.get('Cache-Control') ?? ''
  return (
    isOwnResponse(response) &&
    KINDS[name]!.test(headers.get('Content-Type') ?? '') &&
    Number(headers.get('Content-Length') ?? 0) <= largest &&
    /^public\b/.test(cacheControl) &&
    (name !== FILES.name || /\bimmutable\b/.test(cacheControl))
  )
}

/** Null: not ours to keep. */
export function findCache(pathname: string): Bounds | null {
  if (pathname.startsWith('/assets/')) return FILES
  return /^\/(?:(?:img|logos|steps)\/|icon[^/]*$)/.test(pathname) ? PICTURES : null
}

const isOwnResponse = ({ status, type, redirected }: Response) =>
  status === 200 && type === 'basic' && !redirected

const stripHash = (address: string) => address.split('#', 1)[0]!
