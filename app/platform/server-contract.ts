/** What server/ and the application know of each other. Plain remix-serve sets only `failure`. */
import type { Sample } from './metric-names'

/** Remix's load context. */
export interface ServerContext {
  clientAddress: string
  requestId: string
  /** Of a GET: the page for errors shows it, a form with a file returns to its page. `place`: of the request that was refused. */
  refusal?: { status: number; text: string; place: { pathname: string; search: string } }
  /** The page is rendered at another address than the browser's, where its scripts would find another route. */
  withoutScripts?: true
  /** handleError() notes it, and the answer gets this status; 503: the database is away. */
  failure?: 500 | 503
}

declare module '@remix-run/node' {
  interface AppLoadContext extends Partial<ServerContext> {}
}

/** No route has it, so that its GET shows the page for errors. */
export const NOWHERE = '/no/such/page'

/** Of a page that is sent before any work is done for it. */
export interface BusyTexts {
  title: string
  text: string
}

/** `hooks` of the application's entry.server. */
export interface ServerHooks {
  /** Call it before the first request. `isFirst`: this process runs the background jobs. */
  start: (port: number, process?: { isFirst?: boolean }) => void
  stop: () => Promise<void>
  busyTexts: BusyTexts
  /** Of a failed call whose answer is JSON. */
  failureText: string
  readMeasures: (what: { database: boolean }) => Promise<Sample[]>
  /** Lets the alerts tell of a peer that sent X-Forwarded-For and is not in TRUSTED_PROXIES. */
  noteUnlistedProxy: () => Promise<void>
  isFromNetwork: (path: string, address: string) => boolean
  /** Whether a Cookie header changes what its bearer sees. */
  isPersonal: (cookie: string) => boolean
  /** The path whose GET shows `refusal` of the load context, for a refused request of `url`. */
  findRefusalPage: (url: URL) => string
}
