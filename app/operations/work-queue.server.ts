/** The worker of queued jobs: one at a time and process, by leases; it may be killed between any two rows. */
import { eq, sql } from 'drizzle-orm'
import { db, type Tx } from '~/db/client.server'
import { operatorLog, operatorLogRows, queuedJobs } from '~/db/schema/operations'
import { errorFacts, log } from '~/runtime/log.server'
import { schedule, type Schedule } from '~/runtime/schedule.server'
import { recordCommandEnd, recordCommandRow, type CommandOutcome } from '~/wallet/audit/command-log.server'
import { findConsent, makeAskSecondPerson } from './approvals.server'
import type { JobAnswer, JobOperation } from './operation'
import { BEAT_MS, giveBack, isMine, keepLease, LeaseLostError, requireLease, takeJob } from './lease.server'
import { refuseOwnGains } from './gains.server'
import { requireRight, RightEndedError, toCall } from './queued-call.server'
import { sealAnswer, type QueuedJob } from './queued-jobs.server'
import { listChanged } from './run-job.server'
import { RefusalError } from './refusal'
import { toContext, type Call } from './call'

/** A job that ends so many workers, or fails so often, has failed: within half an hour at least. */
const MOST_ATTEMPTS = 20

type JobCall = Call<JobOperation>

/** This process stops: another worker continues. */
class StopError extends Error {}

async function doJob(job: QueuedJob, stopping: () => boolean): Promise<void> {
  let call: JobCall | null = null
  let end: Error | null = null
  const beat = setInterval(() => void keepLease(job, call).then((reason) => (end ??= reason)), BEAT_MS)
  try {
    if (job.attempts > MOST_ATTEMPTS) throw new Error(`the job has ended ${MOST_ATTEMPTS} workers`)
    const mine = (call = await toCall(job))
    const show = showProgress(job)
    const fenceRow = async (tx: Tx) => {
      if (stopping()) throw new StopError()
      await requireRight(mine)
      await requireLease(job, tx)
    }
    const earlier = await db.select().from(operatorLogRows).where(eq(operatorLogRows.log_id, job.log_id))
    const context = {
      ...toContext(mine, await findConsent(mine, earlier)),
      apply: true,
      fileName: null,
      progress: (done: number, words: string) => {
        if (stopping()) throw new StopError()
        if (end) throw end
        show(done, words)
      },
      logRow: (subject: string, outcome: string, tx?: Tx) =>
        recordCommandRow(job.log_id, subject, outcome, tx),
      askSecondPerson: makeAskSecondPerson(mine.actor),
      resumes: { has: new Set(earlier.map(({ subject }) => subject)), fence: fenceRow },
    }
    const answer = await refuseOwnGains(mine.actor, () => mine.operation.run(mine.input, context))
    await endJob(job, isSecondAttempt(job, mine) ? noteSecondAttempt(answer) : answer, 'done')
  } catch (error) {
    await endFailed(job, error)
  } finally {
    clearInterval(beat)
  }
}

/** True if the job ran before: rows that an earlier worker did then count as known. */
const isSecondAttempt = ({ attempts }: QueuedJob, { operation }: JobCall) =>
  attempts > 1 && operation.mayQueue === 'again'

const noteSecondAttempt = (answer: JobAnswer): JobAnswer => ({
  ...answer,
  notes: [...(answer.notes ?? []), 'It began again: rows that were done before count as known.'],
})

const PROGRESS_MS = 500

/** Written twice a second at most, without waiting for it. */
function showProgress(job: QueuedJob): (done: number, words: string) => void {
  let last = 0
  return (done, words) => {
    if (Date.now() - last < PROGRESS_MS) return
    last = Date.now()
    const progress = Math.floor(Math.min(1, done) * 1000)
    void db
      .update(queuedJobs)
      .set({ progress, progress_words: words })
      .where(isMine(job))
      .catch(() => {})
  }
}

async function endFailed(job: QueuedJob, error: unknown): Promise<void> {
  if (error instanceof LeaseLostError) return
  if (error instanceof StopError) return giveBack(job, sql`NULL`)
  if (error instanceof RefusalError || error instanceof RightEndedError)
    return endJob(job, { effect: '', problems: [error.message].filter(Boolean) }, 'refused')
  log('error', 'a queued job failed', { job: job.id, attempts: job.attempts, ...errorFacts(error) })
  if (job.attempts >= MOST_ATTEMPTS) return endJob(job, { effect: '', problems: ['It failed.'] }, 'failed')
  await giveBack(job, sql`now() + make_interval(secs => ${job.attempts * 10})`)
}

/** What its rows became counts, also those of earlier workers: done, partly, refused or failed. */
async function findOutcome(job: QueuedJob, otherwise: CommandOutcome, tx: Tx): Promise<CommandOutcome> {
  const rows = await tx.select().from(operatorLogRows).where(eq(operatorLogRows.log_id, job.log_id))
  const has = (outcome: string) => rows.some((row) => row.outcome === outcome)
  if (otherwise === 'failed') return has('done') ? 'partly' : 'failed'
  if (!has('done')) return has('refused') ? 'refused' : otherwise
  return has('refused') ? 'partly' : 'done'
}

/** Only of a job that SQL alone has made. */
async function hasLineEnded({ log_id }: QueuedJob, tx: Tx): Promise<boolean> {
  const [line] = await tx.select().from(operatorLog).where(eq(operatorLog.id, log_id))
  return line?.outcome !== null
}

async function endJob(job: QueuedJob, answer: JobAnswer, otherwise: CommandOutcome): Promise<void> {
  const { effect, problems = [] } = answer
  await db
    .transaction(async (tx) => {
      await requireLease(job, tx)
      const found = await findOutcome(job, otherwise, tx)
      if (!(await hasLineEnded(job, tx)))
        await recordCommandEnd(job.log_id, found === 'done' && problems.length ? 'partly' : found, {
          ...listChanged(answer),
          tx,
        })
      await tx
        .update(queuedJobs)
        .set({
          input: null,
          leased_until: null,
          progress: 1000,
          progress_words: '',
          result: { effect, problems },
          answer: sealAnswer(answer, job.log_id),
        })
        .where(eq(queuedJobs.id, job.id))
    })
    .catch((error: unknown) => {
      if (!(error instanceof LeaseLostError)) throw error
    })
}

export async function workQueue(stopping: () => boolean = () => false): Promise<number> {
  for (let done = 0; ; done++) {
    const job = stopping() ? null : await takeJob()
    if (!job) return done
    await doJob(job, stopping)
  }
}

export const startQueue = (every = 2): Schedule => schedule('queue', every, workQueue)
