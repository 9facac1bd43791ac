/** The service worker: docs/decisions/0051-offline.md says what it keeps and what never. */
import { isGuestPage } from '~/http/guest-pages'
import { offlinePage, showCopy, type Shown } from './copies'
import { fileCache, isImmutable, withoutHash, type Bounds } from './kept'
import { find, findPage, forget, forgetOlder, keepFile, keepPage, listPages } from './store'
import type { FetchEvent, WorkerScope } from './worker-types'

declare const __SHOWN__: Shown
declare const self: unknown

const scope = self as WorkerScope
const shown = __SHOWN__

/** How long a page may take before its copy is shown, and how long when it was asked for again; in ms. */
const PATIENCE = 3000
const LONG_PATIENCE = 30_000
/** A page is read for its copy this long after it was shown, in ms, and again after a day. */
const AFTERWARDS = 4000
const DAY = 24 * 60 * 60 * 1000

/** Neither kept nor answered here: a GET of some records something, and must be sent once, by the browser itself. */
const NEVER = /^\/(?:api|auth|newsletter|out|postback|tk|webhooks)(?:[/.]|$)/i
/** Forms that sign somebody in or out. */
const SIGNS = /^\/(?:auth|account\/privacy)(?:[/.]|$)/i

/** When the copy of an address was last shown for lack of patience. */
const shownLate = new Map<string, number>()

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const savesData = () => scope.navigator.connection?.saveData === true

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) =>
  event.waitUntil(forgetOlder().then(() => scope.clients.claim())),
)
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== scope.location.origin) return
  if (request.method === 'POST' && SIGNS.test(url.pathname)) event.waitUntil(forget())
  if (request.method !== 'GET' || request.headers.has('Range') || savesData()) return
  const bounds = fileCache(url.pathname)
  if (request.mode === 'navigate') {
    if (!NEVER.test(url.pathname) && !bounds) event.respondWith(answerPage(event, url))
  } else if (bounds) event.respondWith(answerFile(event, bounds))
})
scope.addEventListener('message', (event) => {
  const page = pageIn(event.data)
  if (page && !savesData()) event.waitUntil(keepAsGuest(page))
})

/** The network first; the copy where it fails or takes too long. */
async function answerPage(event: FetchEvent, url: URL): Promise<Response> {
  const { request } = event
  const address = withoutHash(url.href)
  const loaded = fetch(request)
  const isShared = isGuestPage(url)
  const kept = loaded.then((response) => (isShared ? keepPage(response.clone(), address) : undefined))
  event.waitUntil(kept.catch(() => {}))
  const copy = isShared ? await findPage(address) : undefined
  const answer = loaded.catch(() => null)
  const first = copy ? await Promise.race([answer, wait(patienceFor(request, address))]) : await answer
  if (first) return first
  if (!copy) return offlinePage(await listPages(), shown)
  if (first === undefined) shownLate.set(address, Date.now())
  return showCopy(copy, shown)
}

/** Who reloads, or asks again for what came as a copy, wants the page itself. */
function patienceFor({ cache }: Request, address: string): number {
  const isAgain = Date.now() - (shownLate.get(address) ?? 0) < 2 * LONG_PATIENCE
  return isAgain || cache === 'reload' || cache === 'no-cache' ? LONG_PATIENCE : PATIENCE
}

async function answerFile(event: FetchEvent, bounds: Bounds): Promise<Response> {
  const { request } = event
  const copy = await find(bounds, request.url)
  if (copy && isImmutable(copy)) return copy
  try {
    const response = await fetch(request)
    event.waitUntil(keepFile(response.clone(), request.url, bounds))
    return response
  } catch (error) {
    if (copy) return copy
    throw error
  }
}

/**
 * Keeps a page that came as a member's, or as data for scripts: what a guest sees of it, read without cookies, once a day, not
 * on a slow connection.
 */
async function keepAsGuest(url: URL): Promise<void> {
  const address = withoutHash(url.href)
  await wait(AFTERWARDS)
  if (/^(?:slow-)?[23]g$/.test(scope.navigator.connection?.effectiveType ?? '')) return
  const kept = (await listPages()).find((one) => one.address === address)
  if (kept && Date.now() - kept.at < DAY) return
  const asked: RequestInit = {
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    priority: 'low',
  }
  await fetch(address, asked)
    .then((response) => keepPage(response, address))
    .catch(() => {})
}

/** The page that a message of ours names (use-offline.ts). */
function pageIn(data: unknown): URL | null {
  const path = (data as { shown?: unknown } | null)?.shown
  if (typeof path !== 'string' || !URL.canParse(path, scope.location.origin)) return null
  const url = new URL(path, scope.location.origin)
  return url.origin === scope.location.origin && isGuestPage(url) ? url : null
}
