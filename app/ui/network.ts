/**
 * Unlike with Remix's error page, the current page stays; a new page is loaded as a document, so that a reload retries.
 */
import { useLocation } from '@remix-run/react'
import { useEffect, useSyncExternalStore } from 'react'
import { siteMessages } from '~/messages/site'
import { failure } from '~/notice'
import { PAGES } from '~/offline/kept'

/** 'offline': no answer, and the device says why. 'foreign': from another server, such as a proxy. */
export type Failure = 'silent' | 'offline' | 'refused' | 'foreign'

export const noAnswer = (): Failure => (navigator.onLine ? 'silent' : 'offline')

interface State {
  stuck: Failure | null
  offline: boolean
}

const FINE: State = { stuck: null, offline: false }
const NOTICE = failure(siteMessages.network.noAnswer)

let state = FINE
let shown: string | null = null
const listeners = new Set<() => void>()

function set(next: State): void {
  if (next.stuck === state.stuck && next.offline === state.offline) return
  state = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const useState = () =>
  useSyncExternalStore(
    listen,
    () => state,
    () => FINE,
  )

/** If not null, no request is pending, whatever Remix's navigation state says. */
export const useStuck = () => useState().stuck

export const unstick = () => set({ ...state, stuck: null })

export const useOfflineNotice = () => (useState().offline ? NOTICE : undefined)

export function useShownPage(): void {
  const { key, pathname, search } = useLocation()
  useEffect(() => {
    shown = pathname + search
    set(FINE)
  }, [key, pathname, search])
}

function pageOf(request: RequestInfo | URL, { method = 'GET' }: RequestInit = {}): string | null {
  if (method !== 'GET' || request instanceof Request) return null
  const url = new URL(request, window.location.href)
  if (url.origin !== window.location.origin || !url.pathname.endsWith('.data')) return null
  url.searchParams.delete('_routes')
  return url.pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/') + url.search
}

const never = () => new Promise<never>(() => {})

/** Call once, before Remix starts. */
export function watchNetwork(): void {
  const fetch = window.fetch.bind(window)
  window.fetch = async (request, init) => {
    const page = pageOf(request, init)
    if (page === null) return fetch(request, init)
    unstick()
    let answer: Response | null = null
    try {
      answer = await fetch(request, init)
    } catch (error) {
      if (init?.signal?.aborted) throw error
    }
    const isOurs = answer?.headers.has('X-Remix-Response')
    if (answer && isOurs && !(answer.status === 503 && page === shown)) return answer
    if (init?.signal?.aborted) return never()
    if (page === shown) set({ ...state, stuck: answer ? (isOurs ? 'refused' : 'foreign') : noAnswer() })
    else window.location.assign(page)
    return never()
  }
  window.addEventListener('click', keepPage, { capture: true })
}

/** Offline, a link would try to load its route's code, and Remix would then reload the current page. */
function keepPage(event: MouseEvent): void {
  if (navigator.onLine || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const link = event.target instanceof Element && event.target.closest('a')
  if (!link || !link.href || link.target || link.hasAttribute('download')) return
  if (link.origin !== window.location.origin) return
  event.preventDefault()
  event.stopPropagation()
  set({ ...state, offline: false })
  // Some systems report that they are offline although they are not.
  fetch('/healthz', { cache: 'no-store' }).then(
    () => window.location.assign(link.href),
    async () => {
      if (await isKept(link.href)) window.location.assign(link.href)
      else set({ ...state, offline: true })
    },
  )
}

/** Whether the service worker has a copy to show. */
async function isKept(address: string): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false
  const copy = await caches.match(address.split('#', 1)[0]!, { cacheName: PAGES.name }).catch(() => null)
  return Boolean(copy)
}
