import { and, eq, sql } from 'drizzle-orm'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { createLeaseQueue } from '~/platform/db/lease-queue.server'
import { jobFiles, operatorLog, operatorLogRows, queuedJobs } from '~/platform/db/schema/operations'
import { seal, unseal } from '~/platform/db/seal.server'
import type { SealedPlace } from '~/platform/db/sealed-columns'
import { buildZip } from '~/platform/formats/zip'
import { requireFound } from './lookups.server'
import { recordWritten } from '~/domain/wallet/bank-files.server'
import { listFiles, type JobAnswer, type OutputFile, type Remark } from './operation'
import { readAnswer, formatAnswer } from './stored-answer'

export type QueuedJob = typeof queuedJobs.$inferSelect

/** Who runs a job has it by a lease: a worker takes it over once the lease has ended. */
export const jobQueue = createLeaseQueue(queuedJobs, {
  waits: sql`${queuedJobs.input} IS NOT NULL`,
  order: [sql`${queuedJobs.id}`],
  lease: 60,
  backOff: { first: 10, most: 200 },
  givesUpAfter: { attempts: 20 },
})

const answerPlace = (logId: number): SealedPlace => `queued_jobs|answer|${logId}`

export const sealAnswer = (answer: JobAnswer, logId: number): string =>
  seal(formatAnswer(answer), answerPlace(logId))

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
      operation: queuedJobs.operation,
      input: sql<null>`NULL`,
      attempts: queuedJobs.attempts,
      next_attempt_at: queuedJobs.next_attempt_at,
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

/** What an ended job said: its effect, problems and, for 30 days, facts and tables. */
export async function readEnd(id: number): Promise<JobAnswer> {
  const job = await requireJob(id)
  const { effect = '', problems = [] } = (job.result ?? {}) as { effect?: string; problems?: Remark[] }
  return { effect, problems, ...(await findAnswer(job)) }
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

/** As they are kept for a download: the whole folder first. */
export function listStoredFiles(answer: JobAnswer): readonly OutputFile[] {
  const files = listFiles(answer)
  return answer.folder === undefined
    ? files
    : [{ name: `${answer.folder}.zip`, content: buildZip(files) }, ...files]
}

const filePlace = (jobId: number, n: number): SealedPlace => `job_files|content|${jobId}|${n}`

/** Sealed. `batch`: of the bank, whose file these are. */
export async function storeFiles(
  jobId: number,
  files: readonly OutputFile[],
  batch: number | undefined,
  tx: Tx,
): Promise<void> {
  if (!files.length) return
  await tx.insert(jobFiles).values(
    files.map(({ name, content }, n) => ({
      job_id: jobId,
      n,
      name,
      content: seal(Buffer.from(content as string).toString('base64'), filePlace(jobId, n)),
      batch_id: batch ?? null,
    })),
  )
}

const isKept = sql<boolean>`(${jobFiles.content} IS NOT NULL AND ${jobFiles.created_at} > now() - interval '1 hour')`

export interface JobFile {
  n: number
  name: string
  isKept: boolean
  fetchedAt: Date | null
}

export const listJobFiles = (jobId: number): Promise<JobFile[]> =>
  db
    .select({ n: jobFiles.n, name: jobFiles.name, isKept, fetchedAt: jobFiles.fetched_at })
    .from(jobFiles)
    .where(eq(jobFiles.job_id, jobId))
    .orderBy(jobFiles.n)

/** Hands the file over, once. Null: it was fetched before, an hour has passed, or there is none. */
export const fetchJobFile = (
  jobId: number,
  n: number,
): Promise<{ name: string; content: Buffer<ArrayBuffer> } | null> =>
  db.transaction(async (tx) => {
    const isFile = and(eq(jobFiles.job_id, jobId), eq(jobFiles.n, n), isKept)
    const [file] = await tx.select().from(jobFiles).where(isFile).for('update')
    if (!file) return null
    await tx
      .update(jobFiles)
      .set({ content: null, fetched_at: sql`now()` })
      .where(eq(jobFiles.id, file.id))
    if (file.batch_id !== null) await recordWritten(file.batch_id, tx)
    const text = unseal(file.content!, filePlace(jobId, n))
    return { name: file.name, content: Buffer.from(text, 'base64') }
  })

/** Those that nobody fetched within an hour. */
export async function eraseOldFiles(): Promise<void> {
  await db
    .update(jobFiles)
    .set({ content: null })
    .where(sql`${jobFiles.content} IS NOT NULL AND ${jobFiles.created_at} <= now() - interval '1 hour'`)
}
