import type { Call } from './call'
import { computeCallHash, writeConsent } from './fingerprint.server'
import {
  removeAssigned,
  type Change,
  type ChangeOperation,
  type GuardedOperation,
  type JobAnswer,
  type JobOperation,
  type Present,
} from './operation'
import { readPresent } from './present.server'
import { previewChange } from './run-change.server'
import { previewJob } from './run-job.server'

export type GuardedCall = Call<ChangeOperation> | Call<JobOperation>
export type Preview = Change | JobAnswer

export interface PreviewWithConsent {
  seen: Preview
  /** Goes with the confirmation: of amounts, states, files and the time, for this person. */
  consent: string
  /** Of a record: its values now, and the version that goes with the confirmation. */
  present: (Present & { version: string }) | null
}

/** What it would do now. Throws RefusalError, which is not logged. */
export async function prepare(given: Call<GuardedOperation>): Promise<PreviewWithConsent> {
  const call = given as GuardedCall
  const present = isChange(call) ? await readPresent(call) : null
  const options = { dryRun: true }
  const seen = isChange(call) ? await previewChange(call, options) : await previewJob(call, () => {}, options)
  return toPreviewWithConsent(call, seen, present)
}

export const prepareAgain = async (call: GuardedCall, now: Preview): Promise<PreviewWithConsent> =>
  toPreviewWithConsent(call, removeAssigned(now), isChange(call) ? await readPresent(call) : null)

const toPreviewWithConsent = async (
  call: GuardedCall,
  seen: Preview,
  present: PreviewWithConsent['present'],
): Promise<PreviewWithConsent> => ({
  seen,
  consent: writeConsent(call.actor.by, await computeCallHash(call), seen),
  present,
})

export const isChange = (call: GuardedCall): call is Call<ChangeOperation> => call.operation.kind === 'change'
