/** A secret in the path authenticates the network, so that the same-origin guard does not apply. */
import { receiveReport } from '~/api/receive-report.server'
import { resource } from '~/http/resource.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { priority: 'report', failures: 'text', query: 'any' } satisfies RouteHandle

export const loader = resource(receiveReport)
export const action = loader
