import { and, desc, eq, getTableColumns, lt, or, sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { within, type Page, type Period } from '~/platform/db/period.server'
import { operatorLog, queuedJobs } from '~/platform/db/schema/operations'
import { isInterrupted } from './request-key.server'

/** `job`: the background job that this command started. */
export type LogLine = typeof operatorLog.$inferSelect & { job: number | null }

const selectLines = () =>
  db
    .select({ ...getTableColumns(operatorLog), job: queuedJobs.id })
    .from(operatorLog)
    .leftJoin(queuedJobs, eq(queuedJobs.log_id, operatorLog.id))

/** Newest first. `by` limits the list to one person. */
export const listLogLines = (
  { by, ...period }: Period & { by?: string | undefined },
  { after, limit }: Page,
): Promise<LogLine[]> =>
  selectLines()
    .where(
      and(
        within(operatorLog.started_at, period),
        by === undefined ? undefined : eq(operatorLog.os_user, by),
        after === undefined ? undefined : lt(operatorLog.id, after),
      ),
    )
    .orderBy(desc(operatorLog.id))
    .limit(limit)

export async function findLogLine(id: number): Promise<LogLine | undefined> {
  const [line] = await selectLines().where(eq(operatorLog.id, id))
  return line
}

/** Lines whose changes name one of the subjects, such as 'member 7'; newest first. */
export function listLinesAbout(subjects: readonly string[], limit: number): Promise<LogLine[]> {
  const named = subjects.map(
    (subject) => sql`${operatorLog.result} @> ${JSON.stringify({ changed: [{ subject }] })}::jsonb`,
  )
  return selectLines()
    .where(or(...named))
    .orderBy(desc(operatorLog.id))
    .limit(limit)
}

/** 'not ended': a command on the command line may take hours, and another worker continues a killed worker's job. */
export const describeOutcome = (line: LogLine): string =>
  line.outcome ??
  (line.source === 'desk' && line.job === null && isInterrupted(line) ? 'interrupted' : 'not ended')
