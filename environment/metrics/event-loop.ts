import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Sample } from '~/runtime/metric-names'

export function watchEventLoop(): () => Sample[] {
  const resolution = 10
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  return () => {
    const late = (ns: number) => Math.max(0, (ns || 0) / 1e6 - resolution) / 1000
    const found = [
      ['0.5', late(delays.percentile(50))],
      ['0.99', late(delays.percentile(99))],
      ['1', late(delays.max)],
    ] as const
    delays.reset()
    return found.map(([quantile, value]) => ({
      name: 'dealdwaar_event_loop_lag_seconds',
      labels: { quantile },
      value,
    }))
  }
}
