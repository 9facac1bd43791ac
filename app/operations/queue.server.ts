/** Jobs that wait for the worker. Person, input and files are sealed, so that SQL alone can queue nothing. */
import { and, eq, sql } from 'drizzle-orm'
import { db, type Reader } from '~/db/client.server'
import { operatorLog, operatorLogRows, queuedJobs } from '~/db/schema/operations'
import { seal, unseal } from '~/db/seal.server'
import type { Actor } from './actor.server'
import { agree, waitsForSecondPerson } from './approvals.server'
import type { Typed } from './command-text'
import { isFile } from './fingerprint.server'
import { requireFound } from './lookups.server'
import type { JobAnswer, JobOperation } from './operation'
import { Refused } from './refusal'
import { begin, requireRole, type Call } from './run.server'
import { readAnswer, writeAnswer } from './stored-answer'
import { askForJob, previewJob, type JobConsent } from './run-job.server'

export type QueuedJob = typeof queuedJobs.$inferSelect

type JobCall = Call<JobOperation<never>>

export interface JobRequest {
  operation: string
  typed: Typed
  /** Base64 by field. */
  files: Record<string, { name: string; content: string }>
  actor: Actor
}

const place = (logId: number) => `queued_jobs|input|${logId}`
const answerPlace = (logId: number) => `queued_jobs|answer|${logId}`

export const sealAnswer = (answer: JobAnswer, logId: number): string =>
  seal(writeAnswer(answer), answerPlace(logId))

export const openRequest = ({ input, log_id }: Pick<QueuedJob, 'input' | 'log_id'>): JobRequest =>
  JSON.parse(unseal(input!, place(log_id))) as JobRequest

const MOST_BYTES = 10_000_000

async function readFiles(input: object): Promise<JobRequest['files']> {
  const files: JobRequest['files'] = {}
  for (const [field, value] of Object.entries(input) as [string, unknown][]) {
    if (!isFile(value)) continue
    const parts: Buffer[] = []
    for await (const part of value.open()) parts.push(Buffer.from(part as Buffer))
    const content = Buffer.concat(parts)
    if (content.length > MOST_BYTES)
      throw new Refused('The worker takes files up to 10 MB: run it without --queue.', field)
    files[field] = { name: value.name, content: content.toString('base64') }
  }
  return files
}

export type Queued = { id: number; request: null } | { id: null; request: JobAnswer; approval: number }

/** `id` null: a second person must agree. `check` throws unless the effect is as agreed. Throws Refused, Repeated. */
export async function enqueue(
  call: JobCall,
  { check, requestKey }: Pick<JobConsent, 'check' | 'requestKey'> = {},
): Promise<Queued> {
  const { operation, typed, actor, uncovers } = call
  requireRole(call as never)
  if (!operation.mayQueue || uncovers)
    throw new Refused(`\`${operation.name}\` is not for the worker${uncovers ? ' with --show' : ''}.`)
  const approval = await waitsForSecondPerson(call)
  if (approval === 'ask') {
    const request = await askForJob(call, () => {}, check)
    return request
      ? { id: null, request: request.answer, approval: request.approval }
      : enqueue(call, { check, requestKey })
  }
  check?.(await previewJob(call, () => {}, { dryRun: true }))
  const input: JobRequest = { operation: operation.name, typed, files: await readFiles(call.input), actor }
  return db.transaction(async (tx) => {
    const logId = await begin(call as never, requestKey, tx)
    if (approval) await agree(approval, actor.by, logId, tx)
    const sealed = seal(JSON.stringify(input), place(logId))
    const [job] = await tx.insert(queuedJobs).values({ log_id: logId, input: sealed }).returning()
    return { id: job!.id, request: null }
  })
}

export interface JobState extends QueuedJob {
  by: string
  command: string
  outcome: string | null
  finished_at: Date | null
  rows_done: number
  rows_refused: number
}

const rowsWith = (outcome: string) => sql<number>`
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
      rows_done: rowsWith('done'),
      rows_refused: rowsWith('refused'),
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

/** Throws Refused if there is none, or none of `by`. */
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
