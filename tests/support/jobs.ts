import { db } from '~/platform/db/client.server'
import { queuedJobs } from '~/platform/db/schema/operations'
import type { OutputFile } from '~/desk/operation'
import { storeFiles } from '~/desk/queued-jobs.server'
import { recordCommand } from '~/domain/operators/command-log.server'
import type { Call } from '~/desk/call'
import { perform } from '~/desk/perform.server'

/** Leaves a job to the workers, as a form of the desk does. */
export async function enqueue(call: Call<never>): Promise<{ id: number }> {
  const performed = await perform(call, { byWorker: true })
  if (performed.state !== 'queued') throw new Error(`the job is not queued: ${JSON.stringify(performed)}`)
  return { id: performed.job }
}

/** A job that has ended and made these files. Returns its id. */
export async function addJobWithFiles(files: readonly OutputFile[]): Promise<number> {
  const log_id = await recordCommand({ osUser: 'asha' }, 'withdrawals export')
  const [job] = await db.insert(queuedJobs).values({ log_id, operation: 'withdrawals export' }).returning()
  await db.transaction((tx) => storeFiles(job!.id, files, undefined, tx))
  return job!.id
}
