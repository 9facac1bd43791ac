import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Sample } from '~/platform/metric-names'

export function watchEventLoop(): () => Sample[] {
  const resolution = 10
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  return () => {
    const late = (ns: number) => Math.max(0, (ns || 0) / 1e6 - resolution) / 1000
    const found = [
      ['50', late(delays.percentile(50))],
      ['99', late(delays.percentile(99))],
      ['100', late(delays.max)],
    ] as const
    delays.reset()
    return found.map(([percentile, value]) => ({
      name: 'dealdwaar_event_loop_lag_seconds',
      labels: { percentile },
      value,
    }))
  }
}
