/** Jobs that wait for the worker. Who asked, for what and with which files is sealed: SQL alone can queue nothing. */
import { db } from '~/db/client.server'
import { queuedJobs } from '~/db/schema/operations'
import { seal, unseal } from '~/db/seal.server'
import type { SealedPlace } from '~/db/sealed-columns'
import type { Actor } from './actor.server'
import { agree, findPermit } from './approvals.server'
import type { TypedInput } from './command-text'
import { isFile } from './fingerprint.server'
import type { JobAnswer, JobOperation } from './operation'
import type { StoredFiles } from './read-input'
import { RefusalError } from './refusal'
import { requireRole, type Call } from './call'
import { beginLine } from './logged-call.server'
import type { QueuedJob } from './queued-jobs.server'
import { askForJob, previewJob, type JobConsent } from './run-job.server'

type JobCall = Call<JobOperation>

export interface JobRequest {
  operation: string
  typed: TypedInput
  files: StoredFiles
  actor: Actor
}

const place = (logId: number): SealedPlace => `queued_jobs|input|${logId}`

export const openRequest = ({ input, log_id }: Pick<QueuedJob, 'input' | 'log_id'>): JobRequest =>
  JSON.parse(unseal(input!, place(log_id))) as JobRequest

const MOST_BYTES = 10_000_000

async function readFiles(input: object): Promise<StoredFiles> {
  const files: StoredFiles = {}
  for (const [field, value] of Object.entries(input) as [string, unknown][]) {
    if (!isFile(value)) continue
    const parts: Buffer[] = []
    for await (const part of value.open()) parts.push(Buffer.from(part as Buffer))
    const content = Buffer.concat(parts)
    if (content.length > MOST_BYTES)
      throw new RefusalError('The worker takes files up to 10 MB: run it without --queue.', field)
    files[field] = { name: value.name, content: content.toString('base64') }
  }
  return files
}

export type EnqueueResult = { id: number; request: null } | { id: null; request: JobAnswer; approval: number }

/** `id` null: a second person must agree. `check` throws unless the effect is as agreed. Throws RefusalError, RepeatedRequestError. */
export async function enqueue(
  call: JobCall,
  { check, requestKey }: Pick<JobConsent, 'check' | 'requestKey'> = {},
): Promise<EnqueueResult> {
  const { operation, typed, actor, uncovers } = call
  requireRole(call)
  if (!operation.mayQueue || uncovers)
    throw new RefusalError(`\`${operation.name}\` is not for the worker${uncovers ? ' with --show' : ''}.`)
  const permit = await findPermit(call)
  if ('ask' in permit) {
    const request = await askForJob(call, () => {}, permit.ask, check)
    return request
      ? { id: null, request: request.answer, approval: request.approval }
      : enqueue(call, { check, requestKey })
  }
  check?.(await previewJob(call, () => {}, { dryRun: true }))
  const input: JobRequest = { operation: operation.name, typed, files: await readFiles(call.input), actor }
  return db.transaction(async (tx) => {
    const logId = await beginLine(call, requestKey, tx)
    await agree(permit, actor.by, logId, tx)
    const sealed = seal(JSON.stringify(input), place(logId))
    const [job] = await tx.insert(queuedJobs).values({ log_id: logId, input: sealed }).returning()
    return { id: job!.id, request: null }
  })
}
