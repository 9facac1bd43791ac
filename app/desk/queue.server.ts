/** Jobs are rows. Who asked, for what and with which files is sealed: SQL alone can queue nothing. */
import { eq } from 'drizzle-orm'
import type { Tx } from '~/platform/db/client.server'
import { queuedJobs } from '~/platform/db/schema/operations'
import { seal, unseal } from '~/platform/db/seal.server'
import type { SealedPlace } from '~/platform/db/sealed-columns'
import type { Actor } from './actor.server'
import type { Call } from './call'
import type { TypedInput } from './command-text'
import { isFile } from './fingerprint.server'
import type { JobOperation } from './operation'
import { jobQueue, type QueuedJob } from './queued-jobs.server'
import type { StoredFiles } from './read-input'
import { RefusalError } from './refusal'

export interface JobRequest {
  operation: string
  typed: TypedInput
  /** Null: too large to be stored, or standard input. Only the process that has them can do the job. */
  files: StoredFiles | null
  actor: Actor
  fileName: string | null
}

const place = (logId: number): SealedPlace => `queued_jobs|input|${logId}`

export const openRequest = ({ input, log_id }: Pick<QueuedJob, 'input' | 'log_id'>): JobRequest =>
  JSON.parse(unseal(input!, place(log_id))) as JobRequest

const MOST_BYTES = 10_000_000

async function readFiles(input: object): Promise<StoredFiles | null> {
  const files: StoredFiles = {}
  for (const [field, value] of Object.entries(input) as [string, unknown][]) {
    if (!isFile(value)) continue
    if (value.name === '-') return null
    const parts: Buffer[] = []
    let bytes = 0
    for await (const part of value.open()) {
      bytes += (part as Buffer).length
      if (bytes > MOST_BYTES) return null
      parts.push(Buffer.from(part as Buffer))
    }
    files[field] = { name: value.name, content: Buffer.concat(parts).toString('base64') }
  }
  return files
}

export interface JobPlace {
  /** Leased to this process from the start. Otherwise a worker takes it. */
  isHere: boolean
  fileName: string | null
}

/** Reads the files, and returns what inserts the row. Throws RefusalError for files that no worker could read. */
export async function prepareInsert(
  { operation, typed, actor, input }: Call<JobOperation>,
  { isHere, fileName }: JobPlace,
): Promise<(logId: number, tx: Tx) => Promise<QueuedJob>> {
  const files = await readFiles(input)
  if (!files && !isHere) throw new RefusalError('Files of more than 10 MB are not for the worker.')
  const request: JobRequest = { operation: operation.name, typed, files, actor, fileName }
  return async (logId, tx) => {
    const [job] = await tx
      .insert(queuedJobs)
      .values({
        log_id: logId,
        operation: operation.name,
        input: seal(JSON.stringify(request), place(logId)),
      })
      .returning()
    if (!isHere) return job!
    const [leased] = await jobQueue.take(1, eq(queuedJobs.id, job!.id), tx)
    return leased!
  }
}
