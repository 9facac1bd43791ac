import { db } from '~/db/client.server'
import { recordCommandRow, type CommandOutcome } from '~/wallet/audit/command-log.server'
import { agree, askSecondPerson, describeRequest, waitsForSecondPerson } from './approvals.server'
import type { Answer, JobAnswer, JobContext, JobOperation } from './operation'
import {
  logAround,
  logReading,
  recordRefusal,
  requireRole,
  toContext,
  type Call,
  type Look,
} from './run.server'

type Progress = JobContext['progress']

/** Changes nothing. Throws Refused, which is logged unless it is a dry run; so is what uncovers something. */
export async function previewJob(
  call: Call<JobOperation<never>>,
  progress: Progress,
  { dryRun }: Look = {},
): Promise<JobAnswer> {
  const look = { apply: false, fileName: null, progress, logRow: async () => {} }
  try {
    return await logReading(call as never, (context) =>
      call.operation.run(call.input, { ...context, ...look }),
    )
  } catch (error) {
    if (!dryRun && !call.uncovers) await recordRefusal(call as never, error)
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

/** Throws Refused; StillWaits for a request that waits for somebody else. */
export async function runJob(
  call: Call<JobOperation<never>>,
  progress: Progress,
  consent: JobConsent = {},
): Promise<{ answer: JobAnswer; logId: number; approval?: number }> {
  requireRole(call as never)
  const { fileName = null, write, check, requestKey } = consent
  const request = await waitsForSecondPerson(call)
  if (request === 'ask') return (await askForJob(call, progress, check)) ?? runJob(call, progress, consent)
  check?.(await previewJob(call, progress))
  return logAround(
    call as never,
    async (logId) => {
      if (request) await db.transaction((tx) => agree(request, call.actor.by, logId, tx))
      const answer = await call.operation.run(call.input, {
        ...toContext(call as never),
        apply: true,
        fileName,
        progress,
        logRow: (subject, outcome, tx) => recordCommandRow(logId, subject, outcome, tx),
      })
      await write?.(answer)
      return { answer, logId }
    },
    { end: ({ answer }) => toOutcome(answer), requestKey },
  )
}

/** Null: somebody else asked at this moment, and this call agrees. */
export async function askForJob(
  call: Call<JobOperation<never>>,
  progress: Progress,
  check?: JobConsent['check'],
) {
  const now = await previewJob(call, progress, { dryRun: true })
  check?.(now)
  return logAround(call as never, async (logId) => {
    const asked = await askSecondPerson(call, now.effect)
    return asked && { answer: describeRequest(asked), logId, approval: asked.id }
  })
}

const toOutcome = ({ problems }: Answer): CommandOutcome => (problems?.length ? 'partly' : 'done')
