import type { MetricName, Sample } from './metric-names'

const counts = new Map<string, Sample>()

/** Counts in this process. Labels need few values, because each combination stays in memory. */
export function count(name: MetricName, labels: Record<string, string> = {}, by = 1): void {
  const key = [name, ...Object.values(labels)].join(' ')
  const existing = counts.get(key)
  if (existing) existing.value += by
  else counts.set(key, { name, labels, value: by })
}

export const readCounts = (): Sample[] => [...counts.values()]
