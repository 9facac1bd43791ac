import { readLastRun } from '~/platform/db/jobs.server'

export interface AuditResult {
  defects: number
  checks: string[]
  milliseconds: number
}

export const JOB = 'audit'

export const readLastAudit = () => readLastRun<AuditResult>(JOB)
