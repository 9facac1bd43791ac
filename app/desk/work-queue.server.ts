/** Runs a job under its lease, in a worker or in the process that requested it. Either may be killed between any two rows. */
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { db, type Tx } from '~/platform/db/client.server'
import { LeaseLostError } from '~/platform/db/lease-queue.server'
import { operatorLog, operatorLogRows, queuedJobs } from '~/platform/db/schema/operations'
import { formatCount } from '~/platform/formats/count'
import { errorFacts, log } from '~/platform/log.server'
import { defineTimer } from '~/platform/timers.server'
import {
  recordCommandEnd,
  recordCommandRow,
  type CommandOutcome,
} from '~/domain/operators/command-log.server'
import { OverBudgetError } from '~/domain/wallet/budget.server'
import { findConsent, makeAskSecondPerson } from './approvals.server'
import { toContext, type Call } from './call'
import { findOperation, listOperations } from './find-operation'
import { refuseOwnGains } from './gains.server'
import { listIf, type JobAnswer, type JobContext, type JobOperation, type Remark } from './operation'
import {
  eraseOldFiles,
  jobQueue,
  listStoredFiles,
  sealAnswer,
  storeFiles,
  type QueuedJob,
} from './queued-jobs.server'
import { requireRight, RightEndedError, toCall } from './queued-call.server'
import { openRequest } from './queue.server'
import { RefusalError, toHint } from './refusal'

type JobCall = Call<JobOperation>
type LeasedJob = QueuedJob & { gives_up?: boolean }

export interface Runner {
  stopping: () => boolean
  /** Of the process that asked, which has files of any size and what `uncovers` shows. A failure ends its job; a worker tries again. */
  own?: JobCall
  progress?: JobContext['progress']
  /** Files go to a folder of the person, and are not stored. */
  delivers?: boolean
}

export type JobEnd =
  | { state: 'ended'; answer: JobAnswer }
  | { state: 'refused'; error: RefusalError | OverBudgetError }
  /** A worker has it, or will take it. */
  | { state: 'left' }

/** This process stops: a worker continues. */
class StopError extends Error {}

/** It was interrupted, and cannot be continued. */
class InterruptedError extends Error {
  constructor() {
    super('It was interrupted, and a part of it may be done.')
  }
}

/** Throws what ended the job of the process that asked, refusals aside. */
export async function work(job: LeasedJob, runner: Runner): Promise<JobEnd> {
  const { stopping, own, progress: showOwn } = runner
  let call: JobCall | null = null
  let end: Error | null = null
  let lastBeat: Promise<unknown> = Promise.resolve()
  const beat = setInterval(() => {
    lastBeat = keepLease(job, call).then((reason) => (end ??= reason))
  }, jobQueue.beat)
  try {
    if (job.gives_up) throw new Error('the job has ended too many workers')
    if (!own && job.attempts > 1 && !(await mayContinue(job))) throw new InterruptedError()
    const mine = (call = own ?? (await toCall(job)))
    const show = showProgress(job)
    const earlier = await db.select().from(operatorLogRows).where(eq(operatorLogRows.log_id, job.log_id))
    const rowsBefore = earlier.filter(({ outcome }) => outcome === 'done' || outcome === 'refused').length
    const context: JobContext = {
      ...toContext(mine, await findConsent(mine, earlier)),
      apply: true,
      fileName: openRequest(job).fileName,
      progress: (done, words) => {
        if (stopping()) throw new StopError()
        if (end) throw end
        show(done, words)
        showOwn?.(done, words)
      },
      logRow: (subject, outcome, tx) => recordCommandRow(job.log_id, subject, outcome, tx),
      askSecondPerson: makeAskSecondPerson(mine.actor),
      resumes: {
        has: new Set(earlier.map(({ subject }) => subject)),
        fence: async (tx) => {
          if (stopping()) throw new StopError()
          await requireRight(mine)
          await jobQueue.fence(job, tx)
        },
      },
    }
    const made = await refuseOwnGains(mine.actor, db, () => mine.operation.run(mine.input, context))
    const answer = noteEarlier(made, job, mine, rowsBefore)
    await endJob(job, answer, 'done', runner, mine)
    return { state: 'ended', answer }
  } catch (error) {
    clearInterval(beat)
    await lastBeat
    return endFailed(job, error, runner, call)
  } finally {
    clearInterval(beat)
  }
}

/** The reason why the job must stop; null: it may go on, or the database did not answer. */
export async function keepLease(job: QueuedJob, call: JobCall | null): Promise<Error | null> {
  try {
    if (!(await jobQueue.keep(job))) return new LeaseLostError()
    if (call) await requireRight(call)
    return null
  } catch (error) {
    return error instanceof RightEndedError ? error : null
  }
}

/** What makes a file or reaches outside may have done so already. */
async function mayContinue(job: QueuedJob): Promise<boolean> {
  const { operation, files } = openRequest(job)
  const { continues } = (await findOperation(operation)) as JobOperation
  return continues !== undefined && files !== null
}

/** What an earlier runner did is not in the answer of the next one. `rows`: how many had an outcome before. */
function noteEarlier(
  answer: JobAnswer,
  { attempts }: QueuedJob,
  { operation }: JobCall,
  rows: number,
): JobAnswer {
  const isAgain = attempts > 1 && operation.continues === 'again'
  const note = isAgain
    ? 'It began again: rows that were done before count as known.'
    : `Before it was interrupted it had dealt with ${formatCount(rows, 'row')}.`
  return { ...answer, notes: [...(answer.notes ?? []), ...listIf(isAgain || rows, note)] }
}

