/** What the last audit found, without its checks. */
import { readLastRun } from '~/db/jobs.server'

export interface AuditResult {
  defects: number
  checks: string[]
  milliseconds: number
}

export const JOB = 'audit'

/** Null: none has run. */
export const readLastAudit = () => readLastRun<AuditResult>(JOB)
