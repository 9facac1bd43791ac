import { eq } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { operators } from '~/platform/db/schema/operations'
import { findCommandLineActor, type Actor } from './actor.server'
import { findOperation } from './find-operation'
import type { JobOperation } from './operation'
import { openRequest } from './queue.server'
import { type QueuedJob } from './queued-jobs.server'
import { openFiles, readInput } from './read-input'
import { RefusalError } from './refusal'
import { requireRole, type Call } from './call'

/** The person may not do it any more. No RefusalError, which would end one row only. */
export class RightEndedError extends Error {}

/** Throws RefusalError if the person may not do it any more. */
export async function toCall(job: QueuedJob): Promise<Call<JobOperation>> {
  const { operation: name, typed, files, actor } = openRequest(job)
  const operation = (await findOperation(name)) as JobOperation
  const call = {
    operation,
    typed,
    command: '',
    uncovers: false,
    input: readInput(operation, typed, openFiles(files ?? {})),
    actor: await requireStill(actor),
  }
  requireRole(call)
  return call
}

async function requireStill(actor: Actor): Promise<Actor> {
  if (actor.operatorId === null) {
    const now = await findCommandLineActor(actor.osAccount ?? undefined)
    if (now.operatorId !== null) throw new RefusalError(`${actor.by} is ${now.name} by now.`)
    return actor
  }
  const [now] = await db.select().from(operators).where(eq(operators.id, actor.operatorId))
  if (now?.state !== 'active') throw new RefusalError(`${actor.name} is no active operator any more.`)
  return { ...actor, role: now.role }
}

/** For each row: an operator can be disabled while a long job runs. */
export async function requireRight({ actor, ...call }: Call<JobOperation>): Promise<void> {
  try {
    requireRole({ ...call, actor: await requireStill(actor) })
  } catch (error) {
    throw error instanceof RefusalError ? new RightEndedError(error.message) : error
  }
}
