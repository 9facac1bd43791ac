import { sql, desc, type SQL } from 'drizzle-orm'
import { env } from '~/platform/config/env.server'
import { db, type Reader, type Tx } from '~/platform/db/client.server'
import { runIfDue } from '~/platform/db/jobs.server'
import { acceptedSteps } from '~/platform/db/schema/operations'
import { DIGESTED } from '~/platform/db/step-seals.server'
import { longTransaction } from '~/platform/db/time-limit.server'
import { log } from '~/platform/log.server'
import { done, refused } from '~/platform/outcome'
import { defineTimer } from '~/platform/timers.server'
import { checks } from './audit/checks'
import type { Defect } from './audit'
import { findForgedCommands } from './audit/forged-commands.server'
import { findSealedDefects } from './audit/sealed.server'
import { findSecondPersonDefects } from './audit/second-persons.server'
import { findSettingDefects } from './audit/settings.server'
import { findUnsealedSteps } from './audit/step-seals.server'
import { sums } from './audit/sums'
import { type AuditResult, JOB } from './last-audit.server'

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

export type Acceptance = typeof acceptedSteps.$inferSelect

/** In place of a row: every step so far, as after an older release ran on this database. */
const ALL = 'all'

/** Digests the row as it is now, or notes that it is gone, and vouches for its steps so far. `row` is as the audit names it: 'users 1004'. */
export async function acceptRow(row: string, { reason, by }: { reason: string; by: string }, tx: Tx) {
  if (row === ALL) {
    const newest = sql`(SELECT max(id) FROM row_steps)`
    return done({
      accepted: await insertAcceptance(
        { table_name: 'row_steps', row_id: ALL, step_id: newest, reason, by },
        tx,
      ),
      isThere: true,
    })
  }
  const [name = '', ...rest] = row.trim().split(/\s+/)
  const rowId = rest.join(' ')
  const table = DIGESTED.find((one) => one === name)
  if (!table || !rowId) return refused('no-such-row')
  const [step] = await tx.execute<{ id: string; is_there: boolean }>(sql`
    WITH known AS (SELECT max(id) AS id FROM row_steps WHERE table_name = ${table} AND row_id = ${rowId}),
         now AS (SELECT f[2]::uuid AS digest FROM ${sql.identifier(table)} t, facts_of(t) f WHERE f[1] = ${rowId})
    INSERT INTO row_steps (table_name, row_id, digest)
    SELECT ${table}, ${rowId}, (SELECT digest FROM now)
     WHERE (SELECT id FROM known) IS NOT NULL OR EXISTS (SELECT 1 FROM now)
    RETURNING id::text AS id, digest IS NOT NULL AS is_there`)
  if (!step) return refused('no-such-row')
  const step_id = sql`${step.id}::bigint`
  const accepted = await insertAcceptance({ table_name: table, row_id: rowId, step_id, reason, by }, tx)
  return done({ accepted, isThere: step.is_there })
}

type NewAcceptance = Pick<Acceptance, 'table_name' | 'row_id' | 'reason'> & { step_id: SQL; by: string }

async function insertAcceptance({ by, ...given }: NewAcceptance, tx: Tx): Promise<Acceptance> {
  const [accepted] = await tx
    .insert(acceptedSteps)
    .values({ ...given, accepted_by: by })
    .returning()
  return accepted!
}

/** Newest first. */
export const listAcceptances = (reader: Reader = db): Promise<Acceptance[]> =>
  reader.select().from(acceptedSteps).orderBy(desc(acceptedSteps.id))
