/** A worker has a job by a lease: another one takes it over once the lease has ended. */
import { sql, type SQL } from 'drizzle-orm'
import { db, type Reader } from '~/db/client.server'
import { queuedJobs } from '~/db/schema/operations'
import type { Call } from './call'
import type { JobOperation } from './operation'
import type { QueuedJob } from './queued-jobs.server'
import { requireRight, RightEndedError } from './queued-call.server'

const LEASE_SECONDS = 60
export const BEAT_MS = (LEASE_SECONDS * 1000) / 4

const leaseEnd = sql`now() + make_interval(secs => ${LEASE_SECONDS})`

export class LeaseLostError extends Error {}

export async function takeJob(): Promise<QueuedJob | null> {
  const [job] = await db
    .update(queuedJobs)
    .set({ attempts: sql`${queuedJobs.attempts} + 1`, leased_until: leaseEnd })
    .where(
      sql`${queuedJobs.id} = (SELECT id FROM queued_jobs WHERE input IS NOT NULL AND (leased_until IS NULL OR leased_until < now())
            ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)`,
    )
    .returning()
  return job ?? null
}

export const isMine = ({ id, attempts }: QueuedJob) =>
  sql`${queuedJobs.id} = ${id} AND ${queuedJobs.attempts} = ${attempts} AND ${queuedJobs.input} IS NOT NULL`

/** Throws LeaseLostError. The row lock keeps other workers from taking the job until the transaction ends. */
export async function requireLease(job: QueuedJob, tx: Reader): Promise<void> {
  const [mine] = await tx.select({ id: queuedJobs.id }).from(queuedJobs).where(isMine(job)).for('share')
  if (!mine) throw new LeaseLostError()
}

/** The reason why the job must stop; null: it may go on, or the database did not answer. */
export async function keepLease(job: QueuedJob, call: Call<JobOperation> | null): Promise<Error | null> {
  try {
    const { count } = await db.update(queuedJobs).set({ leased_until: leaseEnd }).where(isMine(job))
    if (count === 0) return new LeaseLostError()
    if (call) await requireRight(call)
    return null
  } catch (error) {
    return error instanceof RightEndedError ? error : null
  }
}

export async function giveBack(job: QueuedJob, from: SQL): Promise<void> {
  await db.update(queuedJobs).set({ leased_until: from }).where(isMine(job))
}
