/** A full disk may prevent copies, never a response. */
import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration'
import { FILES, PAGES, PICTURES, type Bounds } from './caches'
import { createCopy, readCopyInfo, type CopyInfo } from './copies'

const MAX_AGE_SECONDS = 7 * 24 * 60 * 60

const limitCopies = ({ most }: Bounds, maxAgeSeconds?: number) =>
  new ExpirationPlugin({ maxEntries: most, maxAgeSeconds, purgeOnQuotaError: true })

/** A copy that began before this number changed is not stored. */
let generation = 0

export function watchDeletions(): () => boolean {
  const before = generation
  return () => generation === before
}

export const keepPages = () => [
  {
    cacheWillUpdate: async ({ response, request }: Update) => {
      if (!isKeepablePage(response, request.url)) return null
      const html = await response.clone().text()
      return isWholePage(html) ? createCopy(html, response, Date.now()) : null
    },
  },
  limitCopies(PAGES, MAX_AGE_SECONDS),
  keepUnlessDeleted(PAGES),
]

export const keepFiles = (cache: Bounds) => [
  { cacheWillUpdate: async ({ response }: Update) => (isKeepableFile(response, cache) ? response : null) },
  limitCopies(cache),
  ...(PRIVATE_CACHES.includes(cache) ? [keepUnlessDeleted(cache)] : []),
]

interface Update {
  response: Response
  request: Request
}

interface PluginState {
  state?: { mayKeep?: () => boolean }
}

/** This plugin must be the last one: the plugin of the bounds stores the address, too. */
const keepUnlessDeleted = (cache: Bounds) => ({
  handlerWillStart: async ({ state }: PluginState) => {
    state!.mayKeep = watchDeletions()
  },
  cacheWillUpdate: async ({ response, state }: Update & PluginState) => (state!.mayKeep!() ? response : null),
  cacheDidUpdate: async ({ state }: PluginState) => {
    if (!state!.mayKeep!()) await deleteCopiesIn(cache)
  },
})

/** Caches that reveal which pages were visited. */
const PRIVATE_CACHES = [PAGES, PICTURES]

export async function deletePrivateCopies(): Promise<void> {
  generation += 1
  for (const cache of PRIVATE_CACHES) await deleteCopiesIn(cache)
}

async function deleteCopiesIn({ name }: Bounds): Promise<void> {
  await caches.delete(name)
  await new CacheExpiration(name, { maxEntries: 1 }).delete()
}

export async function deleteOldCaches(): Promise<void> {
  const current = [PAGES, PICTURES, FILES].map(({ name }) => name)
  for (const name of await caches.keys()) if (!current.includes(name)) await caches.delete(name)
}

export async function listPages(): Promise<CopyInfo[]> {
  const cache = await caches.open(PAGES.name)
  const copies: CopyInfo[] = []
  for (const { url } of await cache.keys()) {
    const copy = await cache.match(url, { ignoreVary: true })
    if (copy) copies.push(readCopyInfo(copy, url))
  }
  return copies.filter(({ at }) => Date.now() - at < MAX_AGE_SECONDS * 1000).sort((a, b) => b.at - a.at)
}

/** True for our pages that are the same for every guest: errors, other sites and captive portals lack these headers. */
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

export const isWholePage = (html: string): boolean =>
  html.length <= PAGES.largest && /^<!DOCTYPE html><html /i.test(html) && html.endsWith('</body></html>')

const KINDS: Record<string, RegExp> = {
  [FILES.name]: /^(?:text\/(?:javascript|css)|image\/svg\+xml|font\/)/,
  [PICTURES.name]: /^(?:image\/|text\/css)/,
}

/** Kept files are served without a request, so that only immutable ones may be kept. */
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

export function findCache(pathname: string): Bounds | null {
  if (pathname.startsWith('/assets/')) return FILES
  return /^\/(?:(?:categories|img|logos|photos|steps)\/|icon[^/]*$)/.test(pathname) ? PICTURES : null
}

const isOwnResponse = ({ status, type, redirected }: Response) =>
  status === 200 && type === 'basic' && !redirected

const stripHash = (address: string) => address.split('#', 1)[0]!
