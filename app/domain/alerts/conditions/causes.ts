import { formatCount } from '~/platform/formats/count'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/platform/formats/dates'
import type { Cause } from '../alerts'

export interface AlertFinding {
  cause: Cause
  /** Distinguishes alerts of one cause; empty if the cause has only one. */
  subject: string
  /** Contains no personal data. */
  detail: string
}

export interface Moment {
  at: Date
  /** Milliseconds since the start: jobs that this process had no time to run are not overdue. */
  uptime: number
}

export interface Condition {
  name: string
  causes: readonly Cause[]
  find(moment: Moment): Promise<AlertFinding[]>
}

/** Each finding opens an alert; above this limit only the oldest do. */
export const MAX_FINDINGS = 20

export function formatDuration(ms: number): string {
  if (ms < 2 * HOUR_MS) return formatCount(Math.floor(ms / MINUTE_MS), 'minute')
  if (ms < 2 * DAY_MS) return formatCount(Math.floor(ms / HOUR_MS), 'hour')
  return formatCount(Math.floor(ms / DAY_MS), 'day')
}

export const hoursBefore = (at: Date, hours: number): Date => new Date(at.getTime() - hours * HOUR_MS)
