import { and, eq, sql } from 'drizzle-orm'
import { db, type Reader } from '~/db/client.server'
import { operatorLog, operatorLogRows, queuedJobs } from '~/db/schema/operations'
import { seal, unseal } from '~/db/seal.server'
import type { SealedPlace } from '~/db/sealed-columns'
import { requireFound } from './lookups.server'
import type { JobAnswer } from './operation'
import { readAnswer, writeAnswer } from './stored-answer'

export type QueuedJob = typeof queuedJobs.$inferSelect

const answerPlace = (logId: number): SealedPlace => `queued_jobs|answer|${logId}`

export const sealAnswer = (answer: JobAnswer, logId: number): string =>
  seal(writeAnswer(answer), answerPlace(logId))

export interface JobState extends QueuedJob {
  by: string
  command: string
  outcome: string | null
  finished_at: Date | null
  rows_done: number
  rows_refused: number
}

const countRows = (outcome: string) => sql<number>`
  (SELECT count(*)::int FROM ${operatorLogRows} r WHERE r.log_id = ${queuedJobs.log_id} AND r.outcome = ${outcome})`

interface JobFilter {
  id?: number
  by?: string | undefined
  after?: number | undefined
  limit: number
}

export const listJobs = ({ id, by, after, limit }: JobFilter, reader: Reader = db): Promise<JobState[]> =>
  reader
    .select({
      id: queuedJobs.id,
      answer: sql<null>`NULL`,
      log_id: queuedJobs.log_id,
      input: sql<null>`NULL`,
      attempts: queuedJobs.attempts,
      leased_until: queuedJobs.leased_until,
      progress: queuedJobs.progress,
      progress_words: queuedJobs.progress_words,
      result: queuedJobs.result,
      created_at: queuedJobs.created_at,
      by: operatorLog.os_user,
      command: operatorLog.command,
      outcome: operatorLog.outcome,
      finished_at: operatorLog.finished_at,
      rows_done: countRows('done'),
      rows_refused: countRows('refused'),
    })
    .from(queuedJobs)
    .innerJoin(operatorLog, eq(operatorLog.id, queuedJobs.log_id))
    .where(
      and(
        id === undefined ? undefined : eq(queuedJobs.id, id),
        by === undefined ? undefined : eq(operatorLog.os_user, by),
        after === undefined ? undefined : sql`${queuedJobs.id} < ${after}`,
      ),
    )
    .orderBy(sql`${queuedJobs.id} DESC`)
    .limit(limit)

/** Throws RefusalError if there is none, or none of `by`. */
export async function requireJob(id: number, by?: string): Promise<JobState> {
  const [job] = await listJobs({ id, by, limit: 1 })
  return requireFound(job, `job ${id}`, 'jobs list')
}

/** Facts and tables; null: it has not ended, had none, or ended more than 30 days ago. */
export async function findAnswer({ id, log_id }: JobState): Promise<ReturnType<typeof readAnswer> | null> {
  const [job] = await db.select({ answer: queuedJobs.answer }).from(queuedJobs).where(eq(queuedJobs.id, id))
  return job?.answer ? readAnswer(unseal(job.answer, answerPlace(log_id))) : null
}

export async function findJobOfLine(logId: number): Promise<number | null> {
  const [job] = await db.select({ id: queuedJobs.id }).from(queuedJobs).where(eq(queuedJobs.log_id, logId))
  return job?.id ?? null
}

export const hasEnded = ({ outcome }: Pick<JobState, 'outcome'>): boolean => outcome !== null

/** False for jobs that log no rows, such as an import, whose effect says what it did. */
export const hasRows = ({ rows_done, rows_refused }: JobState): boolean => rows_done + rows_refused > 0

/** In the order in which the rows were done; all rows without a `limit`. */
export function listJobRows(
  logId: number,
  { after, limit }: { after?: number | undefined; limit?: number } = {},
) {
  const rows = db
    .select()
    .from(operatorLogRows)
    .where(
      and(
        eq(operatorLogRows.log_id, logId),
        after === undefined ? undefined : sql`${operatorLogRows.id} > ${after}`,
      ),
    )
    .orderBy(operatorLogRows.id)
  return limit === undefined ? rows : rows.limit(limit)
}
