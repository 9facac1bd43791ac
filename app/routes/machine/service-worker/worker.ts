/** The service worker: push messages, and one page for a navigation without a connection. It keeps nothing. */
import { deleteCopies } from '~/components/document/delete-copies'
import { handlePush, type PushData } from './push-messages'
import type { FetchEvent, InstallEvent, WorkerScope } from './worker-types'

export interface WorkerData {
  page: { html: string; headers: Record<string, string> }
  /** Shown for a push message that cannot be read. */
  pushed: PushData
}

declare const __SHOWN__: WorkerData
declare const self: unknown

const scope = self as WorkerScope
const { page, pushed } = __SHOWN__

handlePush(scope, pushed)
scope.addEventListener('install', (event) => event.waitUntil(install(event)))
scope.addEventListener('activate', (event) => event.waitUntil(activate()))
scope.addEventListener('fetch', (event) => {
  const { method, mode } = event.request
  if (mode === 'navigate' && method === 'GET') event.respondWith(answer(event))
})

/** Browsers that know static routes send these to the server alone: a click is not recorded twice if the worker does not start. */
const PAST_THE_WORKER = ['/out/*', '/api/*', '/Desk/*']

async function install(event: InstallEvent): Promise<void> {
  const routes = PAST_THE_WORKER.map((pathname) => ({
    condition: { urlPattern: { pathname } },
    source: 'network' as const,
  }))
  await Promise.allSettled([Promise.resolve(event.addRoutes?.(routes)), scope.skipWaiting()])
}

async function activate(): Promise<void> {
  // With preload the browser requests a page while the worker starts.
  const preload = Promise.resolve(scope.registration.navigationPreload?.enable())
  await Promise.allSettled([deleteCopies(), preload, scope.clients.claim()])
}

/** Requests the page once, because a GET may record a click. */
async function answer({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return new Response(page.html, { status: 503, headers: page.headers })
  }
}
