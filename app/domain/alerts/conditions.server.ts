/** At most one alert is open per cause and subject; its events are written in the same transaction. */
import { and, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import { db, isDatabaseAway, type Tx } from '~/platform/db/client.server'
import { alerts } from '~/platform/db/schema/monitoring'
import { runIfDue } from '~/platform/db/jobs.server'
import { isCancelled } from '~/platform/db/time-limit.server'
import { errorFacts, log } from '~/platform/log.server'
import { defineTimer, type Timer } from '~/platform/timers.server'
import type { Cause } from './alerts'
import { archiveCondition } from './conditions/archive.server'
import type { Condition, AlertFinding, Moment } from './conditions/causes'
import { adjustmentCondition } from './conditions/adjustments.server'
import { auditCondition, checkpointCondition } from './conditions/audit.server'
import { linkMailCondition } from './conditions/link-mails.server'
import { messagesCondition } from './conditions/messages.server'
import { proofCondition } from './conditions/proofs.server'
import { proxyCondition } from './conditions/proxies.server'
import { plannedRateCondition } from './conditions/planned-rates.server'
import { conflictCondition, stuckCondition, waitingCondition } from './conditions/payouts.server'
import { heldOffersCondition, secondPersonCondition } from './conditions/second-persons.server'
import { settingCondition } from './conditions/settings.server'
import {
  commissionCondition,
  lagCondition,
  quarantineCondition,
  raisedCommissionCondition,
  silenceCondition,
} from './conditions/reports.server'
import { writeEvents } from './conditions/write-events.server'

export type Alert = typeof alerts.$inferSelect

export const CONDITIONS: readonly Condition[] = [
  auditCondition,
  checkpointCondition,
  quarantineCondition,
  commissionCondition,
  raisedCommissionCondition,
  lagCondition,
  silenceCondition,
  stuckCondition,
  waitingCondition,
  conflictCondition,
  adjustmentCondition,
  settingCondition,
  secondPersonCondition,
  heldOffersCondition,
  plannedRateCondition,
  linkMailCondition,
  proxyCondition,
  proofCondition,
  messagesCondition,
  archiveCondition,
]

export interface Evaluation {
  opened: number[]
  cleared: number[]
}

const readMoment = (): Moment => ({ at: new Date(), uptime: process.uptime() * 1000 })

/** Called in the transaction of the evaluation, also if nothing has changed. */
export type OnAlerts = (tx: Tx, changed: { opened: Alert[]; cleared: Alert[] }) => Promise<void>

const nothing: OnAlerts = () => Promise.resolve()

/** A condition that fails clears no alert and opens one about the failure. */
export async function evaluateAlerts(
  moment: Moment = readMoment(),
  conditions: readonly Condition[] = CONDITIONS,
  onAlerts = nothing,
): Promise<Evaluation> {
  const findings: AlertFinding[] = []
  const causes: Cause[] = ['not-checked']
  for (const condition of conditions)
    try {
      findings.push(...(await condition.find(moment)))
      causes.push(...condition.causes)
    } catch (error) {
      if (isDatabaseAway(error) && !isCancelled(error)) throw error
      log('error', 'alert condition failed', { condition: condition.name, ...errorFacts(error) })
      const detail = `Its alerts (${condition.causes.join(', ')}) stay as they are.`
      findings.push({ cause: 'not-checked', subject: condition.name, detail })
    }
  const { opened, cleared } = await db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE alerts IN SHARE ROW EXCLUSIVE MODE`)
    const cleared = await clear(tx, moment.at, causes, findings)
    const opened = await openOrUpdate(tx, moment.at, findings)
    await writeEvents(tx)
    await onAlerts(tx, { opened, cleared })
    return { opened, cleared }
  })
  for (const one of opened) log('warn', 'alert opened', toFacts(one))
  for (const one of cleared) log('info', 'alert cleared', toFacts(one))
  return { opened: opened.map(({ id }) => id), cleared: cleared.map(({ id }) => id) }
}

const toFacts = ({ id, cause, subject, detail }: Alert) => ({ alert: id, cause, subject, detail })

async function clear(tx: Tx, at: Date, causes: Cause[], findings: AlertFinding[]): Promise<Alert[]> {
  const found = new Set(findings.map(({ cause, subject }) => `${cause} ${subject}`))
  const open = await tx
    .select()
    .from(alerts)
    .where(and(isNull(alerts.cleared_at), inArray(alerts.cause, causes)))
  const over = open.filter(({ cause, subject }) => !found.has(`${cause} ${subject}`)).map(({ id }) => id)
  if (!over.length) return []
  return tx.update(alerts).set({ cleared_at: at }).where(inArray(alerts.id, over)).returning()
}

async function openOrUpdate(tx: Tx, at: Date, findings: AlertFinding[]): Promise<Alert[]> {
  const opened: Alert[] = []
  for (const finding of findings) {
    const [row] = await tx
      .insert(alerts)
      .values({ ...finding, opened_at: at, last_seen_at: at })
      .onConflictDoUpdate({
        target: [alerts.cause, alerts.subject],
        targetWhere: isNull(alerts.cleared_at),
        set: { detail: finding.detail, last_seen_at: at },
      })
      .returning({ ...getTableColumns(alerts), isNew: sql<boolean>`xmax = 0` })
    const { isNew, ...alert } = row!
    if (isNew) opened.push(alert)
  }
  return opened
}

const INTERVAL_SECONDS = 60

/** Null: a process has evaluated within the last minute. */
export const evaluateIfDue = (onAlerts?: OnAlerts): Promise<Evaluation | null> =>
  runIfDue('alerts', INTERVAL_SECONDS, () => evaluateAlerts(undefined, undefined, onAlerts))

export const alertTimer = (onAlerts: OnAlerts): Timer =>
  defineTimer({
    name: 'alerts',
    every: 20,
    does: 'open and clear alerts',
    job: { name: 'alerts', seconds: INTERVAL_SECONDS },
    work: () => evaluateIfDue(onAlerts),
  })
