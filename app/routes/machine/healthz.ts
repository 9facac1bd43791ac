import { answerMonitor } from '~/http/monitor.server'
import type { RouteHandle } from '~/platform/route-handle'

export const handle = { failures: 'text' } satisfies RouteHandle

export const loader = () => answerMonitor('describeHealth')
