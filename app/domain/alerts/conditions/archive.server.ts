import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { formatDuration, type Condition, type AlertFinding } from './causes'
import { ARCHIVE_FAILING } from '../measures.server'

const MAX_SECONDS = 600

export const archiveCondition: Condition = {
  name: 'archived WAL',
  causes: ['archive-fails'],
  async find() {
    const { seconds, from } = ARCHIVE_FAILING
    const [row] = await db.execute<{ failing: number }>(sql.raw(`SELECT ${seconds} AS failing FROM ${from}`))
    return describeFailure(row?.failing ?? 0)
  },
}

/** `failing` is in seconds. */
export function describeFailure(failing: number): AlertFinding[] {
  if (failing <= MAX_SECONDS) return []
  return [{ cause: 'archive-fails', subject: '', detail: `Nothing for ${formatDuration(failing * 1000)}.` }]
}
