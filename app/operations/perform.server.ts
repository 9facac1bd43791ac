/** For forms: a preview with what confirms it, and the change that was confirmed. */
import { StillWaits } from './approvals.server'
import { compareConsent, computeCallHash, writeConsent } from './fingerprint.server'
import type {
  Change,
  ChangeOperation,
  Changed,
  JobAnswer,
  JobOperation,
  OutputFile,
  Present,
} from './operation'
import { readPresent } from './present.server'
import { enqueue, findJobOfLine } from './queue.server'
import { Refused } from './refusal'
import { awaitRequest, isInterrupted, Repeated, toRequestKey } from './request-key.server'
import { previewJob, runJob } from './run-job.server'
import { previewChange, runChange, type Call } from './run.server'

type ChangeCall = Call<ChangeOperation<never>>
type JobCall = Call<JobOperation<never>>
type Seen = Change | JobAnswer

export interface Prepared {
  seen: Seen
  /** Goes with the confirmation: of amounts, states, files and the time, for this person. */
  consent: string
  /** Present values of the record, and the version that the confirmation must send. */
  present: (Present & { version: string }) | null
}

/** What it would do now. Throws Refused, which is not logged. */
export async function prepare(call: ChangeCall | JobCall): Promise<Prepared> {
  const present = isChange(call) ? await readPresent(call) : null
  return toPrepared(call, await look(call), present)
}

const toPrepared = async (
  call: ChangeCall | JobCall,
  seen: Seen,
  present: Prepared['present'],
): Promise<Prepared> => ({
  seen,
  consent: writeConsent(call.actor.by, await computeCallHash(call), seen),
  present,
})

const isChange = (call: ChangeCall | JobCall): call is ChangeCall => call.operation.kind === 'change'

const look = (call: ChangeCall | JobCall): Promise<Seen> =>
  isChange(call) ? previewChange(call, { dryRun: true }) : previewJob(call, () => {}, { dryRun: true })

export interface Confirmation {
  requestKey: string
  consent: string
  version?: string | undefined
  byWorker?: boolean
  keepFiles?: (files: readonly OutputFile[]) => Promise<void>
}

export type Performed =
  /** `answer` null: it was done by an earlier request with this key. */
  | { state: 'done'; logId: number; changed: readonly Changed[]; answer: Seen | null }
  /** A call with the same key runs, or was interrupted. */
  | { state: 'running'; logId: number }
  /** The process died. A change without an end was rolled back (`isUndone`); a job may be done in part. */
  | { state: 'interrupted'; logId: number; isUndone: boolean }
  | { state: 'queued'; job: number }
  | { state: 'waits for a second person'; approval: number }
  /** Nothing was done: 'old' after 30 minutes, 'other' where it would do something else now. */
  | { state: 'not as seen'; why: 'old' | 'other'; now: Prepared }
  | { state: 'refused'; message: string; field: string | undefined; details: readonly string[] }

class StalePreview extends Refused {
  constructor(
    readonly why: 'old' | 'other',
    readonly now: Seen,
  ) {
    super('Something changed meanwhile, and nothing was done. Look at the new preview.')
  }
}

/** Does exactly what was seen, once for each key. Never throws Refused. */
export async function perform(call: ChangeCall | JobCall, confirmation: Confirmation): Promise<Performed> {
  const requestKey = toRequestKey(call.actor.by, confirmation.requestKey)
  // A line in the queue may wait for hours.
  const patience = isForWorker(call, confirmation) ? 0 : undefined
  const earlier = await findEarlier(call, requestKey, patience)
  if (earlier) return earlier
  try {
    return await doOnce(call, confirmation, requestKey)
  } catch (error) {
    if (error instanceof Repeated) return perform(call, confirmation)
    if (error instanceof StillWaits)
      return { state: 'waits for a second person', approval: error.approval.id }
    if (!(error instanceof Refused)) throw error
    // Another request with this key may have done it since.
    const done = await findEarlier(call, requestKey, patience)
    if (done) return done
    return error instanceof StalePreview ? showNow(call, error) : toRefused(error)
  }
}

const isForWorker = (
  { operation, uncovers }: ChangeCall | JobCall,
  { byWorker }: Pick<Confirmation, 'byWorker'>,
) => byWorker === true && operation.kind === 'job' && operation.mayQueue !== undefined && !uncovers

async function doOnce(
  call: ChangeCall | JobCall,
  { consent, version, byWorker, keepFiles }: Confirmation,
  requestKey: string,
): Promise<Performed> {
  const callHash = await computeCallHash(call)
  const check = (now: Seen) => {
    const is = compareConsent(consent, call.actor.by, callHash, now)
    if (is !== 'same') throw new StalePreview(is, now)
  }
  if (isChange(call)) {
    const { change, logId, approval } = await runChange(call, { check, version, requestKey })
    return toDone(change, logId, change.changed, approval)
  }
  if (isForWorker(call, { byWorker })) {
    const queued = await enqueue(call, { check, requestKey })
    return queued.id === null
      ? { state: 'waits for a second person', approval: queued.approval }
      : { state: 'queued', job: queued.id }
  }
  const { answer, logId, approval } = await runJob(call, () => {}, {
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
  return toDone(answer, logId, [], approval)
}

const toDone = (
  answer: Seen,
  logId: number,
  changed: readonly Changed[],
  approval: number | undefined,
): Performed =>
  approval === undefined
    ? { state: 'done', logId, changed, answer }
    : { state: 'waits for a second person', approval }

/** What became of an earlier request with this key, which perhaps still runs; null: there is none. */
async function findEarlier(
  call: ChangeCall | JobCall,
  requestKey: string,
  patience: number | undefined,
): Promise<Performed | null> {
  const line = await awaitRequest(requestKey, patience)
  if (!line) return null
  if (line.command !== call.command)
    return toRefused(new Refused('This form was sent before with another content: open it again.'))
  const job = await findJobOfLine(line.id)
  if (job !== null) return { state: 'queued', job }
  if (isInterrupted(line)) return { state: 'interrupted', logId: line.id, isUndone: isChange(call) }
  if (line.outcome === null) return { state: 'running', logId: line.id }
  const { changed = [] } = (line.result ?? {}) as { changed?: Changed[] }
  return { state: 'done', logId: line.id, changed, answer: null }
}

/** Shows the preview that was compared, because a new one of a big job would take seconds. */
const showNow = async (call: ChangeCall | JobCall, { why, now }: StalePreview): Promise<Performed> => ({
  state: 'not as seen',
  why,
  now: await toPrepared(call, now, isChange(call) ? await readPresent(call) : null),
})

const toRefused = ({ message, field, details }: Refused): Performed => ({
  state: 'refused',
  message,
  field,
  details,
})
