/** Runs jobs, each row of which may be done in its own transaction. */
import { recordCommandRow, type CommandOutcome } from '~/wallet/audit/command-log.server'
import { agree, askSecondPerson, waitsForSecondPerson } from './approvals.server'
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

/** `fileName`: of the file that is made, if it is not only printed. `write` writes it, before the log ends. */
export async function runJob(
  call: Call<JobOperation<never>>,
  progress: Progress,
  { fileName = null, write }: { fileName?: string | null; write?: (answer: JobAnswer) => Promise<void> } = {},
): Promise<JobAnswer> {
  requireRole(call as never)
  const request = await waitsForSecondPerson(call)
  if (request === 'ask') {
    const { effect } = await previewJob(call, progress, { dryRun: true })
    return logAround(call as never, () => askSecondPerson(call, effect))
  }
  return logAround(
    call as never,
    async (logId) => {
      if (request) await agree(request, call.actor.by)
      const answer = await call.operation.run(call.input, {
        ...toContext(call as never),
        apply: true,
        fileName,
        progress,
        logRow: (subject, outcome, tx) => recordCommandRow(logId, subject, outcome, tx),
      })
      await write?.(answer)
      return answer
    },
    toOutcome,
  )
}

const toOutcome = ({ problems }: Answer): CommandOutcome => (problems?.length ? 'partly' : 'done')
