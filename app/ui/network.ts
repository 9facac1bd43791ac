/**
 * What scripts do where the network fails, or something else than our server answers. Remix would put an error in the
 * page's place; here the page that is shown stays, and another page is asked for as a document, so that the browser, the
 * proxy or our server says what is wrong at the address that was wanted, and a reload asks for it again.
 */
import { useLocation } from '@remix-run/react'
import { useEffect, useSyncExternalStore } from 'react'
import { messages } from '~/messages'
import { failure } from '~/notice'

/** Nobody answered; the server of ours could not; or what answered is not ours, such as a proxy. */
export type Failure = 'silent' | 'refused' | 'foreign'

interface State {
  /** Why the page that is shown could not be read anew; it stands as it was. Null where it could. */
  stuck: Failure | null
  /** A link was followed, and there is no network. */
  offline: boolean
}

const FINE: State = { stuck: null, offline: false }
const NOTICE = failure(messages.network.noAnswer)

let state = FINE
/** The path and query of the page that is shown. */
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

/** Why the last reading of the page that is shown failed, else null: nothing is under way, whatever Remix believes. */
export const useStuck = () => useState().stuck

/** Before something is sent anew. */
export const unstick = () => set({ ...state, stuck: null })

/** What a page or dialog says to a link that was followed without a network. */
export const useOfflineNotice = () => (useState().offline ? NOTICE : undefined)

/** For the root of the page: tells which page is shown. */
export function useShownPage(): void {
  const { key, pathname, search } = useLocation()
  useEffect(() => {
    shown = pathname + search
    set(FINE)
  }, [key, pathname, search])
}

/** The page whose data Remix asks for; null for any other request. */
function pageOf(request: RequestInfo | URL, { method = 'GET' }: RequestInit = {}): string | null {
  if (method !== 'GET' || request instanceof Request) return null
  const url = new URL(request, window.location.href)
  if (url.origin !== window.location.origin || !url.pathname.endsWith('.data')) return null
  url.searchParams.delete('_routes')
  return url.pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/') + url.search
}

const never = () => new Promise<never>(() => {})

/** Called once, before Remix starts. */
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
    if (page === shown) set({ ...state, stuck: answer ? (isOurs ? 'refused' : 'foreign') : 'silent' })
    else window.location.assign(page)
    return never()
  }
  window.addEventListener('click', keepPage, { capture: true })
}

/** Without a network a link would load the code of its page in vain, and Remix would then reload this one. */
function keepPage(event: MouseEvent): void {
  if (navigator.onLine || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const link = event.target instanceof Element && event.target.closest('a')
  if (!link || !link.href || link.target || link.hasAttribute('download')) return
  if (link.origin !== window.location.origin) return
  event.preventDefault()
  event.stopPropagation()
  set({ ...state, offline: false })
  // Some systems say that they are offline and are not.
  fetch('/healthz', { cache: 'no-store' }).then(
    () => window.location.assign(link.href),
    () => set({ ...state, offline: true }),
  )
}
