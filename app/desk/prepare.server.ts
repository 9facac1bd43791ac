import { requireRole, type Call } from './call'
import { computeCallHash, computeFingerprint, sealConsent } from './fingerprint.server'
import {
  removeAssigned,
  type Change,
  type ChangeOperation,
  type GuardedOperation,
  type JobAnswer,
  type JobContext,
  type JobOperation,
  type Present,
} from './operation'
import { readPresent } from './present.server'
import { previewChange, type PreviewOptions } from './run-change.server'
import { computeJobVersion, previewJob } from './run-job.server'

export type GuardedCall = Call<ChangeOperation> | Call<JobOperation>
export type Preview = Change | JobAnswer

export interface Prepared {
  seen: Preview
  /** Hash of what would be done: amounts, states, rows. */
  effect: string
  /** Of a record: its values now, and the version that goes with the confirmation. */
  present: (Present & { version: string }) | null
}

interface PrepareOptions extends PreviewOptions {
  progress?: JobContext['progress'] | undefined
}

/** What it would do now. Throws RefusalError, which is logged unless it is a dry run. */
export async function prepare(
  given: Call<GuardedOperation>,
  options: PrepareOptions = { dryRun: true },
): Promise<Prepared> {
  const call = given as GuardedCall
  requireRole(call)
  if (!isChange(call)) return prepareJob(call, options)
  const present = await readPresent(call)
  const seen = await previewChange(call, options)
  return { seen, effect: computeFingerprint(seen), present }
}

/** What a job is about is read before its preview: what changes between them is then another version. */
async function prepareJob(call: Call<JobOperation>, options: PrepareOptions): Promise<Prepared> {
  const version = call.operation.subjects ? await computeJobVersion(call) : null
  const seen = await previewJob(call, options)
  return { seen, effect: version ?? (await computeJobVersion(call, seen)), present: null }
}

/** `now`: the preview that was compared. */
export async function prepareAgain(call: GuardedCall, now: Preview): Promise<Prepared> {
  if (!isChange(call) && call.operation.subjects) return prepareJob(call, { dryRun: true })
  const present = isChange(call) ? await readPresent(call) : null
  return { seen: removeAssigned(now), effect: computeFingerprint(now), present }
}

/** For a form: good for this person, this call and half an hour. */
export const makeConsent = async (call: Call<GuardedOperation>, { effect }: Prepared): Promise<string> =>
  sealConsent(call.actor.by, await computeCallHash(call), effect)

export const isChange = (call: GuardedCall): call is Call<ChangeOperation> => call.operation.kind === 'change'
