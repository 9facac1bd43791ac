/** Takes the place of worker.ts where SERVICE_WORKER=off: deletes what is kept, and itself. */
import { deleteKept } from './delete-kept'
import type { WorkerScope } from './worker-types'

declare const self: unknown
const scope = self as WorkerScope

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(end()))

async function end(): Promise<void> {
  await deleteKept()
  await scope.registration.unregister()
}
