/** What TypeScript's DOM library lacks of service workers; its library of workers contradicts it. */

interface WorkEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface FetchEvent extends WorkEvent {
  request: Request
}

interface WorkMessage extends WorkEvent {
  data: unknown
}

interface Events {
  install: WorkEvent
  activate: WorkEvent
  fetch: FetchEvent
  message: WorkMessage
}

export interface WorkerScope {
  location: URL
  navigator: { connection?: { saveData?: boolean; effectiveType?: string } }
  registration: { unregister(): Promise<boolean> }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof Events>(type: Name, listener: (event: Events[Name]) => void): void
}
