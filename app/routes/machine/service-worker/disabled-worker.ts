/** Replaces worker.ts with SERVICE_WORKER=off: it deletes what earlier workers kept, and itself. */
import { deleteCopies } from '~/components/document/delete-copies'
import type { WorkerScope } from './worker-types'

declare const self: unknown
const scope = self as WorkerScope

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(end()))

async function end(): Promise<void> {
  await deleteCopies()
  await scope.registration.unregister()
}
