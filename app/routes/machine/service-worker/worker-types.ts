/** Types of service workers, which the DOM library lacks and the library of workers declares differently. */

interface WorkEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface FetchEvent extends WorkEvent {
  request: Request
  /** Undefined where the browser has no navigation preload. */
  preloadResponse?: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

export interface InstallEvent extends WorkEvent {
  addRoutes?(routes: { condition: { urlPattern: { pathname: string } }; source: 'network' }[]): Promise<void>
}

interface PushEvent extends WorkEvent {
  data: { text(): string } | null
}

interface NotificationEvent extends WorkEvent {
  notification: { data: unknown; close(): void }
}

interface WindowClient {
  url: string
  focus(): Promise<unknown>
}

interface Events {
  install: InstallEvent
  activate: WorkEvent
  fetch: FetchEvent
  push: PushEvent
  notificationclick: NotificationEvent
}

export interface WorkerScope {
  location: URL
  registration: {
    unregister(): Promise<boolean>
    navigationPreload?: { enable(): Promise<void> }
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window' }): Promise<WindowClient[]>
    openWindow(address: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof Events>(type: Name, listener: (event: Events[Name]) => void): void
}
