/** The audit's own conditions: what it found last, whether it still runs, and whether the night's checkpoint was made. */
import { desc, eq } from 'drizzle-orm'
import { formatTime } from '~/dates'
import { db } from '~/db/client.server'
import { checkpoints, jobs } from '~/db/schema'
import { readTurn } from '~/db/turns.server'
import { env } from '~/env.server'
import { readLastAudit } from '~/wallet/audit.server'
import { lastNight } from '~/wallet/audit/checkpoints.server'
import { hoursBefore, lengthOf, type Condition, type Finding, type Moment } from '../causes'

const MINUTE = 60_000
/** Both run for the first time within minutes of a start. */
const GRACE = 15 * MINUTE
/** An audit takes seconds; one that was begun so long ago failed or hangs. */
const LONGEST = 10 * MINUTE

export const auditCondition: Condition = {
  name: 'audit',
  causes: ['audit'],
  async find(moment) {
    return [...(await findDefective()), ...(await findRewritten()), ...(await findLate(moment))]
  },
}

/** One for each check that found defects: one more check that fails is news. */
async function findDefective(): Promise<Finding[]> {
  const last = await readLastAudit()
  if (!last) return []
  const { defects, checks } = last.result
  const all = `The audit of ${formatTime(last.at)} found ${defects} ${defects === 1 ? 'defect' : 'defects'}`
  const detail = checks.length === 1 ? `${all}.` : `${all} in ${checks.length} checks.`
  return checks.map((check) => ({ cause: 'audit', subject: check, detail }))
}

/** What the night's comparison with the checkpoints before it found. */
async function findRewritten(): Promise<Finding[]> {
  const last = await readTurn<{ defects: number }>('checkpoint')
  if (!last?.result.defects) return []
  const detail = `At ${formatTime(last.at)} ${last.result.defects} of its records were not as they had been.`
  return [{ cause: 'audit', subject: 'history as it was recorded', detail }]
}

async function findLate({ at, uptime }: Moment): Promise<Finding[]> {
  const [job] = await db.select().from(jobs).where(eq(jobs.name, 'audit'))
  if (!job || uptime < GRACE) return []
  const { started_at, finished_at } = job
  const isRunning = finished_at === null || finished_at < started_at
  const since = (then: Date) => at.getTime() - then.getTime()
  const hangs = isRunning && since(started_at) > LONGEST
  const isLate = since(finished_at ?? started_at) > 2 * env().AUDIT_MINUTES * MINUTE + LONGEST
  if (!hangs && !isLate) return []
  const detail = finished_at
    ? `The last audit that came to its end did so ${lengthOf(since(finished_at))} ago.`
    : `An audit was begun ${lengthOf(since(started_at))} ago, and none has come to its end.`
  return [{ cause: 'audit', subject: 'not run', detail }]
}

export const checkpointCondition: Condition = {
  name: 'checkpoint',
  causes: ['checkpoint'],
  async find({ at, uptime }) {
    if (uptime < GRACE) return []
    const night = new Date(lastNight(at.getTime()))
    if (hoursBefore(at, env().ALERT_CHECKPOINT_HOURS) < night) return []
    const [newest] = await db.select().from(checkpoints).orderBy(desc(checkpoints.id)).limit(1)
    if (newest && newest.made_at >= night) return []
    const last = newest ? `The last one was made ${formatTime(newest.made_at)}.` : 'None was ever made.'
    return [{ cause: 'checkpoint', subject: '', detail: `No checkpoint since ${formatTime(night)}. ${last}` }]
  },
}
