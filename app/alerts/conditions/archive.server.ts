import type { Sample } from '~/runtime/metric-names'
import { formatDuration, type Condition, type Finding } from '../causes'
import { readMeasures } from '../measures.server'

const MAX_SECONDS = 600

export const archiveCondition: Condition = {
  name: 'archived WAL',
  causes: ['archive-fails'],
  find: async () => findUnarchived(await readMeasures({ database: true })),
}

export function findUnarchived(samples: Sample[]): Finding[] {
  if (!samples.some(({ name, value }) => name === 'dealdwaar_database_up' && value === 1))
    throw new Error('the metrics of the database were not read')
  const failing = samples.find(({ name }) => name === 'dealdwaar_archive_failing_seconds')?.value ?? 0
  if (failing <= MAX_SECONDS) return []
  return [{ cause: 'archive-fails', subject: '', detail: `Nothing for ${formatDuration(failing * 1000)}.` }]
}
