/** The service worker: push messages, and one page for a navigation without a connection. It keeps nothing. */
import { deleteCopies } from './delete-copies'
import { handlePush, type PushData } from './push-messages'
import type { FetchEvent, WorkerScope } from './worker-types'

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
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(activate()))
scope.addEventListener('fetch', (event) => {
  const { method, mode } = event.request
  if (mode === 'navigate' && method === 'GET') event.respondWith(answer(event))
})

async function activate(): Promise<void> {
  // The browser then requests a page while the worker starts.
  await scope.registration.navigationPreload?.enable()
  await scope.clients.claim()
  await deleteCopies()
}

/** Requests the page once, because a GET may record a click. */
async function answer({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return new Response(page.html, { status: 503, headers: page.headers })
  }
}
