import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { requestApproval } from './approvals.server'
import { toPreviewContext, type Call } from './call'
import { computeCallHash, computeFingerprint, VERSION_LENGTH } from './fingerprint.server'
import { refuseOwnGains } from './gains.server'
import { logReading, recordRefusal } from './logged-call.server'
import { removeAssigned, type JobAnswer, type JobContext, type JobOperation } from './operation'
import type { PreviewOptions } from './run-change.server'

/** Changes nothing. Throws RefusalError, which is logged unless it is a dry run; so is what uncovers something. */
export async function previewJob(
  call: Call<JobOperation>,
  { dryRun, progress }: PreviewOptions & { progress?: JobContext['progress'] | undefined } = {},
): Promise<JobAnswer> {
  try {
    return removeAssigned(
      await logReading(call, () =>
        refuseOwnGains(call.actor, db, () =>
          call.operation.run(call.input, toPreviewContext(call, 'alone', progress)),
        ),
      ),
    )
  } catch (error) {
    if (!dryRun && !call.uncovers) await recordRefusal(call, error)
    throw error
  }
}

/** Hash of the input and of what the job is about, as it is now: by its query, otherwise by its preview. */
export async function computeJobVersion(call: Call<JobOperation>, preview?: JobAnswer): Promise<string> {
  const { operation, input } = call
  if (!operation.subjects) return computeFingerprint(preview ?? (await previewJob(call)))
  const [row] = await db.execute<{ version: string }>(sql`
    SELECT md5(coalesce(string_agg(s::text, ',' ORDER BY s::text), '')) AS version
      FROM (${await operation.subjects(input)}) s`)
  return createHash('sha256')
    .update(JSON.stringify([await computeCallHash(call), row!.version]))
    .digest('hex')
    .slice(0, VERSION_LENGTH)
}

/** Null: somebody else asked at this moment, and this call agrees. */
export async function askForJob(call: Call<JobOperation>, why: string | null, now?: JobAnswer) {
  const { effect } = now ?? (await previewJob(call, { dryRun: true }))
  return requestApproval(call, effect, why)
}
