import { db } from '~/db/client.server'
import { recordCommandRow } from '~/wallet/audit/command-log.server'
import { agree, findPermit, makeAskSecondPerson, requestApproval } from './approvals.server'
import { requireRole, toContext, toPreviewContext, type Call } from './call'
import { refuseOwnGains } from './gains.server'
import { logAround, logReading, recordRefusal } from './logged-call.server'
import { removeAssigned, type JobAnswer, type JobContext, type JobOperation } from './operation'
import type { PreviewOptions } from './run-change.server'

type Progress = JobContext['progress']

/** Changes nothing. Throws RefusalError, which is logged unless it is a dry run; so is what uncovers something. */
export async function previewJob(
  call: Call<JobOperation>,
  progress: Progress,
  { dryRun }: PreviewOptions = {},
): Promise<JobAnswer> {
  try {
    return removeAssigned(
      await logReading(call, () =>
        refuseOwnGains(call.actor, () =>
          call.operation.run(call.input, toPreviewContext(call, 'alone', progress)),
        ),
      ),
    )
  } catch (error) {
    if (!dryRun && !call.uncovers) await recordRefusal(call, error)
    throw error
  }
}

export interface JobConsent {
  /** Name of the file that is made, if it is not only printed. */
  fileName?: string | null
  write?: (answer: JobAnswer) => Promise<void>
  /** Throws unless this is what somebody has agreed to; called with a preview of now, before it begins. */
  check?: ((now: JobAnswer) => void) | undefined
  requestKey?: string | undefined
}

/** Throws RefusalError; ApprovalPendingError for a request that waits for somebody else. */
export async function runJob(
  call: Call<JobOperation>,
  progress: Progress,
  consent: JobConsent = {},
): Promise<{ answer: JobAnswer; logId: number; approval?: number }> {
  requireRole(call)
  const { fileName = null, write, check, requestKey } = consent
  const permit = await findPermit(call)
  if ('ask' in permit)
    return (await askForJob(call, progress, permit.ask, check)) ?? runJob(call, progress, consent)
  check?.(await previewJob(call, progress))
  return logAround(
    call,
    async (logId) => {
      await db.transaction((tx) => agree(permit, call.actor.by, logId, tx))
      const answer = await refuseOwnGains(call.actor, () =>
        call.operation.run(call.input, {
          ...toContext(call, permit.consent),
          apply: true,
          fileName,
          progress,
          logRow: (subject, outcome, tx) => recordCommandRow(logId, subject, outcome, tx),
          askSecondPerson: makeAskSecondPerson(call.actor),
        }),
      )
      await write?.(answer)
      return { answer, logId }
    },
    {
      end: ({ answer }) => ({
        outcome: answer.problems?.length ? 'partly' : 'done',
        ...listChanged(answer),
      }),
      requestKey,
    },
  )
}

/** What the log keeps of the job beside its rows. */
export const listChanged = ({ changed }: JobAnswer) => (changed?.length ? { result: { changed } } : {})

/** Null: somebody else asked at this moment, and this call agrees. */
export async function askForJob(
  call: Call<JobOperation>,
  progress: Progress,
  why: string | null,
  check?: JobConsent['check'],
) {
  const now = await previewJob(call, progress, { dryRun: true })
  check?.(now)
  return requestApproval(call, now.effect, why)
}
