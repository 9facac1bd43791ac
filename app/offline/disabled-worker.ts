/** Takes the place of worker.ts where SERVICE_WORKER=off: deletes what is kept, and itself. */
import { deleteCopies } from './delete-copies'
import type { WorkerScope } from './worker-types'

declare const self: unknown
const scope = self as WorkerScope

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(end()))

async function end(): Promise<void> {
  await deleteCopies()
  await scope.registration.unregister()
}