const PROGRESS_MS = 500

/** Written twice a second at most, without waiting for it. */
function showProgress(job: QueuedJob): (done: number, words: string) => void {
  let last = Date.now()
  return (done, words) => {
    if (Date.now() - last < PROGRESS_MS) return
    last = Date.now()
    const progress = Math.floor(Math.min(1, done) * 1000)
    void db
      .update(queuedJobs)
      .set({ progress, progress_words: words })
      .where(
        and(eq(queuedJobs.id, job.id), eq(queuedJobs.attempts, job.attempts), isNotNull(queuedJobs.input)),
      )
      .catch(() => {})
  }
}

async function endFailed(
  job: LeasedJob,
  error: unknown,
  runner: Runner,
  call: JobCall | null,
): Promise<JobEnd> {
  const end = (problem: Remark, outcome: CommandOutcome, details: readonly string[] = []) =>
    endJob(job, { effect: '', problems: [...details, problem].filter(Boolean) }, outcome, runner, call).catch(
      (failure: unknown) => {
        if (!(failure instanceof LeaseLostError)) throw failure
      },
    )
  if (error instanceof LeaseLostError) {
    if (!runner.own || (await mayContinue(job))) return { state: 'left' }
    return { state: 'refused', error: new RefusalError(new InterruptedError().message) }
  }
  if (error instanceof StopError) {
    if (!(await mayContinue(job))) return endFailed(job, new InterruptedError(), runner, call)
    await jobQueue.giveBack(job, { after: 0 })
    return { state: 'left' }
  }
  if (error instanceof RefusalError) {
    await end(toHint(error), 'refused', error.details)
    return { state: 'refused', error }
  }
  if (error instanceof OverBudgetError) {
    await end(error.message, 'refused')
    return { state: 'refused', error }
  }
  if (error instanceof RightEndedError || error instanceof InterruptedError) {
    await end(error.message, error instanceof InterruptedError ? 'failed' : 'refused')
    return { state: 'refused', error: new RefusalError(error.message) }
  }
  if (runner.own) {
    await end('It failed.', 'failed').catch(() => {})
    throw error
  }
  log('error', 'a queued job failed', { job: job.id, attempts: job.attempts, ...errorFacts(error) })
  if (job.gives_up) await end('It failed.', 'failed')
  else await jobQueue.giveBack(job)
  return { state: 'left' }
}

/** What its rows became counts, also those of earlier runners: done, partly, refused or failed. */
async function findOutcome(job: QueuedJob, otherwise: CommandOutcome, tx: Tx): Promise<CommandOutcome> {
  const rows = await tx.select().from(operatorLogRows).where(eq(operatorLogRows.log_id, job.log_id))
  const has = (outcome: string) => rows.some((row) => row.outcome === outcome)
  if (otherwise === 'failed') return has('done') ? 'partly' : 'failed'
  if (!has('done')) return has('refused') ? 'refused' : otherwise
  return has('refused') ? 'partly' : 'done'
}

/** As only SQL can make it. */
async function hasLineEnded({ log_id }: QueuedJob, tx: Tx): Promise<boolean> {
  const [line] = await tx.select().from(operatorLog).where(eq(operatorLog.id, log_id))
  return line?.outcome !== null
}

/** Throws LeaseLostError. */
async function endJob(
  job: QueuedJob,
  answer: JobAnswer,
  otherwise: CommandOutcome,
  { delivers }: Runner,
  call: JobCall | null,
): Promise<void> {
  const { effect, problems = [], changed } = answer
  await db.transaction(async (tx) => {
    await jobQueue.fence(job, tx)
    const isByRows = !call || call.operation.continues !== undefined || otherwise === 'failed'
    const found = isByRows ? await findOutcome(job, otherwise, tx) : otherwise
    if (!(await hasLineEnded(job, tx)))
      await recordCommandEnd(job.log_id, found === 'done' && problems.length ? 'partly' : found, {
        ...(changed?.length && { result: { changed } }),
        tx,
      })
    if (!delivers) await storeFiles(job.id, listStoredFiles(answer), answer.batch, tx)
    await tx
      .update(queuedJobs)
      .set({
        input: null,
        progress: 1000,
        progress_words: '',
        result: { effect, problems },
        answer: call?.uncovers ? null : sealAnswer(answer, job.log_id),
      })
      .where(eq(queuedJobs.id, job.id))
  })
}

/** After a restore: what was asked for may have been done since, or may not be wanted any more. Returns how many waited. */
export async function endWaitingJobs(problem: string): Promise<number> {
  const waiting = await db.select().from(queuedJobs).where(isNotNull(queuedJobs.input))
  for (const job of waiting)
    await db.transaction(async (tx) => {
      if (!(await hasLineEnded(job, tx)))
        await recordCommandEnd(job.log_id, await findOutcome(job, 'failed', tx), { tx })
      await tx
        .update(queuedJobs)
        .set({ input: null, result: { effect: '', problems: [problem] } })
        .where(eq(queuedJobs.id, job.id))
    })
  return waiting.length
}

/** Returns how many it took. */
export async function workQueue(stopping: () => boolean = () => false): Promise<number> {
  await eraseOldFiles()
  const names = (await listOperations()).map(({ name }) => name)
  const isKnown = inArray(queuedJobs.operation, ['', ...names])
  for (let done = 0; ; done++) {
    const [job] = stopping() ? [] : await jobQueue.take(1, isKnown)
    if (!job) return done
    await work(job, { stopping })
  }
}

export const queueTimer = defineTimer({
  name: 'queue',
  every: 2,
  does: 'do what operators queued',
  work: workQueue,
})
