/** Evaluates given conditions at given times. */
import { asc } from 'drizzle-orm'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Cause } from '~/domain/alerts/alerts'
import type { Condition, AlertFinding } from '~/domain/alerts/conditions/causes'
import { evaluateAlerts } from '~/domain/alerts/conditions.server'
import { db } from '~/platform/db/client.server'
import { alertEvents, alerts } from '~/platform/db/schema/monitoring'

export const HOUR = 3600_000
export const DAY = 24 * HOUR

/** Longer than any start-up grace period. */
const UPTIME = DAY

/** The findings of a condition, each as 'cause subject: detail'. */
export async function findBy(condition: Condition, at = new Date(), uptime = UPTIME): Promise<string[]> {
  const findings = await condition.find({ at, uptime })
  return findings.map(({ cause, subject, detail }) => `${cause} ${subject}: ${detail}`)
}

/**
 * Evaluates one condition, by default now, and returns the subjects of the alerts that it opened, that it cleared, and that
 * are open afterwards.
 */
export async function evaluateBy(condition: Condition, at = new Date()) {
  const changed = await evaluateAlerts({ at, uptime: UPTIME }, [condition])
  const rows = await db.select().from(alerts).orderBy(asc(alerts.id))
  const subjects = (ids: number[]) => rows.filter(({ id }) => ids.includes(id)).map(({ subject }) => subject)
  const isItsOwn = (cause: string) => (condition.causes as readonly string[]).includes(cause)
  return {
    opened: subjects(changed.opened),
    cleared: subjects(changed.cleared),
    open: rows
      .filter(({ cause, cleared_at }) => cleared_at === null && isItsOwn(cause))
      .map(({ subject }) => subject),
  }
}

/** A condition with settable findings. */
export function settableCondition(cause: Cause = 'quarantine'): Condition & { findings: AlertFinding[] } {
  const condition = {
    name: 'of the test',
    causes: [cause],
    findings: [] as AlertFinding[],
    find: () => Promise.resolve(condition.findings),
  }
  return condition
}

/** A finding with a unique subject. */
let serial = 0
export const finding = (cause: Cause = 'quarantine'): AlertFinding => ({
  cause,
  subject: `subject ${++serial}`,
  detail: `detail ${serial}`,
})

/** Deletes all alerts and events. */
export async function deleteAlerts(): Promise<void> {
  await db.delete(alertEvents)
  await db.delete(alerts)
}

/** Silences the log of a test file. */
export function silenceLog(): void {
  beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))
  afterEach(() => void vi.restoreAllMocks())
}
