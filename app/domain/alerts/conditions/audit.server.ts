import { desc, eq } from 'drizzle-orm'
import { formatCount } from '~/platform/formats/count'
import { MINUTE_MS, findLastNight, formatTime } from '~/platform/formats/dates'
import { db } from '~/platform/db/client.server'
import { checkpoints } from '~/platform/db/schema/ledger'
import { jobs } from '~/platform/db/schema/operations'
import { readLastRun } from '~/platform/db/jobs.server'
import { env } from '~/platform/config/env.server'
import { readLastRecompute, RECOMPUTE_JOB } from '~/domain/books/second-reader.server'
import { readLastAudit } from '~/domain/books/last-audit.server'
import { hoursBefore, formatDuration, type Condition, type AlertFinding, type Moment } from './causes'

const STARTUP_GRACE = 15 * MINUTE_MS
/** An audit takes seconds; a longer one has failed or hangs. */
const MAX_AUDIT_DURATION = 10 * MINUTE_MS

export const auditCondition: Condition = {
  name: 'audit',
  causes: ['audit'],
  async find(moment) {
    return [
      ...(await findDefective()),
      ...(await findRewritten()),
      ...(await findLate(moment)),
      ...(await findSecondReading(moment)),
    ]
  },
}

async function findDefective(): Promise<AlertFinding[]> {
  const last = await readLastAudit()
  if (!last) return []
  const { defects, checks } = last.result
  const all = `The audit of ${formatTime(last.at)} found ${formatCount(defects, 'defect')}`
  const detail = checks.length === 1 ? `${all}.` : `${all} in ${checks.length} checks.`
  return checks.map((check) => ({ cause: 'audit', subject: check, detail }))
}

async function findRewritten(): Promise<AlertFinding[]> {
  const last = await readLastRun<{ defects: number }>('checkpoint')
  if (!last?.result.defects) return []
  const detail = `At ${formatTime(last.at)} ${last.result.defects} recorded entries differed from an earlier checkpoint.`
  return [{ cause: 'audit', subject: 'history as it was recorded', detail }]
}

async function findLate({ at, uptime }: Moment): Promise<AlertFinding[]> {
  const [job] = await db.select().from(jobs).where(eq(jobs.name, 'audit'))
  if (!job || uptime < STARTUP_GRACE) return []
  const { started_at, finished_at } = job
  const isRunning = finished_at === null || finished_at < started_at
  const since = (then: Date) => at.getTime() - then.getTime()
  const hangs = isRunning && since(started_at) > MAX_AUDIT_DURATION
  const isLate = since(finished_at ?? started_at) > 2 * env().AUDIT_MINUTES * MINUTE_MS + MAX_AUDIT_DURATION
  if (!hangs && !isLate) return []
  const detail = finished_at
    ? `The last completed audit finished ${formatDuration(since(finished_at))} ago.`
    : `An audit started ${formatDuration(since(started_at))} ago; none has completed.`
  return [{ cause: 'audit', subject: 'not run', detail }]
}

async function findSecondReading({ at, uptime }: Moment): Promise<AlertFinding[]> {
  const last = await readLastRecompute()
  const findings = (last?.result.checks ?? []).map((subject): AlertFinding => {
    const found = formatCount(last!.result.defects, 'defect')
    return {
      cause: 'audit',
      subject,
      detail: `The second reading of ${formatTime(last!.at)} found ${found}: have the second reading run on the server (docs/operator.md).`,
    }
  })
  const [job] = await db.select().from(jobs).where(eq(jobs.name, RECOMPUTE_JOB))
  const night = new Date(findLastNight(at.getTime()))
  const isDue = uptime >= STARTUP_GRACE && hoursBefore(at, env().ALERT_CHECKPOINT_HOURS) >= night
  if (job && isDue && (!last || last.at < night))
    findings.push({
      cause: 'audit',
      subject: 'no second reading',
      detail: `None has completed since ${formatTime(night)}: look in the log of the server for ‘scheduled work failed’, then have the second reading run there (docs/operator.md).`,
    })
  return findings
}

export const checkpointCondition: Condition = {
  name: 'checkpoint',
  causes: ['checkpoint'],
  async find({ at, uptime }) {
    if (uptime < STARTUP_GRACE) return []
    const night = new Date(findLastNight(at.getTime()))
    if (hoursBefore(at, env().ALERT_CHECKPOINT_HOURS) < night) return []
    const [newest] = await db.select().from(checkpoints).orderBy(desc(checkpoints.id)).limit(1)
    if (newest && newest.made_at >= night) return []
    const last = newest ? `The last one was made ${formatTime(newest.made_at)}.` : 'None was ever made.'
    return [{ cause: 'checkpoint', subject: '', detail: `No checkpoint since ${formatTime(night)}. ${last}` }]
  },
}
