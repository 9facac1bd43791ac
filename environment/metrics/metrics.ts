import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { errorFacts, log } from '~/platform/log.server'
import { watchEventLoop } from './event-loop'
import { Durations, toHistogram } from './tallies'
import { METRICS, type MetricName, type Sample } from '~/platform/metric-names'

interface MetricJson {
  name: string
  help: string
  type: string
  aggregator: string
  values: { labels: Record<string, string | number>; value: number; metricName?: string }[]
}
export type Snapshot = MetricJson[]

interface RequestFacts {
  route: string
  method: string
  status: number
  /** Milliseconds; absent if the start is unknown. */
  ms?: number
}

export interface Metrics {
  recordRequest(request: RequestFacts, cache?: CacheResult): void
  /** Never rejects: values that cannot be read are omitted and logged. */
  snapshot(): Promise<Snapshot>
}

export type Source = () => Sample[] | Promise<Sample[]>

interface Tally {
  labels: { route: string; method: string; status: string }
  value: number
}

export type CacheResult = 'hit' | 'stale' | 'miss' | 'bypass'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT'])

export function createMetrics(sources: readonly Source[]): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: 10 })
  // Gauges whose names end in _total, of which promtool complains.
  for (const kind of ['handles', 'requests', 'resources'])
    register.removeSingleMetric(`nodejs_active_${kind}_total`)
  const all = openAll(register)
  const tallies = new Map<string, Map<string, Tally>>()
  const durations = new Map<string, Durations>()
  const results: Record<CacheResult, number> = { hit: 0, stale: 0, miss: 0, bypass: 0 }

  const findTally = (route: string, method: string, status: number): Tally => {
    const ofRoute = getOrAdd(tallies, route, () => new Map<string, Tally>())
    const name = METHODS.has(method) ? method : 'other'
    return getOrAdd(ofRoute, name + status, () => ({
      labels: { route, method: name, status: String(status) },
      value: 0,
    }))
  }
  const readTallies = (): Sample[] => [
    ...[...tallies.values()].flatMap((ofRoute) =>
      [...ofRoute.values()].map((tally) => ({ name: 'dealdwaar_http_requests_total' as const, ...tally })),
    ),
    ...Object.entries(results).map(([result, value]) => ({
      name: 'dealdwaar_page_cache_requests_total' as const,
      labels: { result },
      value,
    })),
  ]

  const every: Source[] = [...sources, readTallies, watchEventLoop()]
  return {
    recordRequest({ route, method, status, ms }, cache) {
      findTally(route, method, status).value++
      if (ms !== undefined) getOrAdd(durations, route, () => new Durations()).add(ms)
      if (cache) results[cache]++
    },
    async snapshot() {
      const samples = await Promise.all(every.map(readSource))
      updateGauges(all, samples.flat())
      return [...((await register.getMetricsAsJSON()) as unknown as Snapshot), toHistogram(durations)]
    },
  }
}

function getOrAdd<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  let known = map.get(key)
  if (known === undefined) map.set(key, (known = make()))
  return known
}

export const mergeRegistries = (snapshots: Snapshot[]): Registry =>
  AggregatorRegistry.aggregate(snapshots as unknown as object[])

type All = Map<MetricName, Counter | Gauge>

function openAll(register: Registry): All {
  const all: All = new Map()
  for (const [name, { type, help, labels = [], of }] of Object.entries(METRICS)) {
    const options = {
      name,
      help,
      labelNames: labels,
      registers: [register],
      aggregator: of ?? ('sum' as const),
    }
    if (type === 'counter') all.set(name as MetricName, new Counter(options))
    if (type === 'gauge') all.set(name as MetricName, new Gauge(options))
  }
  return all
}

function updateGauges(all: All, samples: Sample[]): void {
  const names = new Set(samples.map(({ name }) => name))
  for (const [name, metric] of all) {
    if (metric instanceof Gauge || names.has(name)) metric.reset()
    if (metric instanceof Gauge && !METRICS[name].labels) metric.remove()
  }
  for (const { name, labels = {}, value } of samples) {
    const metric = all.get(name)
    if (metric instanceof Gauge) metric.set(labels, value)
    else metric?.inc(labels, value)
  }
}

async function readSource(source: Source): Promise<Sample[]> {
  try {
    return await source()
  } catch (error) {
    log('error', 'metrics not read', errorFacts(error))
    return []
  }
}
