/** Types of service workers, which the DOM library lacks and the library of workers declares differently. */

interface WorkEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface FetchEvent extends WorkEvent {
  request: Request
}

interface WorkMessage extends WorkEvent {
  data: unknown
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
  install: WorkEvent
  activate: WorkEvent
  fetch: FetchEvent
  message: WorkMessage
  push: PushEvent
  notificationclick: NotificationEvent
}

export interface WorkerScope {
  location: URL
  navigator: { connection?: { saveData?: boolean; effectiveType?: string } }
  registration: {
    unregister(): Promise<boolean>
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
  clients: {
    matchAll(options: { type: 'window' }): Promise<WindowClient[]>
    openWindow(address: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof Events>(type: Name, listener: (event: Events[Name]) => void): void
}
