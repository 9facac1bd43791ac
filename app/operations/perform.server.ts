import { ApprovalPendingError } from './approvals.server'
import type { Call } from './call'
import { compareConsent, computeCallHash } from './fingerprint.server'
import type { FieldChange, GuardedOperation, OutputFile } from './operation'
import {
  isChange,
  prepareAgain,
  type GuardedCall,
  type PreviewWithConsent,
  type Preview,
} from './prepare.server'
import { enqueue } from './queue.server'
import { findJobOfLine } from './queued-jobs.server'
import { RefusalError } from './refusal'
import { awaitRequest, isInterrupted, RepeatedRequestError, toRequestKey } from './request-key.server'
import { runChange } from './run-change.server'
import { runJob } from './run-job.server'

export interface Confirmation {
  requestKey: string
  consent: string
  version?: string | undefined
  byWorker?: boolean
  keepFiles?: (files: readonly OutputFile[]) => Promise<void>
}

export type PerformResult =
  /** `answer` null: it was done by an earlier request with this key. */
  | { state: 'done'; logId: number; changed: readonly FieldChange[]; answer: Preview | null }
  /** A call with the same key runs, or was interrupted. */
  | { state: 'running'; logId: number }
  /** The process died. A change without an end was rolled back (`isUndone`); a job may be done in part. */
  | { state: 'interrupted'; logId: number; isUndone: boolean }
  | { state: 'queued'; job: number }
  | { state: 'waits for a second person'; approval: number }
  /** Nothing was done: 'old' after 30 minutes, 'other' where it would do something else now. */
  | { state: 'not as seen'; why: 'old' | 'other'; now: PreviewWithConsent }
  | { state: 'refused'; message: string; field: string | undefined; details: readonly string[] }

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
  confirmation: Confirmation,
): Promise<PerformResult> {
  const call = given as GuardedCall
  const requestKey = toRequestKey(call.actor.by, confirmation.requestKey)
  // A line in the queue may wait for hours.
  const patience = isForWorker(call, confirmation) ? 0 : undefined
  const earlier = await findEarlier(call, requestKey, patience)
  if (earlier) return earlier
  try {
    return await doOnce(call, confirmation, requestKey)
  } catch (error) {
    if (error instanceof RepeatedRequestError) return perform(call, confirmation)
    if (error instanceof ApprovalPendingError)
      return { state: 'waits for a second person', approval: error.approval.id }
    if (!(error instanceof RefusalError)) throw error
    // Another request with this key may have done it since.
    const done = await findEarlier(call, requestKey, patience)
    if (done) return done
    return error instanceof StalePreviewError ? showStalePreview(call, error) : toRefused(error)
  }
}

const isForWorker = ({ operation, uncovers }: GuardedCall, { byWorker }: Pick<Confirmation, 'byWorker'>) =>
  byWorker === true && operation.kind === 'job' && operation.mayQueue !== undefined && !uncovers

async function doOnce(
  call: GuardedCall,
  { consent, version, byWorker, keepFiles }: Confirmation,
  requestKey: string,
): Promise<PerformResult> {
  const callHash = await computeCallHash(call)
  const check = (now: Preview) => {
    const is = compareConsent(consent, call.actor.by, callHash, now)
    if (is !== 'same') throw new StalePreviewError(is, now)
  }
  if (isChange(call)) {
    return toResult(await runChange(call, { check, version, requestKey }))
  }
  if (isForWorker(call, { byWorker })) {
    const queued = await enqueue(call, { check, requestKey })
    return queued.id === null
      ? { state: 'waits for a second person', approval: queued.approval }
      : { state: 'queued', job: queued.id }
  }
  const result = await runJob(call, () => {}, {
    check,
    requestKey,
    fileName: call.operation.makes ?? null,
    write: async (made) => {
      const files = made.files ?? (made.file ? [made.file] : [])
      if (!files.length) return
      await keepFiles?.(files)
      await made.written?.()
    },
  })
  return toResult(result)
}

const toResult = ({
  answer,
  logId,
  approval,
}: Awaited<ReturnType<typeof runChange | typeof runJob>>): PerformResult =>
  approval === undefined
    ? { state: 'done', logId, changed: answer.changed ?? [], answer }
    : { state: 'waits for a second person', approval }

/** What became of an earlier request with this key, which perhaps still runs; null: there is none. */
async function findEarlier(
  call: GuardedCall,
  requestKey: string,
  patience: number | undefined,
): Promise<PerformResult | null> {
  const line = await awaitRequest(requestKey, patience)
  if (!line) return null
  if (line.command !== call.command)
    return toRefused(new RefusalError('This form was sent before with another content: open it again.'))
  const job = await findJobOfLine(line.id)
  if (job !== null) return { state: 'queued', job }
  if (isInterrupted(line)) return { state: 'interrupted', logId: line.id, isUndone: isChange(call) }
  if (line.outcome === null) return { state: 'running', logId: line.id }
  const { changed = [] } = (line.result ?? {}) as { changed?: FieldChange[] }
  return { state: 'done', logId: line.id, changed, answer: null }
}

/** Shows the preview that was compared, because a new one of a big job would take seconds. */
const showStalePreview = async (
  call: GuardedCall,
  { why, now }: StalePreviewError,
): Promise<PerformResult> => ({ state: 'not as seen', why, now: await prepareAgain(call, now) })

const toRefused = ({ message, field, details }: RefusalError): PerformResult => ({
  state: 'refused',
  message,
  field,
  details,
})
