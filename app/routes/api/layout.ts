import type { RouteHandle } from '~/platform/route-handle'

export const handle = { failures: 'json', api: true } satisfies RouteHandle
