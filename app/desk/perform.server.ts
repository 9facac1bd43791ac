/** The one way in which a change or a job is done: from a form of the desk or from the command line. */
import { db } from '~/platform/db/client.server'
import type { OverBudgetError } from '~/domain/wallet/budget.server'
import { agree, ApprovalPendingError, findPermit } from './approvals.server'
import { requireRole, type Call } from './call'
import { compareConsent, computeCallHash, computeFingerprint } from './fingerprint.server'
import { beginLine } from './logged-call.server'
import type { FieldChange, GuardedOperation, JobOperation, Next } from './operation'
import { isChange, prepareAgain, type GuardedCall, type Prepared, type Preview } from './prepare.server'
import { prepareInsert } from './queue.server'
import { findJobOfLine, readEnd } from './queued-jobs.server'
import { RefusalError } from './refusal'
import { awaitRequest, isInterrupted, RepeatedRequestError, toRequestKey } from './request-key.server'
import { runChange } from './run-change.server'
import { askForJob, computeJobVersion, previewJob } from './run-job.server'
import { work, type Runner } from './work-queue.server'

export interface Confirmation {
  /** Of a form: sent twice, it is done once. */
  requestKey?: string | undefined
  /** What the person has seen, as `prepare` gives it or as a form carries it; without it nothing was seen. */
  seen?: { effect: string } | { consent: string } | undefined
  /** Of the record that was seen. */
  version?: string | undefined
  /** Jobs that can be continued are left to a worker. */
  byWorker?: boolean
  /** How a job is done that is not left to a worker. */
  runner?: Omit<Runner, 'own'>
  /** Name of the file that a job makes; null: it is only printed. */
  fileName?: string | null
}

export type PerformResult =
  /** `answer` null: it was done by an earlier request with this key. `job`: of a job. */
  | { state: 'done'; logId: number; changed: readonly FieldChange[]; answer: Preview | null; job?: number }
  /** A call with the same key runs, or was interrupted. */
  | { state: 'running'; logId: number }
  /** The process died, or a job failed. A change without an end was rolled back (`isUndone`); a job may be done in part. */
  | { state: 'interrupted'; logId: number; isUndone: boolean }
  /** A worker does it, or goes on with it. */
  | { state: 'queued'; job: number }
  /** `request`: what was asked for now; null: it waited before. */
  | { state: 'waits for a second person'; approval: number; request: Preview | null; message: string }
  /** Nothing was done: 'old' after 30 minutes, 'other' where it would do something else now. */
  | { state: 'not as seen'; why: 'old' | 'other'; now: Prepared }
  | {
      state: 'refused'
      message: string
      fields: readonly string[]
      details: readonly string[]
      next: readonly Next[]
    }

class StalePreviewError extends RefusalError {
  constructor(
    readonly why: 'old' | 'other',
    readonly now: Preview,
  ) {
    super('Something changed meanwhile, and nothing was done. Look at the new preview.')
  }
}

/** Does exactly what was seen, once for each key. Never throws RefusalError. */
export async function perform(
  given: Call<GuardedOperation>,
  confirmation: Confirmation = {},
): Promise<PerformResult> {
  const call = given as GuardedCall
  const requestKey =
    confirmation.requestKey === undefined ? undefined : toRequestKey(call.actor.by, confirmation.requestKey)
  // A line in the queue may wait for hours.
  const patience = isForWorker(call, confirmation) ? 0 : undefined
  const findDone = async () =>
    requestKey === undefined ? null : findEarlier(call, requestKey, patience, confirmation)
  try {
    return (await findDone()) ?? (await doOnce(call, confirmation, requestKey))
  } catch (error) {
    if (error instanceof RepeatedRequestError) return perform(call, confirmation)
    if (error instanceof ApprovalPendingError)
      return {
        state: 'waits for a second person',
        approval: error.approval.id,
        request: null,
        message: error.message,
      }
    if (!(error instanceof RefusalError)) throw error
    // Another request with this key may have done it since.
    const done = await findDone()
    if (done) return done
    return error instanceof StalePreviewError ? showStalePreview(call, error) : toRefused(error)
  }
}

const isForWorker = ({ operation, uncovers }: GuardedCall, { byWorker }: Confirmation) =>
  byWorker === true && operation.kind === 'job' && operation.continues !== undefined && !uncovers

const doOnce = (
  call: GuardedCall,
  confirmation: Confirmation,
  requestKey: string | undefined,
): Promise<PerformResult> =>
  isChange(call) ? doChange(call, confirmation, requestKey) : doJob(call, confirmation, requestKey)

