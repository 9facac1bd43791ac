import { desc } from 'drizzle-orm'
import { db } from '~/platform/db/client.server'
import { runIfDue } from '~/platform/db/jobs.server'
import { checkpoints } from '~/platform/db/schema/ledger'
import { findLastNight } from '~/platform/formats/dates'
import { errorFacts, log } from '~/platform/log.server'
import { defineTimer } from '~/platform/timers.server'
import { makeCheckpoint } from './checkpoints.server'
import { findChangedPeriods } from './period-files.server'
import { findRewrites } from './rewrites.server'

const JOB = 'checkpoint'

export async function checkpointIfDue(now = Date.now()): Promise<object | null> {
  const [newest] = await db.select().from(checkpoints).orderBy(desc(checkpoints.id)).limit(1)
  if (newest && newest.made_at.getTime() >= findLastNight(now)) return null
  return runIfDue(JOB, 600, async () => {
    const defects = [...(await findRewrites()), ...(await findChangedPeriods())]
    if (defects.length)
      log('error', 'the history was rewritten', { defects: defects.length, first: defects[0]!.detail })
    const made = await makeCheckpoint()
    if (made) log('info', 'checkpoint made', { id: made.id, hash: made.hash })
    return { made: made?.id ?? null, defects: defects.length }
  })
}

export const checkpointTimer = defineTimer({
  name: JOB,
  every: 300,
  does: 'seal the day of the books, at night',
  job: { name: JOB },
  work: () =>
    checkpointIfDue().catch((error: unknown) => log('error', 'no checkpoint was made', errorFacts(error))),
})
