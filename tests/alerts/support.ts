/** Alerts by the conditions of a test, at times that it says. */
import { asc } from 'drizzle-orm'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Cause, Condition, Finding } from '~/alerts/causes'
import { evaluateAlerts } from '~/alerts/evaluate.server'
import { db } from '~/db/client.server'
import { alertEvents, alerts } from '~/db/schema'

export const HOUR = 3600_000
export const DAY = 24 * HOUR

/** Long enough for everything that a process begins with to have been done. */
const UPTIME = DAY

/** What this condition finds at an instant, as 'cause subject: detail'. */
export async function foundBy(condition: Condition, at = new Date(), uptime = UPTIME): Promise<string[]> {
  const findings = await condition.find({ at, uptime })
  return findings.map(({ cause, subject, detail }) => `${cause} ${subject}: ${detail}`)
}

/**
 * What an evaluation of this condition opens and clears, and which of its alerts are open after it, by subject. At the time
 * that is given, or now.
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

/** A condition that finds what the test says. */
export function planned(cause: Cause = 'quarantine'): Condition & { findings: Finding[] } {
  const condition = {
    name: 'of the test',
    causes: [cause],
    findings: [] as Finding[],
    find: () => Promise.resolve(condition.findings),
  }
  return condition
}

/** An alert of every test's own; `planned().findings` takes it. */
let serial = 0
export const finding = (cause: Cause = 'quarantine'): Finding => ({
  cause,
  subject: `subject ${++serial}`,
  detail: `detail ${serial}`,
})

/** No alert is left, nor anything to be sent. */
export async function forgetAlerts(): Promise<void> {
  await db.delete(alertEvents)
  await db.delete(alerts)
}

/** For a test file that wants no log among its results. */
export function withoutLog(): void {
  beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))
  afterEach(() => void vi.restoreAllMocks())
}
