import type { MetricName, Sample } from './metric-names'

const counts = new Map<string, Sample>()

/** Counts what happened in this process. Labels must be of few values: each combination is kept for good. */
export function count(name: MetricName, labels: Record<string, string> = {}, by = 1): void {
  const key = [name, ...Object.values(labels)].join(' ')
  const existing = counts.get(key)
  if (existing) existing.value += by
  else counts.set(key, { name, labels, value: by })
}

export const readCounts = (): Sample[] => [...counts.values()]