const compareSeen = async (
  call: GuardedCall,
  seen: NonNullable<Confirmation['seen']>,
): Promise<(effect: string) => ReturnType<typeof compareConsent>> => {
  if ('effect' in seen) return (effect) => (effect === seen.effect ? 'same' : 'other')
  const callHash = await computeCallHash(call)
  return (effect) => compareConsent(seen.consent, call.actor.by, callHash, effect)
}

async function doChange(
  call: Extract<GuardedCall, { operation: { kind: 'change' } }>,
  { seen, version }: Confirmation,
  requestKey: string | undefined,
): Promise<PerformResult> {
  const compare = seen && (await compareSeen(call, seen))
  const check = (now: Preview) => {
    const is = compare?.(computeFingerprint(now)) ?? 'same'
    if (is !== 'same') throw new StalePreviewError(is, now)
  }
  const { answer, logId, approval } = await runChange(call, { check, version, requestKey })
  return approval === undefined
    ? { state: 'done', logId, changed: answer.changed, answer }
    : toRequested(approval, answer)
}

async function doJob(
  call: Call<JobOperation>,
  confirmation: Confirmation,
  requestKey: string | undefined,
): Promise<PerformResult> {
  requireRole(call)
  const { seen, fileName = null, runner = { stopping: () => false } } = confirmation
  const permit = await findPermit(call)
  const now = seen && (await requireSame(call, seen))
  if ('ask' in permit) {
    const request = await askForJob(call, permit.ask, now)
    return request ? toRequested(request.approval, request.answer) : doJob(call, confirmation, requestKey)
  }
  const isHere = !isForWorker(call, confirmation)
  const insert = await prepareInsert(call, { isHere, fileName })
  if (runner.stopping()) throw new RefusalError('Nothing was done.')
  const job = await db.transaction(async (tx) => {
    const logId = await beginLine(call, requestKey, tx)
    await agree(permit, call.actor.by, logId, tx)
    return insert(logId, tx)
  })
  if (!isHere) return { state: 'queued', job: job.id }
  const end = await work(job, { ...runner, own: call })
  if (end.state === 'refused') return toRefused(end.error)
  if (end.state === 'left') return { state: 'queued', job: job.id }
  return {
    state: 'done',
    logId: job.log_id,
    changed: end.answer.changed ?? [],
    answer: end.answer,
    job: job.id,
  }
}

/** Returns the preview, where one was needed. Throws StalePreviewError. */
async function requireSame(
  call: Call<JobOperation>,
  seen: NonNullable<Confirmation['seen']>,
): Promise<Preview | undefined> {
  const now = call.operation.subjects ? undefined : await previewJob(call)
  const is = (await compareSeen(call, seen))(await computeJobVersion(call, now))
  if (is !== 'same') throw new StalePreviewError(is, now ?? (await previewJob(call)))
  return now
}

const toRequested = (approval: number, request: Preview): PerformResult => ({
  state: 'waits for a second person',
  approval,
  request,
  message: request.effect,
})

/** What became of an earlier request with this key, which perhaps still runs; null: there is none. */
async function findEarlier(
  call: GuardedCall,
  requestKey: string,
  patience: number | undefined,
  confirmation: Confirmation,
): Promise<PerformResult | null> {
  const line = await awaitRequest(requestKey, patience)
  if (!line) return null
  if (line.command !== call.command)
    return toRefused(new RefusalError('This form was sent before with another content: open it again.'))
  const job = await findJobOfLine(line.id)
  if (job !== null && isForWorker(call, confirmation)) return { state: 'queued', job }
  if (job === null && isInterrupted(line))
    return { state: 'interrupted', logId: line.id, isUndone: isChange(call) }
  if (line.outcome === null) return { state: 'running', logId: line.id }
  const answer = job === null ? null : await readEnd(job)
  // Where a job failed, its end has no effect.
  if (answer && !answer.effect) return { state: 'interrupted', logId: line.id, isUndone: false }
  const { changed = [] } = (line.result ?? {}) as { changed?: FieldChange[] }
  return {
    state: 'done',
    logId: line.id,
    changed,
    answer,
    ...(job !== null && { job }),
  }
}

/** Shows the preview that was compared, because a new one of a big job would take seconds. */
const showStalePreview = async (
  call: GuardedCall,
  { why, now }: StalePreviewError,
): Promise<PerformResult> => ({ state: 'not as seen', why, now: await prepareAgain(call, now) })

const toRefused = (error: RefusalError | OverBudgetError): PerformResult => ({
  state: 'refused',
  message: error.message,
  fields: error instanceof RefusalError ? error.fields : [],
  details: error instanceof RefusalError ? error.details : [],
  next: error instanceof RefusalError ? error.next : [],
})
