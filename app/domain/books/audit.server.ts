import { sql } from 'drizzle-orm'
import { db, type Reader } from '~/platform/db/client.server'
import { runIfDue } from '~/platform/db/jobs.server'
import { longTransaction } from '~/platform/db/time-limit.server'
import { env } from '~/platform/config/env.server'
import { log } from '~/platform/log.server'
import { defineTimer } from '~/platform/timers.server'
import { checks } from './audit/checks'
import type { Defect } from './audit'
import { findForgedCommands } from './audit/forged-commands.server'
import { JOB, type AuditResult } from './last-audit.server'
import { findSealedDefects } from './audit/sealed.server'
import { findSecondPersonDefects } from './audit/second-persons.server'
import { findSettingDefects } from './audit/settings.server'
import { findUnsealedSteps } from './audit/step-seals.server'
import { sums } from './audit/sums'

const EXAMPLES = 3

/** Runs every check; those in SQL share one snapshot. Lists up to three examples per check; `count` is complete. */
export async function findDefects(reader: Reader = db): Promise<Defect[]> {
  const parts = Object.entries(checks).map(
    ([name, { query }]) =>
      `(SELECT '${name}' AS "check", count(*) OVER ()::int AS count, subject::text, detail::text
          FROM (${query}) AS defects LIMIT ${EXAMPLES})`,
  )
  const rows = await reader.execute<Defect & Record<string, unknown>>(
    sql.raw(`WITH ${sums} ${parts.join('\nUNION ALL\n')}`),
  )
  const inSql = rows.map(({ check, count, subject, detail }) => ({
    check,
    count,
    subject,
    detail,
    next: checks[check]!.next,
  }))
  return [
    ...inSql,
    ...(await findSettingDefects(reader, EXAMPLES)),
    ...(await findSecondPersonDefects(reader, EXAMPLES)),
    ...(await findSealedDefects(reader, EXAMPLES)),
    ...(await findForgedCommands(reader, EXAMPLES)),
    ...(await findUnsealedSteps(reader, EXAMPLES)),
  ]
}

export const countDefects = (defects: Defect[]): number =>
  [...new Map(defects.map(({ check, count }) => [check, count])).values()].reduce((a, b) => a + b, 0)

/** Runs the audit if none ran within AUDIT_MINUTES; null: it is not due, or another process runs it. */
export const auditIfDue = (): Promise<AuditResult | null> =>
  runIfDue(JOB, env().AUDIT_MINUTES * 60, async () => {
    const started = Date.now()
    const defects = await longTransaction(findDefects)
    const result = {
      defects: countDefects(defects),
      checks: [...new Set(defects.map(({ check }) => check))],
      milliseconds: Date.now() - started,
    }
    const { milliseconds: ms } = result
    if (result.defects)
      log('error', 'the books do not balance', {
        defects: result.defects,
        checks: result.checks.join(', '),
        ms,
      })
    else log('info', 'the books balance', { defects: 0, ms })
    return result
  })

export const auditTimer = defineTimer({
  name: JOB,
  every: 60,
  does: 'check the books and the rights',
  job: { name: JOB },
  work: auditIfDue,
})
