import type { RouteHandle } from '~/route-handle'

export const handle = { failures: 'json', api: true } satisfies RouteHandle
