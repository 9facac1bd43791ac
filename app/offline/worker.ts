/** The service worker: keeps public pages only, as guests see them, because a phone is often shared. */
import { clientsClaim } from 'workbox-core'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies'
import { isGuestPage } from '~/http/guest-pages'
import { FILES, PAGES, PICTURES } from './caches'
import { buildOfflinePage, showCopy, type WorkerData } from './copies'
import {
  findCache,
  deletePrivateCopies,
  deleteOldCaches,
  keepFiles,
  keepPages,
  listPages,
  watchDeletions,
} from './page-copies'
import { handlePush } from './push-messages'
import type { WorkerScope } from './worker-types'

declare const __SHOWN__: WorkerData
declare const self: unknown

const scope = self as WorkerScope
const workerData = __SHOWN__
const isShared = (url: URL) => isGuestPage(url, workerData.guestPages)

/** Seconds that a page may take before its copy is shown. */
const TIMEOUT = 3
const RELOAD_TIMEOUT = 30
/** Milliseconds between showing a page and reading it for its copy; a day later the copy is renewed. */
const COPY_DELAY = 4000
const DAY = 24 * 60 * 60 * 1000

/** False for GETs with side effects: only the browser may send them, and only once. */
const hasPages = ({ pathname }: URL) =>
  !workerData.segmentsWithoutPages.includes(pathname.split('/')[1]!.toLowerCase())
const changesMember = (pathname: string) =>
  workerData.memberChanges.includes(pathname.toLowerCase().replace(/\.data$/, ''))

const savesData = () => scope.navigator.connection?.saveData === true

const showInstead = {
  cachedResponseWillBeUsed: async ({ cachedResponse }: { cachedResponse?: Response }) =>
    cachedResponse && showCopy(cachedResponse, workerData),
  handlerDidError: async () => buildOfflinePage(await listPages().catch(() => []), workerData),
}
const matchOptions = { ignoreVary: true }
const createPageStrategy = (networkTimeoutSeconds: number) =>
  new NetworkFirst({
    cacheName: PAGES.name,
    networkTimeoutSeconds,
    matchOptions,
    plugins: [...keepPages(), showInstead],
  })
const pages = createPageStrategy(TIMEOUT)
const reloaded = createPageStrategy(RELOAD_TIMEOUT)
const otherPages = new NetworkOnly({ plugins: [showInstead] })

registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && hasPages(url) && !savesData(),
  ({ event, request, url }) => {
    if (!isShared(url)) return otherPages.handle({ event, request })
    const isAgain = request.cache === 'reload' || request.cache === 'no-cache'
    return (isAgain ? reloaded : pages).handle({ event, request })
  },
)
/** Fetches directly where the browser refuses the cache, in which case Workbox gives up. */
const fromNetwork = { handlerDidError: ({ request }: { request: Request }) => fetch(request) }
const files = new CacheFirst({
  cacheName: FILES.name,
  matchOptions,
  plugins: [...keepFiles(FILES), fromNetwork],
})
const pictures = new NetworkFirst({ cacheName: PICTURES.name, matchOptions, plugins: keepFiles(PICTURES) })

registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin &&
    request.mode !== 'navigate' &&
    findCache(url.pathname) &&
    !request.headers.has('Range') &&
    !savesData(),
  ({ event, request, url }) =>
    (findCache(url.pathname) === FILES ? files : pictures).handle({ event, request }),
)

clientsClaim()
handlePush(scope, workerData.pushed)
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()))
scope.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method === 'POST' && origin === scope.location.origin && changesMember(pathname))
    event.waitUntil(deletePrivateCopies())
})
scope.addEventListener('message', (event) => {
  const url = readPageMessage(event.data)
  if (url && !savesData()) event.waitUntil(keepAsGuest(url, event))
})

/** Keeps a member's page as guests see it: fetched without cookies, once a day, not on a slow connection. */
async function keepAsGuest({ href }: URL, event: Event): Promise<void> {
  const mayKeep = watchDeletions()
  await new Promise((resolve) => setTimeout(resolve, COPY_DELAY))
  if (/^(?:slow-)?[23]g$/.test(scope.navigator.connection?.effectiveType ?? '')) return
  const copy = (await listPages()).find(({ address }) => address === href)
  if (!mayKeep() || (copy && Date.now() - copy.at < DAY)) return
  const request = new Request(href, {
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    priority: 'low',
  } as RequestInit)
  await reloaded.handle({ event, request })
}

function readPageMessage(data: unknown): URL | null {
  const path = (data as { shown?: unknown } | null)?.shown
  if (typeof path !== 'string' || !URL.canParse(path, scope.location.origin)) return null
  const url = new URL(path, scope.location.origin)
  url.hash = ''
  return url.origin === scope.location.origin && isShared(url) ? url : null
}
